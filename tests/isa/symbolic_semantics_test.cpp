// One meaning, two interpretations: the symbolic hart ends a path in the same state as the concrete hart that starts in
// the same state under the path's model. The tests compare registers, pc, CSRs, memory, cycles and retired
// instructions, for every instruction on random states and for random programs. Every answer of the solver is validated
// on the way.
#include <gtest/gtest.h>

#include "hart/concrete_hart.h"
#include "isa/decoder.h"
#include "isa/disassembler.h"
#include "testing/hart_fixture.h"
#include "testing/random.h"
#include "testing/random_instruction.h"
#include "testing/symbolic_fixture.h"

namespace janus::isa {
void PrintTo(const Row& row, std::ostream* out) { *out << row.mnemonic; }
}  // namespace janus::isa

namespace janus::engine {
namespace {

using isa::Opcode;
using testing::kCode;
using testing::kData;
using testing::kHandler;
using testing::Random;

constexpr std::uint32_t kDataBytes = 64;  // bytes at kData that are random at the start, and compared at the end

class SymbolicSemantics : public ::testing::Test {
 protected:
  using State = ExecutionState;

  // Questions about products and quotients may be hard. If the solver gives up a side of a branch, one path less is
  // compared.
  SymbolicSemantics() { f.solver->set_timeout(0.2); }

  // A random state: registers and data concrete or symbolic, pointers into the data in x8..x11.
  std::unique_ptr<State> random_state(Random& random) {
    auto state = f.state_at(kCode);
    state->hart.mtvec = kHandler;
    for (std::uint32_t at = kHandler; at < kHandler + 16; at += 4) f.poke(*state, at, testing::kNop);
    for (unsigned i = 1; i < 32; ++i) {
      if (random.one_in(2)) {
        f.make_symbolic(*state, i, "x" + std::to_string(i), random.operand());
      } else {
        state->hart.x[i].bits.raw = random.operand();
      }
    }
    for (std::uint32_t at = 0; at < kDataBytes; ++at) {
      state->memory.write(kData - testing::kRamBase + at, static_cast<std::uint8_t>(random.word()));
    }
    for (int i = 0; i < 6; ++i) {
      const std::uint32_t offset = 4 * random.below(kDataBytes / 4);
      const term::Term word = f.pool.variable("m" + std::to_string(offset), 32);
      f.set_in_model(*state, word, random.operand());
      for (std::uint8_t byte = 0; byte < 4; ++byte) {
        state->memory.write(kData - testing::kRamBase + offset + byte, memory::SymbolicByte<term::Term>{word, byte});
      }
    }
    for (unsigned i = 8; i <= 11; ++i) {
      const std::uint32_t base = kData + 4 * random.below(8) + (random.one_in(3) ? random.below(4) : 0);
      state->hart.x[i] = {{}, {base}};
      if (!random.one_in(2)) continue;
      const term::Term offset = f.pool.variable("offset" + std::to_string(i), 3);
      f.set_in_model(*state, offset, random.below(8));
      const term::Term wide = f.pool.concat(f.pool.zero_extend(offset, 30), f.pool.constant(2, 0));
      state->hart.x[i] = {f.pool.add(wide, f.pool.constant(32, base)), {}};
    }
    state->hart.reserved = random.one_in(2);
    state->hart.reservation = kData + 4 * random.below(8);
    return state;
  }

  // Runs the concrete machine from `start` under the model of `end`, for as many instructions as `end` has executed.
  void expect_same_end(const State& start, const State& end, const std::string& what) {
    State seen = start;
    seen.model = end.model;
    testing::MemoryBus bus;
    hart::HartConfig config;
    config.ram_size = testing::kRamSize;
    config.extensions = isa::kUncompressed;
    config.timing = f.hart.timing();
    hart::ConcreteHart concrete(config, bus);
    auto& state = concrete.state();
    state.pc = start.hart.pc;
    state.mtvec = start.hart.mtvec;
    state.reserved = start.hart.reserved;
    state.reservation = start.hart.reservation;
    for (unsigned i = 1; i < 32; ++i) state.x[i].raw = static_cast<std::uint32_t>(f.value(seen, seen.hart.x[i]));
    for (std::uint32_t at = 0; at < testing::kRamSize; ++at) {
      if (seen.memory.find(at)) bus.bytes[at] = f.byte(seen, testing::kRamBase + at);
    }
    for (int steps = 0; state.retired < end.hart.retired && steps < 1000; ++steps) concrete.step();

    ASSERT_EQ(state.retired, end.hart.retired) << what;
    ASSERT_EQ(state.pc, end.hart.pc) << what;
    ASSERT_EQ(state.cycles, end.hart.cycles) << what;
    for (unsigned i = 0; i < 32; ++i) ASSERT_EQ(state.x[i].raw, f.value(end, end.hart.x[i])) << what << ": x" << i;
    ASSERT_EQ(state.mstatus, end.hart.mstatus) << what;
    ASSERT_EQ(state.mie, end.hart.mie) << what;
    ASSERT_EQ(state.mepc.raw, f.value(end, end.hart.mepc)) << what;
    ASSERT_EQ(state.mcause.raw, f.value(end, end.hart.mcause)) << what;
    ASSERT_EQ(state.mtval.raw, f.value(end, end.hart.mtval)) << what;
    ASSERT_EQ(state.mscratch.raw, f.value(end, end.hart.mscratch)) << what;
    ASSERT_EQ(state.reserved, end.hart.reserved) << what;
    for (std::uint32_t at = 0; at < kDataBytes + 64; ++at) {
      ASSERT_EQ(bus.bytes[kData - testing::kRamBase + at - 32], f.byte(end, kData + at - 32))
          << what << ": byte " << at;
    }
  }

  void expect_all_paths_same(std::unique_ptr<State> start, std::uint64_t instructions, const std::string& what) {
    const State before = *start;
    const auto stopped = f.run_all(std::move(start), instructions);
    paths_seen += stopped.size();
    for (const auto& [end, ending] : stopped) {
      ASSERT_FALSE(ending && ending->reason == Termination::SolverGaveUp) << what;
      ASSERT_NO_FATAL_FAILURE(expect_same_end(before, *end, what));
    }
  }

  static SymbolicHartConfig without_hooks() {
    SymbolicHartConfig config = testing::SymbolicFixture::plain();
    config.hooks = isa::HookRule::Never;
    return config;
  }
  testing::SymbolicFixture f{without_hooks()};
  std::size_t paths_seen = 0;
};

class EveryInstruction : public SymbolicSemantics, public ::testing::WithParamInterface<isa::Row> {};

TEST_P(EveryInstruction, EndsOnEveryPathAsTheConcreteHartDoes) {
  const Opcode opcode = GetParam().opcode;
  if (opcode == Opcode::wfi) return;  // would wait for ever, since nothing interrupts; the program tests cover wfi
  Random random(static_cast<std::uint64_t>(opcode) + 1);
  for (int i = 0; i < 40; ++i) {
    auto state = random_state(random);
    const std::uint32_t word = testing::random_instruction(opcode, random);
    f.poke(*state, kCode, word);
    ASSERT_NO_FATAL_FAILURE(
        expect_all_paths_same(std::move(state), 1, isa::disassemble(isa::decode(word, isa::kUncompressed), kCode)));
  }
  EXPECT_GE(paths_seen, 40U);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryInstruction, ::testing::ValuesIn(isa::kTable),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_F(SymbolicSemantics, RandomProgramsEndOnEveryPathAsOnTheConcreteHart) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    auto state = random_state(random);
    std::string text;
    int branches = 0;
    for (std::uint32_t at = kCode; at < kCode + 30 * 4; at += 4) {
      Opcode opcode = isa::kTable[random.below(isa::kRows)].opcode;
      const auto format = isa::row(opcode).format;
      const bool control = format == isa::Format::B || format == isa::Format::J;
      if (opcode == Opcode::wfi || opcode == Opcode::mret || opcode == Opcode::jalr || (control && ++branches > 3)) {
        opcode = Opcode::add;
      }
      const auto timing = isa::row(opcode).timing;
      if ((timing == isa::TimingClass::Multiply || timing == isa::TimingClass::Divide) && !random.one_in(4)) {
        opcode = Opcode::xor_;  // so that hard operations are rare, for the solver's sake
      }
      // Control registers keep their values, and pointers stay pointers.
      if (format == isa::Format::Csr || format == isa::Format::CsrImm) opcode = Opcode::sub;
      std::uint32_t word = testing::random_instruction(opcode, random);
      const isa::Instruction decoded = isa::decode(word, isa::kUncompressed);
      if (decoded.rd >= 8 && decoded.rd <= 11 && format != isa::Format::B && format != isa::Format::Store)
        word = testing::kNop;
      f.poke(*state, at, word);
      text += isa::disassemble(isa::decode(word, isa::kUncompressed), at) + "; ";
    }
    for (std::uint32_t at = kCode + 30 * 4; at < kCode + 60 * 4; at += 4) f.poke(*state, at, testing::kNop);
    ASSERT_NO_FATAL_FAILURE(expect_all_paths_same(std::move(state), 24, text));
  }
  EXPECT_GT(paths_seen, 100U) << "the programs are meant to fork";
  EXPECT_EQ(f.hart.statistics().concretizations, 0U);
}

// --- The terms of computations against formulas written from the manual (Volume I, chapters 2 and 7), proved by Z3.

using term::Kind;
using term::Term;
using Formula = Term (*)(term::TermPool&, Term a, Term b);

Term bare(term::TermPool& pool, Kind kind, Term a, Term b) { return pool.make(kind, a.width(), a, b); }
Term flag(term::TermPool& pool, Term condition) { return pool.make(Kind::ZeroExtend, 32, condition); }
Term constant(term::TermPool& pool, std::uint64_t value) { return pool.constant(32, value); }
Term choose(term::TermPool& pool, Term condition, Term a, Term b) { return pool.make(Kind::Ite, 32, condition, a, b); }
Term low5(term::TermPool& pool, Term b) { return bare(pool, Kind::Urem, b, constant(pool, 32)); }
Term upper_product(term::TermPool& pool, Kind extend_a, Term a, Kind extend_b, Term b) {
  const Term product = bare(pool, Kind::Mul, pool.make(extend_a, 64, a), pool.make(extend_b, 64, b));
  return pool.make(Kind::Extract, 32, product, {}, {}, 32);
}

// The word whose bit i is the bit number source(i) of `a`.
template <class Source>
Term permuted(term::TermPool& pool, Term a, Source source) {
  Term word = constant(pool, 0);
  for (unsigned i = 0; i < 32; ++i) {
    const Term bit = flag(pool, pool.make(Kind::Extract, 1, a, {}, {}, source(i)));
    word = bare(pool, Kind::Or, word, bare(pool, Kind::Shl, bit, constant(pool, i)));
  }
  return word;
}
// How many bits from number source(0) on are zero: the last of the set ones decides.
template <class Source>
Term zeros(term::TermPool& pool, Term a, Source source) {
  Term count = constant(pool, 32);
  for (unsigned i = 32; i-- > 0;)
    count = choose(pool, pool.make(Kind::Extract, 1, a, {}, {}, source(i)), constant(pool, i), count);
  return count;
}
Term rotated_right(term::TermPool& pool, Term a, Term by) {
  const Term twice = pool.make(Kind::Concat, 64, a, a);
  const Term amount = pool.make(Kind::ZeroExtend, 64, by);
  return pool.make(Kind::Extract, 32, bare(pool, Kind::Lshr, twice, amount), {}, {}, 0);
}

struct Claim {
  Opcode opcode;
  Formula formula;
};
const Claim kClaims[] = {
    {Opcode::add, [](auto& p, Term a, Term b) { return bare(p, Kind::Add, a, b); }},
    {Opcode::sub, [](auto& p, Term a, Term b) { return bare(p, Kind::Sub, a, b); }},
    {Opcode::sll, [](auto& p, Term a, Term b) { return bare(p, Kind::Shl, a, low5(p, b)); }},
    {Opcode::srl, [](auto& p, Term a, Term b) { return bare(p, Kind::Lshr, a, low5(p, b)); }},
    {Opcode::sra, [](auto& p, Term a, Term b) { return bare(p, Kind::Ashr, a, low5(p, b)); }},
    {Opcode::slt, [](auto& p, Term a, Term b) { return flag(p, p.make(Kind::Slt, 1, a, b)); }},
    {Opcode::sltu, [](auto& p, Term a, Term b) { return flag(p, p.make(Kind::Ult, 1, a, b)); }},
    {Opcode::xor_, [](auto& p, Term a, Term b) { return bare(p, Kind::Xor, a, b); }},
    {Opcode::or_, [](auto& p, Term a, Term b) { return bare(p, Kind::Or, a, b); }},
    {Opcode::and_, [](auto& p, Term a, Term b) { return bare(p, Kind::And, a, b); }},
    // Bit manipulation, bit by bit. (That two sums of 32 bits are equal is too hard.)
    {Opcode::clz, [](auto& p, Term a, Term) { return zeros(p, a, [](unsigned i) { return 31 - i; }); }},
    {Opcode::ctz, [](auto& p, Term a, Term) { return zeros(p, a, [](unsigned i) { return i; }); }},
    {Opcode::rev8,
     [](auto& p, Term a, Term) { return permuted(p, a, [](unsigned i) { return i % 8 + 24 - i / 8 * 8; }); }},
    {Opcode::brev8,
     [](auto& p, Term a, Term) { return permuted(p, a, [](unsigned i) { return i / 8 * 8 + 7 - i % 8; }); }},
    {Opcode::zip, [](auto& p, Term a, Term) { return permuted(p, a, [](unsigned i) { return i / 2 + i % 2 * 16; }); }},
    {Opcode::unzip,
     [](auto& p, Term a, Term) { return permuted(p, a, [](unsigned i) { return i % 16 * 2 + i / 16; }); }},
    {Opcode::orc_b,
     [](auto& p, Term a, Term) {
       Term word = constant(p, 0);
       for (std::uint32_t byte = 0xff; byte != 0; byte <<= 8) {
         const Term none = p.make(Kind::Eq, 1, bare(p, Kind::And, a, constant(p, byte)), constant(p, 0));
         word = bare(p, Kind::Or, word, choose(p, none, constant(p, 0), constant(p, byte)));
       }
       return word;
     }},
    {Opcode::ror, [](auto& p, Term a, Term b) { return rotated_right(p, a, low5(p, b)); }},
    {Opcode::rol,
     [](auto& p, Term a, Term b) { return rotated_right(p, a, bare(p, Kind::Sub, constant(p, 32), low5(p, b))); }},
    {Opcode::min, [](auto& p, Term a, Term b) { return choose(p, p.make(Kind::Slt, 1, b, a), b, a); }},
    {Opcode::max, [](auto& p, Term a, Term b) { return choose(p, p.make(Kind::Slt, 1, a, b), b, a); }},
    {Opcode::minu, [](auto& p, Term a, Term b) { return choose(p, p.make(Kind::Ult, 1, b, a), b, a); }},
    {Opcode::maxu, [](auto& p, Term a, Term b) { return choose(p, p.make(Kind::Ult, 1, a, b), b, a); }},
    {Opcode::czero_eqz,
     [](auto& p, Term a, Term b) { return choose(p, p.make(Kind::Eq, 1, b, constant(p, 0)), constant(p, 0), a); }},
    {Opcode::czero_nez,
     [](auto& p, Term a, Term b) { return choose(p, p.make(Kind::Eq, 1, b, constant(p, 0)), a, constant(p, 0)); }},
    {Opcode::mul, [](auto& p, Term a, Term b) { return bare(p, Kind::Mul, a, b); }},
    {Opcode::mulh, [](auto& p, Term a, Term b) { return upper_product(p, Kind::SignExtend, a, Kind::SignExtend, b); }},
    {Opcode::mulhsu,
     [](auto& p, Term a, Term b) { return upper_product(p, Kind::SignExtend, a, Kind::ZeroExtend, b); }},
    {Opcode::mulhu, [](auto& p, Term a, Term b) { return upper_product(p, Kind::ZeroExtend, a, Kind::ZeroExtend, b); }},
    // Table 7.1: division by zero gives all ones and the dividend; the overflow gives the dividend and zero.
    {Opcode::divu,
     [](auto& p, Term a, Term b) {
       return choose(p, p.make(Kind::Eq, 1, b, constant(p, 0)), constant(p, ~0U), bare(p, Kind::Udiv, a, b));
     }},
    {Opcode::remu,
     [](auto& p, Term a, Term b) {
       return choose(p, p.make(Kind::Eq, 1, b, constant(p, 0)), a, bare(p, Kind::Urem, a, b));
     }},
    {Opcode::div,
     [](auto& p, Term a, Term b) {
       const Term overflow = p.make(Kind::And, 1, p.make(Kind::Eq, 1, a, constant(p, 0x8000'0000)),
                                    p.make(Kind::Eq, 1, b, constant(p, ~0U)));
       return choose(p, p.make(Kind::Eq, 1, b, constant(p, 0)), constant(p, ~0U),
                     choose(p, overflow, a, bare(p, Kind::Sdiv, a, b)));
     }},
    {Opcode::rem,
     [](auto& p, Term a, Term b) {
       const Term overflow = p.make(Kind::And, 1, p.make(Kind::Eq, 1, a, constant(p, 0x8000'0000)),
                                    p.make(Kind::Eq, 1, b, constant(p, ~0U)));
       return choose(p, p.make(Kind::Eq, 1, b, constant(p, 0)), a,
                     choose(p, overflow, constant(p, 0), bare(p, Kind::Srem, a, b)));
     }},
};

TEST_F(SymbolicSemantics, TermsOfComputationsAreTheManualsFormulas) {
  for (const auto& [opcode, formula] : kClaims) {
    auto state = f.state_at(kCode);
    f.poke(*state, kCode, testing::encode(opcode, {.rd = 3, .rs1 = 1, .rs2 = 2}));
    const Term a = f.make_symbolic(*state, 1, "a", 1), b = f.make_symbolic(*state, 2, "b", 1);
    const auto stopped = f.run_all(std::move(state), 1);
    ASSERT_EQ(stopped.size(), 1U);
    const Term result = f.hart.values().to_term(stopped[0].state->hart.x[3]);
    const Term differ = f.pool.make(Kind::Not, 1, f.pool.make(Kind::Eq, 1, result, formula(f.pool, a, b)));
    term::Assignment model;
    f.solver->set_timeout(0);
    EXPECT_EQ(f.solver->check({}, differ, model), solver::Answer::Unsat) << isa::row(opcode).mnemonic;
  }
}

}  // namespace
}  // namespace janus::engine
