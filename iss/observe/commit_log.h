// Prints what a hart does in the format of Spike's commit log (`spike --log-commits`), one line per instruction that
// retires, so that tools which compare or read Spike's logs take Janus's:
//
//   core   0: 3 0x80000000 (0x00500293) x5  0x00000005
//   core   0: 3 0x80000004 (0x00532023) mem 0x80001000 0x00000005
//   core   0: 3 0x80000008 (0x00032383) x7  0x00000005 mem 0x80001000
//   core   0: 3 0x8000000c (0x30529073) c773_mtvec 0x00000004
//
// A line has the number of the hart, the privilege (3 machine, 0 user), the address and the word of the instruction;
// then what the instruction wrote: a register (unless x0), a CSR, as it reads after the write; then memory: a load has
// the address, a store address and value, whose digits show the width. An atomic memory operation is a load and a
// store. mret writes mstatus. An instruction that traps has no line, and neither has the trap. An input that a hook
// makes, too, is not shown.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "hart/concrete_hart.h"
#include "hart/observer.h"
#include "observe/tracer.h"

namespace janus::observe {

class CommitLog : public hart::Observer {
 public:
  // Writes to `out`, which is not owned; its error indicator tells of errors. `hart` is the observed hart, and must
  // outlive the log. If there are ranges, only instructions in one of them are printed.
  CommitLog(std::FILE* out, std::vector<Tracer::Range> ranges, hart::ConcreteHart& hart)
      : out_(out), ranges_(std::move(ranges)), hart_(hart) {}

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void accessed(const hart::MemoryAccess& access) override;

 private:
  std::FILE* out_;
  std::vector<Tracer::Range> ranges_;
  hart::ConcreteHart& hart_;
  unsigned privilege_ = 0;  // before the instruction
  std::string loads_, stores_;
};

}  // namespace janus::observe
