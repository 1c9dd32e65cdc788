// Observers, breakpoints and watchpoints of the concrete hart.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using hart::MemoryAccess;
using hart::Stop;
using hart::Watch;
using isa::Opcode;

constexpr std::uint64_t kForever = ~std::uint64_t{0};

// Writes down what it is told.
class Log : public hart::Observer {
 public:
  void before(const isa::Instruction& instruction, const State& state) override {
    lines.push_back(fmt::format("{} at {:x}", isa::row(instruction.opcode).mnemonic, state.pc));
  }
  void after(std::uint32_t pc, const isa::Instruction&, bool retired, const State& state) override {
    lines.push_back(fmt::format("{} {:x} -> {:x}", retired ? "retired" : "trapped", pc, state.pc));
  }
  void accessed(const MemoryAccess& a) override {
    lines.push_back(fmt::format("{}{} {:x} = {:x}{}", a.kind == MemoryAccess::Kind::Load ? "load" : "store", a.size,
                                a.address, a.value, a.device ? " of a device" : ""));
  }
  void trapped(const State& state) override {
    lines.push_back(fmt::format("cause {:x} from {:x}", state.mcause.raw, state.mepc.raw));
  }
  std::vector<std::string> lines;
};

class Observed : public HartTest {
 protected:
  // A program at kCode that ends with a jump to itself, which halts.
  Observed() {
    state().mtvec = kHandler;
    set_x(1, kData);
    set_x(2, 0x1234'5678);
    place(kCode, {encode(Opcode::sw, {.rs1 = 1, .rs2 = 2, .immediate = 4}),  // kCode
                  encode(Opcode::lhu, {.rd = 3, .rs1 = 1, .immediate = 6}),  // + 4
                  encode(Opcode::amoadd_w, {.rd = 4, .rs1 = 1, .rs2 = 2}),   // + 8
                  encode(Opcode::jal, {.rd = 0, .immediate = 0})});          // + 12
  }
};

using Lines = std::vector<std::string>;

TEST_F(Observed, ObserversHearOfInstructionsAndAccessesInOrder) {
  Log log;
  hart.observe(log);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
  EXPECT_EQ(log.lines, (Lines{"sw at 80000000", "store4 80002004 = 12345678", "retired 80000000 -> 80000004",
                              "lhu at 80000004", "load2 80002006 = 1234", "retired 80000004 -> 80000008",
                              "amoadd.w at 80000008", "load4 80002000 = 0", "store4 80002000 = 12345678",
                              "retired 80000008 -> 8000000c", "jal at 8000000c", "retired 8000000c -> 8000000c"}));
}

TEST_F(Observed, ObserversHearOfExceptionsAndInterrupts) {
  Log log;
  hart.observe(log);
  place(kHandler, {kNop});
  state().pc = kCode;
  poke(kCode, encode(Opcode::lw, {.rd = 3, .rs1 = 0, .immediate = 0}));  // address 0: nobody answers
  hart.step();
  state().mie = 1U << 7;
  state().mstatus = 1U << 3;
  hart.set_interrupt_line(7, true);
  hart.step();
  EXPECT_EQ(log.lines, (Lines{"lw at 80000000", "cause 5 from 80000000", "trapped 80000000 -> 80001000",
                              "cause 80000007 from 80001000"}));
}

TEST_F(Observed, AccessesToDevicesAreCalledThat) {
  Log log;
  hart.observe(log);
  set_x(1, kDevice);
  execute(Opcode::sw, {.rs1 = 1, .rs2 = 2});
  ASSERT_EQ(log.lines.size(), 3U);
  EXPECT_EQ(log.lines[1], "store4 10000000 = 12345678 of a device");
}

TEST_F(Observed, SeveralObserversHearTheSameAndTheForgottenNothing) {
  Log first, second;
  hart.observe(first);
  hart.observe(second);
  hart.step();
  hart.forget(second);
  hart.step();
  hart.forget(first);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
  EXPECT_EQ(first.lines.size(), 6U);
  EXPECT_EQ(second.lines, Lines(first.lines.begin(), first.lines.begin() + 3));
}

TEST_F(Observed, BreakpointsStopBeforeTheirInstructionAndLetItPassTheNextTime) {
  hart.set_breakpoint(kCode + 4);
  EXPECT_EQ(hart.run(kForever), Stop::Breakpoint);
  EXPECT_EQ(pc(), kCode + 4);
  EXPECT_EQ(x(3), 0U);
  EXPECT_EQ(state().retired, 1U);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
  EXPECT_EQ(x(3), 0x1234U);
}

TEST_F(Observed, ABreakpointStopsAgainWhenTheRunComesBackToIt) {
  place(kCode, {kNop, encode(Opcode::jal, {.rd = 0, .immediate = -4})});
  hart.set_breakpoint(kCode);
  for (std::uint64_t round = 0; round < 3; ++round) {
    EXPECT_EQ(hart.run(kForever), Stop::Breakpoint);
    EXPECT_EQ(state().retired, 2 * round);
  }
  hart.clear_breakpoint(kCode);
  EXPECT_EQ(hart.run(100), Stop::Budget);
}

TEST_F(Observed, ABreakpointOnAJumpToItselfIsPassedOnce) {
  state().mie = 1U << 7;
  state().mstatus = 1U << 3;
  place(kCode, {encode(Opcode::jal, {.rd = 0, .immediate = 0})});
  hart.set_breakpoint(kCode);
  for (std::uint64_t round = 0; round < 3; ++round) {
    EXPECT_EQ(hart.run(kForever), Stop::Breakpoint);
    EXPECT_EQ(hart.position(), round);
  }
}

TEST_F(Observed, AnInterruptComesBeforeABreakpoint) {
  state().mie = 1U << 7;
  state().mstatus = 1U << 3;
  hart.set_interrupt_line(7, true);
  hart.set_breakpoint(kCode);
  hart.set_breakpoint(kHandler);
  EXPECT_EQ(hart.run(kForever), Stop::Breakpoint);
  EXPECT_EQ(pc(), kHandler);
  EXPECT_EQ(hart.position(), 1U);
}

TEST_F(Observed, AHartThatWaitsIsNotAtTheBreakpointBehind) {
  place(kCode, {encode(Opcode::wfi), kNop});
  hart.set_breakpoint(kCode + 4);
  EXPECT_EQ(hart.run(kForever), Stop::Waiting);
  state().mie = 1U << 7;
  hart.set_interrupt_line(7, true);  // pending, but interrupts are off: wfi ends without one
  EXPECT_EQ(hart.run(kForever), Stop::Breakpoint);
  EXPECT_EQ(pc(), kCode + 4);
}

TEST_F(Observed, WatchpointsStopBeforeTheAccessThatHitsAndLetItPassTheNextTime) {
  hart.set_watchpoint({kData + 7, 1, Watch::Write});
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(pc(), kCode);
  EXPECT_EQ(peek(kData + 4), 0U);
  EXPECT_EQ(hart.watchpoint_hit().address, kData + 7);
  EXPECT_EQ(hart.watchpoint_hit().pc, kCode);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
}

TEST_F(Observed, ReadWatchpointsAreForLoadsAndAccessWatchpointsForBoth) {
  hart.set_watchpoint({kData + 4, 4, Watch::Read});
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(pc(), kCode + 4);
  EXPECT_EQ(hart.watchpoint_hit().address, kData + 6);
  hart.set_watchpoint({kData, 1, Watch::Access});
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(pc(), kCode + 8);
  EXPECT_EQ(hart.watchpoint_hit().watchpoint.watch, Watch::Access);
}

TEST_F(Observed, WatchpointsMissWhatIsBesideThem) {
  for (const hart::Watchpoint miss : {hart::Watchpoint{kData + 8, 8, Watch::Access},
                                      {kData - 4, 4, Watch::Access},
                                      {kData, 4, Watch::Access},
                                      {kData + 4, 0, Watch::Access}}) {
    hart.set_watchpoint(miss);
  }
  hart.clear_watchpoint({kData, 4, Watch::Access});
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
}

TEST_F(Observed, WatchpointsMayBeOnDevicesAndAtTheEndOfTheAddressSpace) {
  hart.set_watchpoint({kDevice, 4, Watch::Write});
  hart.set_watchpoint({~0U - 3, 4, Watch::Read});
  set_x(1, kDevice);
  place(kCode, {encode(Opcode::sw, {.rs1 = 1, .rs2 = 2}), encode(Opcode::lw, {.rd = 3, .rs1 = 0, .immediate = -4})});
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(hart.watchpoint_hit().address, kDevice);
  EXPECT_EQ(bus.device, 0U);
  EXPECT_EQ(hart.run(kForever), Stop::DeviceAccess);
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(hart.watchpoint_hit().address, ~0U - 3);
}

TEST_F(Observed, AStoreConditionalHitsOnlyIfItStores) {
  hart.set_watchpoint({kData, 4, Watch::Write});
  place(kCode, {encode(Opcode::sc_w, {.rd = 3, .rs1 = 1, .rs2 = 2}), encode(Opcode::lr_w, {.rd = 3, .rs1 = 1}),
                encode(Opcode::sc_w, {.rd = 3, .rs1 = 1, .rs2 = 2})});
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(pc(), kCode + 8);
}

TEST_F(Observed, ABreakpointAndAWatchpointOfOneInstructionStopBoth) {
  hart.set_breakpoint(kCode);
  hart.set_watchpoint({kData + 4, 4, Watch::Write});
  EXPECT_EQ(hart.run(kForever), Stop::Breakpoint);
  EXPECT_EQ(hart.run(kForever), Stop::Watchpoint);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
}

TEST_F(Observed, WhatIsIgnoredStopsNothing) {
  hart.set_breakpoint(kCode);
  hart.set_watchpoint({kData + 4, 4, Watch::Write});
  hart.ignore_breakpoints(true);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
}

TEST_F(Observed, ARestoredHartGoesOnAsTheSavedOneDid) {
  const auto start = hart.save();
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
  const auto end = hart.save();
  std::ranges::fill(std::span(bus.bytes).subspan(kData - kRamBase, 16), 0);
  hart.restore(start);
  EXPECT_EQ(hart.position(), 0U);
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
  EXPECT_EQ(state().cycles, end.state.cycles);
  EXPECT_EQ(state().x[3].raw, end.state.x[3].raw);
}

TEST_F(Observed, CyclesAndStateAreThoseOfAPlainRun) {
  const State start = state();
  EXPECT_EQ(hart.run(kForever), Stop::Halted);
  const auto cycles = state().cycles, retired = state().retired;

  MemoryBus other_bus;
  other_bus.bytes = bus.bytes;
  hart::ConcreteHart other(plain(), other_bus);
  other.state() = start;
  Log log;
  other.observe(log);
  other.set_breakpoint(kCode + 8);
  other.set_watchpoint({kData, 16, Watch::Access});
  Stop stop = Stop::Budget;
  int stops = 0;
  for (; stop != Stop::Halted; ++stops) stop = other.run(kForever);
  EXPECT_EQ(stops, 5);  // three instructions that access, a breakpoint, the end
  EXPECT_EQ(other.state().cycles, cycles);
  EXPECT_EQ(other.state().retired, retired);
}

}  // namespace
}  // namespace janus::testing
