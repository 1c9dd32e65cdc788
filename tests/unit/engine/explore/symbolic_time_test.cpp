// Interrupts at any instruction boundary: the boundaries that matter have the outcomes of every boundary, on random
// programs with handlers, critical sections, loops, calls, clocks, inputs and bytes that arrive; and every path is one
// of the concrete machine.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "devices/functional_machine.h"
#include "engine/explore/explorer.h"
#include "term/smtlib.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/random.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

using isa::Opcode;
using testing::Operands;
using testing::Random;

constexpr std::uint32_t kShared = 0x8000'1000, kSharedWords = 8, kStackTop = 0x8000'3000, kHandler = 0x8000'0800;
// Registers: the address of the shared words, the counter of loops, and what the handler needs.
constexpr std::uint32_t kShares = 10, kCounter = 12, kMsip = 18, kMtimecmp = 19, kClaim = 20, kUart = 21, kSoon = 22,
                        kNever = 23;

// A random program. x5 to x9 are its variables.
class ArrivalProgram {
 public:
  ArrivalProgram(Random& random, bool uart) : random_(random), uart_(uart) {
    set_up();
    const unsigned items = 3 + random_.below(4);
    for (unsigned i = 0; i < items; ++i) item();
    emit(Opcode::csrrci, {.rs1 = 8, .immediate = isa::csr::mstatus});
    for (unsigned i = 0; i < 3; ++i)
      emit(Opcode::sw, {.rs1 = kShares, .rs2 = 5 + i, .immediate = static_cast<std::int32_t>(4 * (5 + i))});
    if (random_.one_in(3)) assert_something();
    emit(Opcode::jal);  // to itself, with interrupts off
    words_.resize((kHandler - testing::kCode) / 4, testing::kNop);
    handler();
  }

  support::FirmwareImage image() const { return testing::image_of(words_); }

 private:
  void emit(Opcode opcode, Operands operands = {}) { words_.push_back(testing::encode(opcode, operands)); }
  void load(std::uint32_t reg, std::uint32_t value) {
    emit(Opcode::lui, {.rd = reg, .immediate = static_cast<std::int32_t>((value + 0x800) & 0xffff'f000)});
    emit(Opcode::addi, {.rd = reg, .rs1 = reg, .immediate = static_cast<std::int32_t>(value << 20) >> 20});
  }
  std::uint32_t variable() { return 5 + random_.below(5); }
  std::int32_t shared() { return static_cast<std::int32_t>(4 * random_.below(3)); }

  void set_up() {
    load(2, kStackTop);
    load(kShares, kShared);
    load(28, kHandler);
    emit(Opcode::csrrw, {.rs1 = 28, .immediate = isa::csr::mtvec});
    load(kMsip, 0x0200'0000);
    load(kMtimecmp, 0x0200'4000);
    load(kClaim, 0x0c20'0004);
    load(kUart, 0x1000'0000);
    load(kSoon, 500);
    load(kNever, 0xffff'ffff);
    if (uart_) {
      load(28, 0x0c00'0000);
      emit(Opcode::addi, {.rd = 29, .immediate = 1});
      emit(Opcode::sw, {.rs1 = 28, .rs2 = 29, .immediate = 4 * 10});  // PRIORITY
      load(28, 0x0c00'2000);
      emit(Opcode::addi, {.rd = 30, .immediate = 1 << 10});
      emit(Opcode::sw, {.rs1 = 28, .rs2 = 30});                     // ENABLE
      emit(Opcode::sb, {.rs1 = kUart, .rs2 = 29, .immediate = 1});  // IER
    }
    emit(Opcode::sw, {.rs1 = kMtimecmp, .rs2 = kSoon});
    emit(Opcode::sw, {.rs1 = kMtimecmp, .immediate = 4});
    load(28, uart_ ? 0x888 : 0x88);
    emit(Opcode::csrrw, {.rs1 = 28, .immediate = isa::csr::mie});
    emit(Opcode::csrrsi, {.rs1 = 8, .immediate = isa::csr::mstatus});
  }

  void compute() {
    static constexpr std::array kOperations = {Opcode::add, Opcode::sub, Opcode::and_, Opcode::or_, Opcode::sltu};
    if (random_.one_in(2)) {
      emit(Opcode::addi, {.rd = variable(), .rs1 = variable(), .immediate = random_.between(-3, 3)});
    } else {
      emit(random_.pick(kOperations), {.rd = variable(), .rs1 = variable(), .rs2 = variable()});
    }
  }

  void access() {
    const std::uint32_t reg = variable();
    switch (random_.below(4)) {
      case 0: emit(Opcode::lw, {.rd = reg, .rs1 = kShares, .immediate = shared()}); break;
      case 1: emit(Opcode::sw, {.rs1 = kShares, .rs2 = reg, .immediate = shared()}); break;
      case 2: {  // an update in three instructions
        const std::int32_t at = shared();
        emit(Opcode::lw, {.rd = reg, .rs1 = kShares, .immediate = at});
        emit(Opcode::addi, {.rd = reg, .rs1 = reg, .immediate = 1});
        emit(Opcode::sw, {.rs1 = kShares, .rs2 = reg, .immediate = at});
        break;
      }
      case 3: emit(Opcode::amoadd_w, {.rd = reg, .rs1 = kShares, .rs2 = variable()}); break;
    }
  }

  void item() {
    switch (random_.below(12)) {
      case 0:
      case 1: compute(); break;
      case 2:
      case 3:
      case 4: access(); break;
      case 5:  // a critical section
        emit(Opcode::csrrci, {.rs1 = 8, .immediate = isa::csr::mstatus});
        access();
        emit(Opcode::csrrsi, {.rs1 = 8, .immediate = isa::csr::mstatus});
        break;
      case 6: {  // a loop
        emit(Opcode::addi, {.rd = kCounter, .immediate = 2});
        const auto begin = static_cast<std::int32_t>(words_.size());
        access();
        emit(Opcode::addi, {.rd = kCounter, .rs1 = kCounter, .immediate = -1});
        emit(Opcode::bne, {.rs1 = kCounter, .immediate = 4 * (begin - static_cast<std::int32_t>(words_.size()))});
        break;
      }
      case 7:  // a frame, of which a part is read without being written
        emit(Opcode::addi, {.rd = 2, .rs1 = 2, .immediate = -16});
        emit(Opcode::sw, {.rs1 = 2, .rs2 = variable(), .immediate = 4});
        compute();
        emit(Opcode::lw, {.rd = variable(), .rs1 = 2, .immediate = random_.one_in(4) ? 8 : 4});
        emit(Opcode::addi, {.rd = 2, .rs1 = 2, .immediate = 16});
        break;
      case 8: {  // what shows the time, or what the last handler has left
        static constexpr std::array<int, 5> kShown = {isa::csr::mcycle, isa::csr::minstret, isa::csr::mepc,
                                                      isa::csr::mcause, isa::csr::mip};
        if (random_.one_in(2)) emit(Opcode::csrrs, {.rd = variable(), .immediate = random_.pick(kShown)});
        break;
      }
      case 9:  // polls the device
        if (!uart_) break;
        emit(Opcode::lbu, {.rd = variable(), .rs1 = kUart, .immediate = 5});
        break;
      case 10: symbolic(); break;
      case 11:  // raises the software interrupt itself
        if (random_.one_in(2)) emit(Opcode::sw, {.rs1 = kMsip, .rs2 = kNever});
        break;
    }
  }

  // A symbolic register, and a branch on it.
  void symbolic() {
    if (inputs_++ > 0) return;
    const std::uint32_t reg = 5 + random_.below(2);
    hook(3, reg);
    emit(Opcode::andi, {.rd = reg, .rs1 = reg, .immediate = 1});
    emit(Opcode::bne, {.rs1 = reg, .immediate = 8});
    access_once();
  }
  void access_once() { emit(Opcode::sw, {.rs1 = kShares, .rs2 = variable(), .immediate = shared()}); }

  void hook(std::uint32_t code, std::uint32_t reg) {
    emit(Opcode::addi, {.rd = 30, .rs1 = 5});  // t0 is x5
    emit(Opcode::addi, {.rd = 31, .rs1 = 6});
    emit(Opcode::addi, {.rd = 5, .immediate = static_cast<std::int32_t>(code)});
    emit(Opcode::addi, {.rd = 6, .immediate = static_cast<std::int32_t>(reg)});
    emit(Opcode::ecall);
    if (reg != 5 || code != 3) emit(Opcode::addi, {.rd = 5, .rs1 = 30});
    if (reg != 6 || code != 3) emit(Opcode::addi, {.rd = 6, .rs1 = 31});
  }

  void assert_something() {
    emit(Opcode::lw, {.rd = 7, .rs1 = kShares, .immediate = shared()});
    emit(Opcode::addi, {.rd = 8, .immediate = random_.between(0, 3)});
    emit(Opcode::sub, {.rd = 7, .rs1 = 7, .rs2 = 8});
    hook(1, 7);
  }

  void handler() {
    emit(Opcode::addi, {.rd = 2, .rs1 = 2, .immediate = -16});
    const std::uint32_t saved[] = {5, 6, 7};
    for (int i = 0; i < 3; ++i) emit(Opcode::sw, {.rs1 = 2, .rs2 = saved[i], .immediate = 4 * i});
    emit(Opcode::sw, {.rs1 = kMsip});
    emit(Opcode::sw, {.rs1 = kMtimecmp, .rs2 = random_.one_in(2) ? kSoon : kNever});
    if (uart_) {
      emit(Opcode::lw, {.rd = 6, .rs1 = kClaim});
      emit(Opcode::lbu, {.rd = 5, .rs1 = kUart});
      emit(Opcode::andi, {.rd = 5, .rs1 = 5, .immediate = 3});
      emit(Opcode::sw, {.rs1 = kClaim, .rs2 = 6});  // completes
      if (random_.one_in(2)) emit(Opcode::sw, {.rs1 = kShares, .rs2 = 5, .immediate = shared()});
    }
    if (random_.one_in(3)) emit(Opcode::csrrs, {.rd = 5, .immediate = isa::csr::mcause});
    if (random_.one_in(8)) emit(Opcode::csrrs, {.rd = 5, .immediate = isa::csr::mcycle});
    for (unsigned n = 1 + random_.below(2); n > 0; --n) {
      const std::int32_t at = shared();
      emit(Opcode::lw, {.rd = 7, .rs1 = kShares, .immediate = at});
      emit(Opcode::addi, {.rd = 7, .rs1 = 7, .immediate = 1});
      emit(Opcode::sw, {.rs1 = kShares, .rs2 = random_.one_in(4) ? 5U : 7U, .immediate = at});
    }
    for (int i = 0; i < 3; ++i) emit(Opcode::lw, {.rd = saved[i], .rs1 = 2, .immediate = 4 * i});
    emit(Opcode::addi, {.rd = 2, .rs1 = 2, .immediate = 16});
    emit(Opcode::mret);
  }

  Random& random_;
  bool uart_;
  unsigned inputs_ = 0;
  std::vector<std::uint32_t> words_;
};

// What an exploration finds out.
struct Outcomes {
  Verdict verdict = Verdict::Unknown;
  std::set<std::string> ends;  // how and where paths end, with what in the shared words
  std::set<std::uint32_t> findings;
  std::uint64_t paths = 0;
  SymbolicHartStatistics hart;
};

// Variables are made in one order, so their numbers name them.
std::string expression(term::Term word) {
  return term::smtlib_expression(word, 100, [](term::Term variable) { return "v" + std::to_string(variable->value); });
}

std::string text_of(const ExecutionState& state, const Ending& ending) {
  std::string text = std::string(row(ending.reason).key) + " " + std::to_string(state.hart.pc);
  for (std::uint32_t i = 0; i < 4 * kSharedWords; ++i) {
    const std::uint32_t at = kShared - testing::kCode + i;
    const auto symbol = state.memory.symbol(at);
    text += symbol.symbol ? " " + expression(symbol.symbol) + "." + std::to_string(symbol.index)
                          : " " + std::to_string(state.memory.byte(at));
  }
  return text;
}

std::vector<SymbolicInterrupt> interrupts_of(Random& random, bool uart) {
  std::vector<SymbolicInterrupt> interrupts;
  const auto add = [&](const char* name, std::uint32_t most) {
    interrupts.push_back({devices::arrival_row(name), most});
    if (!random.one_in(4)) return;
    const std::uint64_t first = 60 + random.below(60);
    interrupts.back().windows = {{first, first + random.below(40)}};
  };
  switch (random.below(4)) {  // two arrivals at most: every boundary has a square of paths
    case 0: add(uart ? "uart" : "timer", 1); break;
    case 1: add(uart ? "uart" : "timer", 2); break;
    case 2:
      add(uart ? "uart" : "software", 1);
      add("timer", 1);
      break;
    case 3: add("timer", 2); break;
  }
  return interrupts;
}

ExplorationConfig config_of(const std::vector<SymbolicInterrupt>& interrupts, Boundaries boundaries) {
  ExplorationConfig config;
  config.hart.ram_size = 1U << 16;
  config.hart.interrupts = interrupts;
  config.hart.boundaries = boundaries;
  config.hart.ends.halt = EndRules::Halt::IsFine;
  for (const SymbolicInterrupt& interrupt : interrupts) {
    if (interrupt.row->brings_words) config.hart.device_inputs.push_back({"uart", interrupt.most, interrupt.most});
  }
  config.stop_at_first = false;
  return config;
}

Outcomes outcomes_of(const support::FirmwareImage& image, const ExplorationConfig& config) {
  Outcomes outcomes;
  ExplorationEvents events;
  events.on_end = [&](const ExecutionState& state, const Ending& ending) {
    if (consequence_of(ending) != Consequence::Pruned) outcomes.ends.insert(text_of(state, ending));
  };
  const ExplorationResult result = explore(image, config, events);
  outcomes.verdict = result.verdict;
  outcomes.paths = result.paths;
  outcomes.hart = result.hart;
  for (const Finding& finding : result.findings) outcomes.findings.insert(finding.test_case.pc);
  EXPECT_EQ(result.unconfirmed, 0U) << "each finding replays on the concrete machine";
  return outcomes;
}

TEST(SymbolicTime, TheBoundariesThatMatterHaveTheOutcomesOfEveryBoundary) {
  std::uint64_t every = 0, reduced = 0, restarts = 0, seen_again = 0;
  for (std::uint64_t seed = 0; seed < testing::soaked(400U, 40U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const bool uart = seed % 3 == 0;
    const ArrivalProgram program(random, uart);
    const auto interrupts = interrupts_of(random, uart);
    const auto image = program.image();
    const Outcomes all = outcomes_of(image, config_of(interrupts, Boundaries::Every));
    const Outcomes some = outcomes_of(image, config_of(interrupts, Boundaries::ThatMatter));
    EXPECT_EQ(some.verdict, all.verdict);
    EXPECT_EQ(some.findings, all.findings);
    EXPECT_EQ(some.ends, all.ends);
    every += all.paths;
    reduced += some.paths;
    restarts += some.hart.restarts;
    seen_again += some.hart.seen_again;
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_LT(4 * reduced, every);
  EXPECT_GT(restarts, 0U);
  EXPECT_GT(seen_again, 0U);
}

}  // namespace
}  // namespace janus::engine
