// Weakest preconditions compared with execution. The precondition of random instructions must hold in exactly those
// random states that take the same way and satisfy the postcondition at the end.
#include "engine/subsume/location_hart.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/subsume/history.h"
#include "testing/encode.h"
#include "testing/random.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

using isa::Opcode;
using term::Term;
using testing::SymbolicFixture;

using testing::kCode;
constexpr std::uint32_t kData = kCode + 0x2000;
constexpr unsigned kLength = 12;
constexpr std::uint32_t kPointer = 8, kMovingPointer = 9, kFirst = 10, kRegisters = 6;

constexpr Opcode kComputing[] = {Opcode::add,  Opcode::sub,    Opcode::sll, Opcode::slt, Opcode::sltu, Opcode::xor_,
                                 Opcode::sra,  Opcode::mul,    Opcode::div, Opcode::rem, Opcode::remu, Opcode::and_,
                                 Opcode::mulh, Opcode::mulhsu, Opcode::srl, Opcode::or_};
constexpr Opcode kBranches[] = {Opcode::beq, Opcode::bne, Opcode::blt, Opcode::bge, Opcode::bltu, Opcode::bgeu};
constexpr Opcode kLoads[] = {Opcode::lb, Opcode::lbu, Opcode::lh, Opcode::lhu, Opcode::lw};
constexpr Opcode kStores[] = {Opcode::sb, Opcode::sh, Opcode::sw};
constexpr Opcode kAtomics[] = {Opcode::amoadd_w, Opcode::amoswap_w, Opcode::amomin_w, Opcode::amomaxu_w};

template <std::size_t N>
Opcode any_of(testing::Random& random, const Opcode (&opcodes)[N]) {
  return opcodes[random.below(N)];
}

// Records every instruction that a state executes, in the same way as Subsumption.
class Recorder : public Technique {
 public:
  bool watches_instructions() const override { return true; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override {
    steps.push_back(step_of(state, executed, false, nullptr, std::nullopt));
    accesses.emplace_back(executed.accesses.begin(), executed.accesses.end());
  }
  TechniqueReport report() const override { return {}; }

  std::vector<Step> steps;
  std::vector<std::vector<MemoryAccess>> accesses;  // of each step
};

class Preconditions : public ::testing::Test {
 protected:
  Preconditions() { f.hart.watch_for(recorder); }

  std::uint32_t any_instruction() {
    const auto reg = [&] { return kFirst + random.below(kRegisters); };
    const auto pointer = [&] { return random.one_in(2) ? kPointer : kMovingPointer; };
    switch (random.below(8)) {
      case 0: return testing::encode(any_of(random, kBranches), {.rs1 = reg(), .rs2 = reg(), .immediate = 8});
      case 1:
      case 2:
        return testing::encode(any_of(random, kLoads),
                               {.rd = reg(), .rs1 = pointer(), .immediate = random.between(0, 9)});
      case 3:
      case 4:
        return testing::encode(any_of(random, kStores),
                               {.rs1 = pointer(), .rs2 = reg(), .immediate = random.between(0, 9)});
      case 5: return testing::encode(any_of(random, kAtomics), {.rd = reg(), .rs1 = kPointer, .rs2 = reg()});
      case 6: return testing::encode(Opcode::addi, {.rd = reg(), .rs1 = reg(), .immediate = random.between(-9, 9)});
      default: return testing::encode(any_of(random, kComputing), {.rd = reg(), .rs1 = reg(), .rs2 = reg()});
    }
  }

  std::unique_ptr<ExecutionState> any_state(const std::vector<std::uint32_t>& code) {
    auto state = f.state_at(kCode);
    for (std::uint32_t i = 0; i < code.size(); ++i) f.poke(*state, kCode + 4 * i, code[i]);
    for (std::uint32_t i = 0; i < kRegisters; ++i) state->hart.x[kFirst + i].bits.raw = random.operand();
    for (std::uint32_t i = 0; i < 8; ++i) f.poke(*state, kData + 4 * i, random.operand());
    state->hart.x[kPointer].bits.raw = kData;
    state->hart.x[kMovingPointer].bits.raw = kData + random.below(4);
    return state;
  }
  // A copy of the state with other values in a few locations.
  std::unique_ptr<ExecutionState> like(const ExecutionState& other) {
    auto state = std::make_unique<ExecutionState>(other);
    for (unsigned changes = 1 + random.below(2); changes > 0; --changes) {
      switch (random.below(4)) {
        case 0: f.poke(*state, kData + 4 * random.below(8), random.operand()); break;
        case 1: state->hart.x[kMovingPointer] = {{}, {kData + random.below(5)}}; break;
        default: state->hart.x[kFirst + random.below(kRegisters)].bits.raw = random.operand();
      }
    }
    return state;
  }

  // Executes all instructions. False if the state forks.
  bool run(ExecutionState& state) {
    recorder = {};
    SymbolicFixture::States siblings;
    f.hart.run(state, kLength, siblings);
    return siblings.empty();
  }

  Term any_condition(const ExecutionState& at_end) {
    const auto location = [&]() -> Location {
      if (random.one_in(3)) return {Location::Kind::Word, kData + 4 * random.below(4)};
      return {Location::Kind::Register, kFirst + random.below(kRegisters)};
    };
    const Location a = location(), b = location();
    const Term order = f.pool.slt(locations.variable(a), locations.variable(b));
    const Term value = locations.value(at_end, a);
    const Term same = value.is_constant() ? f.pool.eq(locations.variable(a), value) : order;
    switch (random.below(3)) {
      case 0: return order;
      case 1: return same;
      default: return f.pool.bit_or(f.pool.bit_not(order), same);
    }
  }

  Term before_all(const Recorder& recorded, Term phi) {
    for (std::size_t i = recorded.steps.size(); i-- > 0;) {
      EXPECT_EQ(recorded.steps[i].kind, StepKind::Plain) << std::hex << recorded.steps[i].word;
      const Precondition before = hart.before(recorded.steps[i], recorded.accesses[i], phi);
      phi = f.pool.bit_and(before.guard, before.then);
    }
    return phi;
  }

  static bool same_instructions(const Recorder& a, const Recorder& b) {
    return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                      [](const Step& x, const Step& y) { return x.pc == y.pc && x.next == y.next; });
  }
  static bool same_addresses(const Recorder& a, const Recorder& b) {
    return std::equal(a.accesses.begin(), a.accesses.end(), b.accesses.begin(), b.accesses.end(),
                      [](const auto& x, const auto& y) {
                        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                                          [](const auto& p, const auto& q) { return p.low == q.low; });
                      });
  }

  testing::Random random{7};
  SymbolicFixture f;
  Recorder recorder;
  Locations locations{f.pool, SymbolicFixture::kRamBase};
  term::Support support;
  LocationHart hart{
      {SymbolicFixture::kRamBase, SymbolicFixture::kRamSize, isa::kUncompressed, std::nullopt}, locations, support};
};

TEST_F(Preconditions, HoldInExactlyTheStatesThatGoTheSameWayAndSatisfyTheCondition) {
  unsigned held = 0, failed = 0;
  for (int round = 0; round < 1500; ++round) {
    std::vector<std::uint32_t> code(2 * kLength);
    std::generate(code.begin(), code.end(), [&] { return any_instruction(); });
    const auto start = any_state(code);
    ExecutionState end = *start;
    ASSERT_TRUE(run(end));
    const Recorder recorded = recorder;
    const Term phi = any_condition(end), before = before_all(recorded, phi);
    ASSERT_EQ(locations.at(*start, before), locations.at(end, phi)) << "where it was recorded";
    for (int i = 0; i < 4; ++i) {
      const auto other = random.one_in(4) ? any_state(code) : like(*start);
      const Term holds = locations.at(*other, before);
      ASSERT_TRUE(holds.is_constant());
      ASSERT_TRUE(run(*other));
      const bool fine = same_instructions(recorder, recorded) && locations.at(*other, phi).is_constant(1);
      if (holds.is_constant(1)) {
        EXPECT_TRUE(fine) << round;
      } else {
        EXPECT_FALSE(fine && same_addresses(recorder, recorded)) << "stronger than it has to be, " << round;
      }
      ++(holds.is_constant(1) ? held : failed);
    }
  }
  EXPECT_GT(held, 500U);
  EXPECT_GT(failed, 500U);
}

TEST_F(Preconditions, OfAccessesThroughSymbolicPointersHoldOnlyInStatesThatSatisfyTheCondition) {
  unsigned held = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<std::uint32_t> code(2 * kLength);
    std::generate(code.begin(), code.end(), [&] { return any_instruction(); });
    const auto concrete = any_state(code);
    ExecutionState end = *concrete;
    const Term offset = f.make_symbolic(end, kMovingPointer, "offset", random.below(16));
    const Term masked = f.pool.bit_and(offset, f.pool.constant(32, 12));
    end.hart.x[kMovingPointer] = {f.pool.add(f.pool.constant(32, kData), masked), {}};
    if (!run(end)) continue;
    const Recorder recorded = recorder;
    const Term phi = any_condition(end), before = before_all(recorded, phi);
    for (int i = 0; i < 4; ++i) {
      const auto other = like(*concrete);
      other->hart.x[kMovingPointer].bits.raw = kData + (random.one_in(5) ? random.below(32) : 4 * random.below(4));
      const Term holds = locations.at(*other, before);
      ASSERT_TRUE(holds.is_constant());
      if (holds.is_constant(0)) continue;
      ++held;
      ASSERT_TRUE(run(*other));
      EXPECT_TRUE(same_instructions(recorder, recorded)) << round;
      EXPECT_TRUE(locations.at(*other, phi).is_constant(1)) << round;
    }
  }
  EXPECT_GT(held, 200U);
}

}  // namespace
}  // namespace janus::engine
