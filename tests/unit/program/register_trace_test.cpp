// What is read off the code about registers, compared with runs of random code on the concrete hart.
#include "program/register_trace.h"

#include <gtest/gtest.h>

#include <array>

#include "program/call_convention.h"
#include "testing/elf_writer.h"
#include "testing/hart_fixture.h"

namespace janus::program {
namespace {

class RegisterTraces : public testing::HartTest {
 protected:
  static constexpr std::uint32_t kNone = RegisterTrace::kNone, kSteps = 1U << 20;
  // Temporaries, arguments, and what calls preserve; ra and t0 are for calls.
  static constexpr std::array<std::uint32_t, 6> kTemporary = {6, 7, 10, 11, 12, 28}, kPreserved = {2, 3, 8, 9, 18, 27};
  static constexpr std::array<std::uint8_t, 14> kAsked = {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 18, 28};
  static constexpr std::uint32_t kMain = 16, kFunctions = 3, kFunction = 8, kSize = kMain + kFunctions * kFunction;

  static std::uint32_t call(std::uint32_t link, std::int32_t words) {
    return testing::encode(Opcode::jal, {.rd = link, .immediate = 4 * words});
  }
  static std::uint32_t leave(std::uint32_t link) { return testing::encode(Opcode::jalr, {.rs1 = link}); }
  static std::uint32_t load(std::uint32_t rd, std::int32_t value) {
    return testing::encode(Opcode::addi, {.rd = rd, .immediate = value});
  }
  static std::uint32_t branch_by(std::int32_t words) {
    return testing::encode(Opcode::beq, {.rs1 = 10, .rs2 = 11, .immediate = 4 * words});
  }
  static std::uint32_t jump_by(std::int32_t words) { return testing::encode(Opcode::jal, {.immediate = 4 * words}); }

  // A word that goes on with the next, and writes one of the temporaries, or of all registers.
  std::uint32_t plain_word(bool temporaries) {
    const auto reg = [&] {
      return temporaries || random.one_in(2) ? random.pick(kTemporary) : random.pick(kPreserved);
    };
    const auto rd = reg(), rs1 = reg(), rs2 = reg();
    switch (random.below(10)) {
      case 0:
      case 1:
      case 2: return load(rd, random.between(-2, 2));
      case 3: return testing::encode(Opcode::lui, {.rd = rd, .immediate = 0x12345000});
      case 4: return testing::encode(Opcode::auipc, {.rd = rd});
      case 5: return testing::encode(Opcode::add, {.rd = rd, .rs1 = rs1, .rs2 = rs2});
      case 6: return testing::encode(Opcode::csrrs, {.rd = rd, .immediate = isa::csr::mscratch});
      case 7: return testing::encode(Opcode::mul, {.rd = rd, .rs1 = rs1, .rs2 = rs2});
      default: return testing::encode(Opcode::addi, {.rd = rd, .rs1 = rs1, .immediate = random.between(-9, 9)});
    }
  }
  // Code that ends in a loop, and calls functions behind it. The last of those is called with t0 and keeps nothing; the
  // others keep what calls preserve, and one returns without keeping ra.
  std::vector<std::uint32_t> random_code() {
    std::vector<std::uint32_t> words;
    for (std::uint32_t at = 0; at + 1 < kMain; ++at) {
      const std::uint32_t callee = random.below(kFunctions);
      const auto to = static_cast<std::int32_t>(kMain + callee * kFunction - at);
      switch (random.below(9)) {
        case 0: words.push_back(call(callee + 1 == kFunctions ? isa::kT0 : isa::kRa, to)); break;
        case 1: words.push_back(branch_by(random.between(1, static_cast<std::int32_t>(kMain - at) - 1))); break;
        case 2: words.push_back(branch_by(-random.between(0, static_cast<std::int32_t>(at)))); break;
        case 3: words.push_back(random.one_in(3) ? testing::encode(Opcode::ecall) : plain_word(false)); break;
        default: words.push_back(plain_word(false));
      }
    }
    words.push_back(jump_by(-random.between(0, static_cast<std::int32_t>(kMain) - 1)));
    for (std::uint32_t f = 0; f < kFunctions; ++f) {
      const bool keeps = f + 1 < kFunctions;
      for (std::uint32_t at = 0; at + 3 < kFunction; ++at) {
        words.push_back(random.one_in(4) ? branch_by(at + 4 < kFunction ? random.between(1, 2) : 1)
                                         : plain_word(keeps));
      }
      words.push_back(f == 1 ? testing::encode(Opcode::addi, {.rd = isa::kT0, .rs1 = isa::kRa}) : testing::kNop);
      words.push_back(f == 0 ? testing::kNop : load(isa::kRa, 5));
      words.push_back(leave(f == 0 ? isa::kRa : isa::kT0));
    }
    return words;
  }

  struct Activation {
    std::uint32_t before = kNone;             // the instruction executed last, by the graph's numbers
    std::array<std::uint32_t, 32> writers{};  // the instruction that wrote each register last, or kNone
  };

  // Executes the code in `image` and compares what is claimed before each instruction.
  void compare(const ControlFlowGraph& graph, RegisterTrace& trace) {
    for (std::uint8_t number = 1; number < 32; ++number) set_x(number, random.operand());
    hart.write_csr(isa::csr::mscratch, {random.word()});
    state().pc = kCode;
    hart.retry();  // it may have halted
    std::vector<Activation> calls(1);
    calls.back().writers.fill(kNone);
    for (int step = 0; step < 150; ++step) {
      const std::uint32_t number = graph.number_of(pc());
      ASSERT_NE(number, kNone);
      const Activation& here = calls.back();
      for (const std::uint8_t reg : kAsked) {
        if (const auto value = trace.constant(number, reg)) {
          ASSERT_EQ(x(reg), *value) << "x" << unsigned{reg} << " at " << (pc() - kCode) / 4;
          ++constants;
        }
        if (const std::uint32_t writer = trace.definition(number, reg); writer != kNone) {
          ASSERT_EQ(here.writers[reg], writer) << "x" << unsigned{reg} << " at " << (pc() - kCode) / 4;
          ++definitions;
        }
      }
      if (const std::uint32_t before = trace.predecessor(number); before != kNone) {
        ASSERT_EQ(here.before, before) << (pc() - kCode) / 4;
      }
      ASSERT_NO_FATAL_FAILURE(execute_one(graph.instruction(number), number, calls));
    }
  }
  void execute_one(const isa::Instruction& i, std::uint32_t number, std::vector<Activation>& calls) {
    const State before = state();
    if (i.opcode == Opcode::ecall) {  // an operating system does what it likes
      for (std::uint8_t reg = 1; reg < 32; ++reg) {
        if (random.one_in(2)) set_x(reg, random.operand());
      }
      state().pc += 4;
      calls.back().writers.fill(kNone);
    } else {
      hart.step();
      ASSERT_FALSE(trapped());
      if (const std::uint8_t rd = isa::written_register(i); rd != 0) calls.back().writers[rd] = number;
    }
    calls.back().before = number;
    if (is_call(i)) {
      calls.emplace_back();
      calls.back().writers.fill(kNone);
      at_calls.push_back(before);
    } else if (is_return(i)) {
      ASSERT_GT(calls.size(), 1U);
      calls.pop_back();
      const State at_call = at_calls.back();
      at_calls.pop_back();
      const std::uint32_t link = graph_word(calls.back().before).rd;
      for (std::uint8_t reg = 1; reg < 32; ++reg) {
        if (x(reg) != at_call.x[reg].raw && reg != link) calls.back().writers[reg] = kNone;
      }
    }
  }
  isa::Instruction graph_word(std::uint32_t number) { return graph_->instruction(number); }

  // The trace of code, to ask questions by word.
  void trace_of(const std::vector<std::uint32_t>& words, std::uint32_t steps = kSteps, bool marked_hooks = false) {
    image_ = testing::image_of(words);
    graph_.emplace(image_);
    trace_.emplace(*graph_, steps, marked_hooks);
  }
  std::optional<std::uint32_t> constant(std::uint32_t word, std::uint8_t reg) {
    return trace_->constant(graph_->number_of(kCode + 4 * word), reg);
  }
  // The word that wrote the register, or kNone.
  std::uint32_t definition(std::uint32_t word, std::uint8_t reg, unsigned way = RegisterTrace::kMaxWay) {
    const std::uint32_t found = trace_->definition(graph_->number_of(kCode + 4 * word), reg, way);
    return found == kNone ? kNone : (graph_->address_of(found) - kCode) / 4;
  }

  static constexpr std::uint32_t kCode = testing::kCode;
  testing::Random random{45};
  std::vector<State> at_calls;
  int constants = 0, definitions = 0;
  support::FirmwareImage image_;
  std::optional<ControlFlowGraph> graph_;
  std::optional<RegisterTrace> trace_;
};

TEST_F(RegisterTraces, SayWhatRunsOfTheCodeHaveInRegistersAndWhoWroteThem) {
  for (int i = 0; i < 60; ++i) {
    const auto words = random_code();
    trace_of(words);
    for (std::uint32_t at = 0; at < words.size(); ++at) poke(kCode + 4 * at, words[at]);
    for (int run = 0; run < 2; ++run) {
      at_calls.clear();
      ASSERT_NO_FATAL_FAILURE(compare(*graph_, *trace_)) << "code " << i;
    }
  }
  EXPECT_GT(constants, 10'000);
  EXPECT_GT(definitions, 10'000);
}

TEST_F(RegisterTraces, KnowAConstantThatIsTheSameOnAllWays) {
  // 0: a0 = 1. 1: a branch to 4. 2: a2 = 5, or 6. 3: to 5. 4: a2 = 5. 5: they meet.
  const auto diamond = [&](std::int32_t other) {
    trace_of({load(10, 1), branch_by(3), load(12, other), jump_by(2), load(12, 5), jump_by(0)});
  };
  diamond(5);
  EXPECT_EQ(constant(5, 12), 5U);
  EXPECT_EQ(constant(5, 10), 1U);
  EXPECT_EQ(definition(5, 12), kNone) << "two wrote it";
  EXPECT_EQ(definition(4, 10), 0U);
  EXPECT_EQ(trace_->predecessor(graph_->number_of(kCode + 20)), kNone);
  diamond(6);
  EXPECT_EQ(constant(5, 12), std::nullopt);
  EXPECT_EQ(constant(5, 10), 1U);
  EXPECT_EQ(constant(5, 0), 0U);
}

TEST_F(RegisterTraces, KnowNothingOfWhereTheProgramOrAFunctionBegins) {
  // 0: a2 is 1 when control comes back from 2. 3: a function in a loop of the same kind.
  trace_of({call(1, 3), load(12, 1), branch_by(-2), load(12, 1), branch_by(-1), leave(1)});
  EXPECT_EQ(constant(0, 12), std::nullopt);
  EXPECT_EQ(definition(0, 12), kNone);
  EXPECT_EQ(constant(3, 12), std::nullopt);
  EXPECT_EQ(constant(4, 12), 1U);
  EXPECT_EQ(constant(2, 12), 1U);
  trace_of({load(8, 1), call(1, 2), jump_by(0), leave(1)});
  EXPECT_EQ(constant(2, 8), 1U);
  EXPECT_EQ(constant(3, 8), std::nullopt) << "whoever calls";
  // 3 comes after 1, and after 2 once somebody whom nobody sees has entered that.
  trace_of({load(12, 1), jump_by(2), testing::kNop, testing::kNop, jump_by(0)});
  EXPECT_EQ(constant(3, 12), 1U);
  graph_->discover(kCode + 8);
  EXPECT_EQ(constant(3, 12), std::nullopt);
}

TEST_F(RegisterTraces, FollowComputationsAroundLoopsThatLeaveThemAlone) {
  trace_of({testing::encode(Opcode::lui, {.rd = 12, .immediate = 0x1000}),
            testing::encode(Opcode::addi, {.rd = 12, .rs1 = 12, .immediate = -1}), load(11, 3), branch_by(-1),
            jump_by(0)});
  EXPECT_EQ(constant(2, 12), 0xfffU);
  EXPECT_EQ(constant(4, 12), 0xfffU);
  EXPECT_EQ(definition(1, 12), 0U);
  EXPECT_EQ(definition(2, 12), kNone) << "two ways lead to the loop";
}

TEST_F(RegisterTraces, KnowWhatCallsKeep) {
  // 0: s0, a0, t1 and gp are set. 4: a call of 7. 5: where it returns.
  trace_of({load(8, 1), load(10, 2), load(6, 3), load(3, 4), call(1, 3), load(11, 1), jump_by(0), leave(1)});
  EXPECT_EQ(constant(5, 8), 1U);
  EXPECT_EQ(definition(5, 8), 0U);
  EXPECT_EQ(constant(5, 3), 4U);
  EXPECT_EQ(constant(5, 10), std::nullopt);
  EXPECT_EQ(definition(5, 10), kNone);
  EXPECT_EQ(constant(5, 6), std::nullopt);
  EXPECT_EQ(constant(5, 1), std::nullopt) << "a function need not return with ra as it was";
}

TEST_F(RegisterTraces, KnowNothingAfterACallThatKeepsToNoConvention) {
  // With t0 as the link: a routine that makes room on the stack, or code that a compiler put there for several.
  trace_of({load(2, 1), load(8, 2), call(5, 3), load(11, 1), jump_by(0), load(8, 3), leave(5)});
  EXPECT_EQ(constant(3, 2), std::nullopt);
  EXPECT_EQ(constant(3, 8), std::nullopt);
  EXPECT_EQ(definition(3, 8), kNone);
}

TEST_F(RegisterTraces, KnowThatAMarkedHookChangesOnlyTheRegisterItNames) {
  const std::uint32_t ecall = testing::encode(Opcode::ecall);
  // a2 = 7; t0 = code; t1 = a0; 3: the hook, which may go round 1 or 2 (a loop); 6: behind it.
  const auto hook = [&](std::int32_t code, std::uint32_t marker, std::int32_t back, bool marked) {
    trace_of({load(12, 7), load(5, code), load(6, 10), marker, ecall, branch_by(back), jump_by(0)}, kSteps, marked);
  };
  hook(1, isa::kHookMarker, -3, true);
  EXPECT_EQ(constant(6, 12), 7U);
  EXPECT_EQ(constant(6, 5), 1U);
  EXPECT_EQ(constant(6, 6), 10U) << "around a loop that leaves the hook's own arguments alone";
  hook(3, isa::kHookMarker, -2, true);
  EXPECT_EQ(constant(6, 12), 7U);
  EXPECT_EQ(constant(6, 10), std::nullopt) << "a0 is an input";
  hook(20, isa::kHookMarker, -3, true);
  EXPECT_EQ(constant(6, 12), std::nullopt) << "20 is no hook";
  hook(1, testing::kNop, -3, true);
  EXPECT_EQ(constant(6, 12), std::nullopt) << "there is no marker";
  hook(1, isa::kHookMarker, -3, false);
  EXPECT_EQ(constant(6, 12), std::nullopt) << "the firmware does not mark its hooks";
}

TEST_F(RegisterTraces, DoNotBelieveThatAHookKeepsWhatItChangesTheNextTime) {
  const std::uint32_t ecall = testing::encode(Opcode::ecall);
  const auto copy = [](std::uint32_t rd, std::uint32_t rs1) {
    return testing::encode(Opcode::addi, {.rd = rd, .rs1 = rs1});
  };
  // The first time the hook names a0 (10), the second time whatever a0 then holds.
  trace_of({load(12, 7), load(10, 10), load(5, 3), copy(6, 10), isa::kHookMarker, ecall, branch_by(-3), jump_by(0)},
           kSteps, true);
  EXPECT_EQ(constant(7, 12), std::nullopt);
  // It names t0, which is no hook's code the second time.
  trace_of({load(12, 7), load(5, 3), load(6, 5), isa::kHookMarker, ecall, branch_by(-2), jump_by(0)}, kSteps, true);
  EXPECT_EQ(constant(6, 12), std::nullopt);
}

TEST_F(RegisterTraces, LookNoFurtherThanTheyMay) {
  std::vector<std::uint32_t> words{load(12, 1)};
  for (int i = 0; i < 20; ++i) words.push_back(testing::kNop);
  words.push_back(jump_by(0));
  trace_of(words);
  EXPECT_EQ(definition(20, 12, 20), 0U);
  EXPECT_EQ(definition(20, 12, 19), kNone);
  EXPECT_EQ(constant(20, 12), 1U);
  trace_of(words, 20);
  EXPECT_EQ(constant(20, 12), 1U);
  EXPECT_EQ(constant(20, 12), std::nullopt) << "no step is left";
  EXPECT_FALSE(trace_->spend(1));
}

}  // namespace
}  // namespace janus::program
