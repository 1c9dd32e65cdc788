// A target of registers and a page of memory that stops as it is told to, and a stream that the test writes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "gdb/session.h"

namespace janus::testing {

inline constexpr std::uint32_t kFakeRam = 0x8000'0000, kFakeRamSize = 0x1000;

class FakeTarget : public gdb::Target {
 public:
  std::optional<std::uint32_t> read_register(unsigned number) override {
    const auto found = registers.find(number);
    return found == registers.end() ? std::nullopt : std::optional(found->second);
  }
  bool write_register(unsigned number, std::uint32_t value) override {
    if (!registers.contains(number)) return false;
    registers[number] = value;
    return true;
  }
  std::vector<std::uint8_t> read_memory(std::uint32_t address, std::uint32_t size) override {
    if (address - kFakeRam >= kFakeRamSize) return {};
    const std::uint32_t offset = address - kFakeRam, end = offset + std::min(size, kFakeRamSize - offset);
    return {memory.begin() + offset, memory.begin() + end};
  }
  bool write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) override {
    if (address - kFakeRam >= kFakeRamSize || bytes.size() > kFakeRamSize - (address - kFakeRam)) return false;
    std::ranges::copy(bytes, memory.begin() + (address - kFakeRam));
    return true;
  }
  bool set_breakpoint(std::uint32_t address) override {
    log += "+" + gdb::hex_word(address) + " ";
    return true;
  }
  void clear_breakpoint(std::uint32_t address) override { log += "-" + gdb::hex_word(address) + " "; }
  bool set_watchpoint(hart::Watchpoint point) override {
    watchpoints.push_back(point);
    return true;
  }
  void clear_watchpoint(hart::Watchpoint point) override { std::erase(watchpoints, point); }
  void clear_all_points() override { log += "clear "; }
  gdb::Stop resume(gdb::Motion motion, const std::function<bool()>& interrupted) override {
    static constexpr const char* kNames[] = {"run ", "step ", "run-back ", "step-back "};
    log += kNames[static_cast<int>(motion)];
    if (interrupted()) return {.signal = gdb::Signal::Interrupt};
    if (stops.empty()) return {.why = gdb::Stop::Why::Stepped};
    const gdb::Stop stop = stops.front();
    stops.pop_front();
    return stop;
  }
  void restart() override { log += "restart "; }
  std::string monitor(const std::string& command) override { return "you said " + command + "\n"; }
  std::vector<gdb::MemoryRegion> memory_map() override {
    return {{0x1000'0000, 0x100, false}, {kFakeRam, kFakeRamSize, true}};
  }

  std::map<unsigned, std::uint32_t> registers;
  std::array<std::uint8_t, kFakeRamSize> memory{};
  std::vector<hart::Watchpoint> watchpoints;
  std::deque<gdb::Stop> stops;
  std::string log;
};

// What gdb sends, piece by piece, and then it goes; and what it gets.
class FakeStream : public gdb::Stream {
 public:
  std::optional<std::string> read(int) override {
    if (pieces.empty()) return std::nullopt;
    const std::string piece = pieces.front();
    pieces.pop_front();
    return piece;
  }
  bool write(std::string_view bytes) override {
    written += bytes;
    return true;
  }
  std::deque<std::string> pieces;
  std::string written;
};

}  // namespace janus::testing
