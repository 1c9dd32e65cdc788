// What a hart does, one line an instruction:
//
//       cycle pc         word     instruction                  what it changed
//         120 0x80000010 00a52023 sw a0,0(a0)                  [0x80001000]<-0x00000005
//         122 0x80000014 00052583 lw a1,0(a0)                  [uart 0x10000000]->0x60 a1=0x00000060
//         126 trap 0x80000007 from 0x80000018 to 0x80000400, mtval 0x00000000
//
// The cycle is the one it begins at (of a trap, the one its handler begins at); `->` is a load and `<-` a store, as
// wide as its value is printed. An access to a device, with its name, is one transaction on the bus; one that is
// refused is a trap. A word of an input that a hook made is `input`.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "hart/observer.h"
#include "hart/timing.h"

namespace janus::observe {

class Tracer : public hart::Observer {
 public:
  // Addresses `first` to `last`, both included.
  struct Range {
    std::uint32_t first, last;
  };

  // To `out`, which is not owned, and whose error indicator tells of errors. Of instructions in one of the ranges, if
  // there are any; and of traps from there or to there. What `devices` refers to must outlive it.
  Tracer(std::FILE* out, std::vector<Range> ranges, std::span<const hart::NamedRegion> devices)
      : out_(out), ranges_(std::move(ranges)), devices_(devices) {}

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void accessed(const hart::MemoryAccess& access) override;
  void received_input(std::uint32_t address, std::uint32_t size) override;
  void trapped(const State& state) override;

 private:
  bool wants(std::uint32_t pc) const;

  std::FILE* out_;
  std::vector<Range> ranges_;
  std::span<const hart::NamedRegion> devices_;
  bool inside_ = false, wanted_ = false;  // of the present instruction
  std::uint64_t cycle_ = 0;
  std::string changes_, trap_;  // trap_: to be printed behind the instruction that caused it
};

}  // namespace janus::observe
