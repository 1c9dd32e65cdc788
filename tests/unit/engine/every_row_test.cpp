// Every row of the instruction table on the two harts that techniques add to the symbolic one: the location hart
// (subsumption) and the shadow hart (learning). Both follow an instruction that the symbolic hart has executed.
#include <gtest/gtest.h>

#include "engine/learn/shadow_hart.h"
#include "engine/subsume/location_hart.h"
#include "isa/disassembler.h"
#include "isa/predicates.h"
#include "testing/random_instruction.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

using term::Term;
using testing::kCode;
using testing::kFirstPointer;
using testing::kPointers;
using testing::SymbolicFixture;

constexpr std::uint32_t kTestData = kCode + 0x2000, kTestWords = 16;
constexpr int kRounds = 40;

// Follows one instruction: records the instruction for the location hart, and lets the shadow hart execute it.
class Follower : public Technique {
 public:
  explicit Follower(ShadowHart& shadow) : shadow_(shadow) {}

  void started(ExecutionState& state) override {
    step.reset();
    shadow = std::make_unique<ShadowState>(state.memory);
    for (unsigned i = 1; i < 32; ++i) shadow->x[i] = state.hart.x[i];
  }
  bool watches_instructions() const override { return true; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override {
    step = step_of(state, executed, false, nullptr, std::nullopt);
    accesses.assign(executed.accesses.begin(), executed.accesses.end());
    if (shadows) shadow_.execute(*shadow, executed, state.hart.pc);
  }
  TechniqueReport report() const override { return {}; }

  std::optional<Step> step;
  std::vector<MemoryAccess> accesses;
  std::unique_ptr<ShadowState> shadow;
  bool shadows = false;

 private:
  ShadowHart& shadow_;
};

class EveryRowFollowed : public ::testing::TestWithParam<isa::Row> {
 protected:
  EveryRowFollowed() { f.hart.watch_for(follower); }

  std::unique_ptr<ExecutionState> random_state() {
    word = testing::random_instruction(GetParam().opcode, random);
    auto state = f.state_at(kCode);
    f.poke(*state, kCode, word);
    for (unsigned i = 1; i < 32; ++i) state->hart.x[i].bits.raw = random.operand();
    for (unsigned i = 0; i < kPointers; ++i) {
      state->hart.x[kFirstPointer + i].bits.raw = kTestData + 16 + 4 * random.below(4);
    }
    for (std::uint32_t i = 0; i < kTestWords; ++i) f.poke(*state, kTestData + 4 * i, random.operand());
    state->hart.mtvec = kCode + 0x1000;
    return state;
  }
  // Executes the instruction. False if the instruction trapped or ended the path.
  bool completes(ExecutionState& state) {
    follower.started(state);
    SymbolicFixture::States siblings;
    const std::uint64_t traps = state.hart.traps;
    return !f.hart.run(state, 1, siblings) && state.hart.traps == traps && follower.step.has_value();
  }
  // A register that the instruction writes, or any other location.
  Location random_location() {
    if (random.one_in(3)) return {Location::Kind::Word, kTestData + 4 * random.below(kTestWords)};
    const std::uint32_t written = isa::written_register(isa::decode(word, isa::kUncompressed));
    return {Location::Kind::Register, random.one_in(2) && written != 0 ? written : 1 + random.below(31)};
  }
  std::string text() const { return isa::disassemble(isa::decode(word, isa::kUncompressed), kCode); }

  testing::Random random{static_cast<std::uint64_t>(GetParam().opcode) + 1};
  SymbolicFixture f;
  std::uint32_t word = 0;
  std::atomic<bool> over = false;
  term::TermPool shadow_pool;
  SearchFormula formula{&over};
  LearningPace pace;
  ConflictAnalysis analysis{shadow_pool, formula, pace, over};
  ShadowHart shadow_hart{shadow_pool, formula, analysis, SymbolicFixture::kRamBase, SymbolicFixture::kRamSize};
  Follower follower{shadow_hart};
  Locations locations{f.pool, SymbolicFixture::kRamBase};
  term::Support support;
  LocationHart location_hart{
      {SymbolicFixture::kRamBase, SymbolicFixture::kRamSize, isa::kUncompressed, std::nullopt}, locations, support};
};

// A weakest precondition holds before the instruction if and only if the postcondition holds after the instruction.
TEST_P(EveryRowFollowed, HasAPreconditionThatSaysWhatItDoes) {
  for (int round = 0; round < kRounds; ++round) {
    const auto start = random_state();
    ExecutionState end = *start;
    if (!completes(end) || follower.step->kind != StepKind::Plain) continue;
    // An sc.w that fails has the precondition `false`, which is stronger than the weakest precondition.
    if (GetParam().opcode == isa::Opcode::sc_w && follower.accesses.empty()) continue;
    const Location location = random_location();
    const Term is = locations.value(end, location);
    ASSERT_TRUE(is.is_constant()) << text();
    for (const bool right : {true, false}) {
      const Term value = f.pool.add(is, f.pool.constant(32, right ? 0 : 1));
      const Precondition before =
          location_hart.before(*follower.step, follower.accesses, f.pool.eq(locations.variable(location), value));
      const Term holds = locations.at(*start, f.pool.bit_and(before.guard, before.then));
      ASSERT_TRUE(holds.is_constant(right ? 1 : 0)) << text() << (right ? "" : ", of a condition that does not hold");
    }
  }
}

// A shadow with the same knowledge as the path stays equal to the path. The learner itself follows CSRs, atomics and
// system instructions.
TEST_P(EveryRowFollowed, LeavesInItsShadowWhatItLeavesInTheMachine) {
  const isa::Row& row = GetParam();
  const bool atomic = row.format == isa::Format::Amo || row.format == isa::Format::LoadReserved;
  if (row.timing == isa::TimingClass::Csr || row.timing == isa::TimingClass::System || atomic) return;
  follower.shadows = true;
  int followed = 0;
  for (int round = 0; round < kRounds; ++round) {
    const auto end = random_state();
    if (!completes(*end)) continue;
    ++followed;
    for (unsigned i = 1; i < 32; ++i) {
      ASSERT_EQ(follower.shadow->x[i].bits.raw, end->hart.x[i].bits.raw) << text() << ": x" << i;
    }
    for (std::uint32_t at = kTestData; at < kTestData + 4 * kTestWords; ++at) {
      const std::uint32_t offset = at - SymbolicFixture::kRamBase;
      ASSERT_EQ(follower.shadow->memory.byte(offset), end->memory.byte(offset)) << text();
    }
  }
  EXPECT_GT(followed, 0);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryRowFollowed, ::testing::ValuesIn(isa::kTable),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace janus::engine
