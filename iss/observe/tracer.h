// Prints what a hart does, one line per instruction:
//
//       cycle pc         word     instruction                  what it changed
//         120 0x80000010 00a52023 sw a0,0(a0)                  [0x80001000]<-0x00000005
//         122 0x80000014 00052583 lw a1,0(a0)                  [uart.LSR 0x10000005]->0x60{THRE TEMT} a1=0x00000060
//         126 trap 0x80000007 from 0x80000018 to 0x80000400, mtval 0x00000000
//
// The cycle is the one at which the instruction begins, or at which a trap's handler begins. `->` is a load and `<-` a
// store; the number of digits shows the width. An access to a device, printed with the names of the device, the
// register and the fields that are not zero, is one transaction on the bus. A refused access is a trap. Memory that a
// hook made symbolic is printed as `input`.
#pragma once

#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hart/observer.h"

namespace janus::observe {

class Tracer : public hart::Observer {
 public:
  // Addresses `first` to `last`, both included.
  struct Range {
    std::uint32_t first, last;
  };

  // What an access to a device means.
  struct DeviceAccess {
    std::string place;   // the names of device and register; empty: nobody knows
    std::string fields;  // of the value; empty: there are none
  };
  // It is asked about each access to a device in order, whether or not the access is traced.
  using DeviceNames = std::function<DeviceAccess(const hart::MemoryAccess&)>;

  // Writes to `out`, which is not owned; its error indicator tells of errors. If there are ranges, only instructions in
  // one of them are traced, and only traps from or to such an instruction.
  Tracer(std::FILE* out, std::vector<Range> ranges, DeviceNames devices)
      : out_(out), ranges_(std::move(ranges)), devices_(std::move(devices)) {}

  // Whether `pc` is in one of the ranges, or there are none.
  static bool within(std::span<const Range> ranges, std::uint32_t pc);

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void accessed(const hart::MemoryAccess& access) override;
  void received_input(std::uint32_t address, std::uint32_t size) override;
  void trapped(const State& state) override;

 private:
  bool wants(std::uint32_t pc) const { return within(ranges_, pc); }

  std::FILE* out_;
  std::vector<Range> ranges_;
  DeviceNames devices_;
  bool inside_ = false, wanted_ = false;  // whether an instruction is being executed; whether it is traced
  std::uint64_t cycle_ = 0;
  std::string changes_, trap_;  // trap_: to be printed behind the instruction that caused it
};

}  // namespace janus::observe
