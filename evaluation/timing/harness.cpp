// Runs a firmware on a Verilator model of a core: 128 MiB of memory at 0x80000000, the UART's transmitter, the test
// finisher, and the software interrupt of the CLINT, where QEMU's virt board has them.
//
//   harness FIRMWARE [--cycles N] [--signature FIRST LAST FILE]
//
// Standard output is the UART's. At the end, a line on standard error has the cycles up to and including the store to
// the test finisher, and the exit code is the firmware's. A signature is the words from FIRST to before LAST, one in
// each line.
#include "harness.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t kRam = 0x8000'0000, kRamBytes = 128U << 20, kUart = 0x1000'0000, kFinisher = 0x0010'0000,
                        kClint = 0x0200'0000;

class Machine {
 public:
  explicit Machine(const std::string& path) : memory_(kRamBytes) { load(path); }

  int run(std::uint64_t most_cycles) {
    const auto core = rtl::make_core(
        {[this](std::uint32_t address) { return read(address); },
         [this](std::uint32_t address, std::uint32_t word, unsigned strobe) { write(address, word, strobe); }});
    core->reset();
    std::uint64_t cycles = 0;
    for (; cycles < most_cycles && !ended_; ++cycles) core->clock(software_interrupt_);
    std::fflush(stdout);
    std::fprintf(stderr, "cycles %llu%s\n", static_cast<unsigned long long>(cycles), ended_ ? "" : ", not ended");
    return ended_ ? exit_code_ : 124;
  }

  void write_signature(std::uint32_t first, std::uint32_t last, const std::string& path) {
    std::ofstream out(path);
    for (std::uint32_t at = first; at < last; at += 4) {
      char line[16];
      std::snprintf(line, sizeof line, "%08x\n", read(at));
      out << line;
    }
    if (!out) throw std::runtime_error(path + ": cannot be written");
  }

 private:
  bool in_ram(std::uint32_t address, std::uint32_t bytes) const {
    return address >= kRam && bytes <= kRamBytes && address - kRam <= kRamBytes - bytes;
  }
  std::uint32_t read(std::uint32_t address) {
    std::uint32_t word = 0;
    if (in_ram(address, 4)) std::memcpy(&word, &memory_[address - kRam], 4);
    if (address == kUart + 4) word = 0x60U << 8;  // the transmitter is empty
    if (address == kClint) word = software_interrupt_;
    return word;
  }
  void write(std::uint32_t address, std::uint32_t word, unsigned strobe) {
    if (in_ram(address, 4)) {
      for (unsigned i = 0; i < 4; ++i) {
        if (strobe >> i & 1) memory_[address - kRam + i] = static_cast<std::uint8_t>(word >> (8 * i));
      }
    }
    if (address == kUart && (strobe & 1)) std::putchar(static_cast<int>(word & 0xff));
    if (address == kClint) software_interrupt_ = word & 1;
    if (address == kFinisher) {
      ended_ = true;
      exit_code_ = (word & 0xffff) == 0x5555 ? 0 : static_cast<int>(word >> 16 & 0xff);
    }
  }

  // The segments of an ELF file for RISC-V with 32 bits.
  void load(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> file{std::istreambuf_iterator<char>(in), {}};
    const auto number = [&](std::size_t at, std::size_t bytes) {
      std::uint32_t value = 0;
      if (at + bytes > file.size()) throw std::runtime_error(path + ": is no ELF file for this harness");
      std::memcpy(&value, file.data() + at, bytes);
      return value;
    };
    if (number(0, 4) != 0x464c457f || number(4, 1) != 1)
      throw std::runtime_error(path + ": is no ELF file for this harness");
    const std::uint32_t headers = number(28, 4), size = number(42, 2), count = number(44, 2);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t header = std::size_t{headers} + std::size_t{i} * size;
      if (number(header, 4) != 1) continue;
      const std::uint32_t offset = number(header + 4, 4), address = number(header + 12, 4),
                          bytes = number(header + 16, 4);
      if (bytes == 0) continue;
      if (!in_ram(address, bytes) || std::size_t{offset} + bytes > file.size())
        throw std::runtime_error(path + ": a segment lies outside of memory");
      std::memcpy(&memory_[address - kRam], file.data() + offset, bytes);
    }
  }

  std::vector<std::uint8_t> memory_;
  bool software_interrupt_ = false, ended_ = false;
  int exit_code_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t most_cycles = 1'000'000'000;
  try {
    if (argc < 2) throw std::runtime_error("usage: harness FIRMWARE [--cycles N] [--signature FIRST LAST FILE]");
    Machine machine(argv[1]);
    std::vector<std::string> signature;
    for (int i = 2; i < argc;) {
      const std::string option = argv[i];
      if (option == "--cycles" && i + 1 < argc) {
        most_cycles = std::stoull(argv[i + 1]);
        i += 2;
      } else if (option == "--signature" && i + 3 < argc) {
        signature.assign(argv + i + 1, argv + i + 4);
        i += 4;
      } else {
        throw std::runtime_error("what does '" + option + "' mean?");
      }
    }
    const int code = machine.run(most_cycles);
    if (!signature.empty()) {
      const auto address = [&](const std::string& text) {
        return static_cast<std::uint32_t>(std::stoul(text, nullptr, 0));
      };
      machine.write_signature(address(signature[0]), address(signature[1]), signature[2]);
    }
    return code;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "harness: %s\n", problem.what());
    return 64;
  }
}
