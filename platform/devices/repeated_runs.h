// Runs of a functional machine that all begin at the same place: after each, memory, registers and devices become what
// they were there. Going back costs what the run has stored to, so a short run can be repeated a million times a
// second.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "devices/functional_machine.h"
#include "hart/gate.h"

namespace janus::devices {

class RepeatedRuns : private hart::Gate {
 public:
  // Whether `machine` can go back to where it is: it has a fast loop, and no device that copies words.
  static bool are_possible(FunctionalMachine& machine);

  // Runs begin where `machine` is now. They are possible there. A run stops with hart::Stop::Gate in front of an
  // `ecall` that `admits_call` does not admit, a store to a device that could copy words, and an access to an alias of
  // memory. `machine` must outlive the object, which is its hart's gate, and must not have semihosting.
  RepeatedRuns(FunctionalMachine& machine, std::function<bool()> admits_call);

  // Goes back. To be called between two runs.
  void begin_again();

 private:
  static constexpr std::uint32_t kPageBytes = hart::CodeCache::kPageBytes;
  struct Page {
    std::uint32_t offset;
    std::array<std::uint8_t, kPageBytes> bytes;
  };

  // hart::Gate
  bool admits(const isa::Instruction* instruction) override;
  bool admits_access(const isa::Instruction& instruction);
  void will_change(std::uint32_t address, std::uint32_t bytes);
  void keep(std::uint64_t offset);

  FunctionalMachine& machine_;
  const std::function<bool()> admits_call_;
  const hart::ArchitecturalState<isa::ConcreteValues> state_;
  const Board board_;
  std::vector<Page> pages_;    // as they were, of what some run has stored to
  std::vector<bool> is_kept_;  // by page of memory
};

}  // namespace janus::devices
