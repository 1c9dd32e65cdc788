// Runs of a functional machine that all begin at the same place: after each, memory, registers, devices and what
// detectors know become what they were there. Going back costs what the run has stored to, so a short run can be
// repeated a million times a second.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "devices/functional_machine.h"
#include "hart/gate.h"
#include "hart/shadow.h"

namespace janus::devices {

class RepeatedRuns : private hart::Gate {
 public:
  // Whether `machine` can go back to where it is: it has a fast loop, which asks its detectors, and no device that
  // copies words.
  static bool are_possible(FunctionalMachine& machine);

  // Runs begin where `machine` is now. They are possible there. A run stops with hart::Stop::Gate in front of an
  // `ecall` that `admits_call` does not admit, a store to a device that could copy words, and an access to an alias of
  // memory. `machine` must outlive the object, which is its hart's gate, and must not have semihosting.
  // `left_unreported`, unless it is empty, hears of what Gate::left_unreported() says.
  RepeatedRuns(FunctionalMachine& machine, std::function<bool()> admits_call,
               std::function<void(std::uint32_t pc, std::uint32_t object)> left_unreported = {});

  // Goes back. To be called between two runs. What one run has shown of accesses inside of objects counts for the next
  // ones: detectors remember it, as from path to path of an exploration.
  void begin_again();

 private:
  static constexpr std::uint32_t kPageBytes = hart::CodeCache::kPageBytes;
  struct Page {
    std::uint32_t offset;
    std::array<std::uint8_t, kPageBytes> bytes;
  };

  // hart::Gate
  bool admits(const isa::Instruction* instruction) override;
  void left_unreported(std::uint32_t pc, std::uint32_t object) override {
    if (left_unreported_) left_unreported_(pc, object);
  }
  bool admits_access(const isa::Instruction& instruction);
  void will_change(std::uint32_t address, std::uint32_t bytes);
  void keep(std::uint64_t offset);

  FunctionalMachine& machine_;
  const std::function<bool()> admits_call_;
  const std::function<void(std::uint32_t, std::uint32_t)> left_unreported_;
  const hart::ArchitecturalState<isa::ConcreteValues> state_;
  std::optional<const hart::Shadow<isa::ConcreteValues>> shadow_;  // nothing if there are no detectors
  const Board board_;
  std::vector<Page> pages_;    // as they were, of what some run has stored to
  std::vector<bool> is_kept_;  // by page of memory
};

}  // namespace janus::devices
