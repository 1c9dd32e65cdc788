// Explorations with concrete stretches against explorations without: nothing may differ. Random programs, and firmware.
#include "engine/hart/concrete_stretch.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "engine/explore/explorer.h"
#include "testing/firmware.h"
#include "testing/random_code.h"
#include "testing/random_pointers.h"
#include "testing/returning_handler.h"
#include "testing/size.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

using testing::kCode;
using testing::Random;
using testing::SymbolicFixture;

constexpr std::uint32_t kHandler = kCode + 0x1000, kData = kCode + 0x2000;

// What a path has come to, in numbers and without terms.
struct Outcome {
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint8_t> memory;
  std::optional<Termination> end;
  bool operator==(const Outcome&) const = default;
};

class RandomStretches : public ::testing::TestWithParam<unsigned> {
 protected:
  // Sets up the same path on every fixture: a random program, symbolic bytes and registers, a timer.
  static std::unique_ptr<ExecutionState> prepared(SymbolicFixture& f, std::uint64_t seed) {
    namespace roles = testing::random_code;
    auto state = f.state_at(kCode);
    std::uint32_t at = kCode;
    for (const std::uint32_t word : roles::RandomCode(seed).words()) {
      f.poke(*state, at, word);
      at += 4;
    }
    at = kHandler;
    for (const std::uint32_t word : testing::returning_handler(kCode)) {
      f.poke(*state, at, word);
      at += 4;
    }
    Random random(seed);
    auto& s = state->hart;
    for (unsigned i = 12; i < 32; ++i) s.x[i].bits = {random.operand()};
    s.mtvec = random.one_in(8) ? 0 : kHandler;
    s.mie = 1U << hart::interrupt::kTimer;
    s.x[roles::kToData].bits = {kData + 0x800 + 4 * random.below(64)};
    s.x[roles::kToCode].bits = {kCode};
    s.x[roles::kToDevice].bits = {random.one_in(2) ? 0x1000'0000U : 0x0200'bff8U};  // the UART, or mtime
    s.x[roles::kToNothing].bits = {0x4000'0000};
    s.x[roles::kLink].bits = {kCode};
    state->board.own().write(0x0200'4000, 4, random.below(40), 0);  // mtimecmp
    state->board.own().write(0x0200'4004, 4, 0, 0);
    for (std::uint32_t n = random.below(4); n > 0; --n) {
      const std::uint32_t offset = kData + 0x800 - SymbolicFixture::kRamBase + random.below(512);
      const term::Term byte = f.pool.variable("byte" + std::to_string(n), 8);
      f.set_in_model(*state, byte, random.below(256));
      state->memory.write(offset, {byte, 0});
    }
    if (random.one_in(3)) f.make_symbolic(*state, 13 + random.below(19), "register", random.word());
    return state;
  }

  static Outcome outcome(SymbolicFixture& f, const ExecutionState& state, const std::optional<Ending>& ending) {
    const auto& s = state.hart;
    Outcome out{{s.pc, static_cast<std::uint64_t>(s.privilege), s.waiting, s.mstatus, s.mie, s.mip, s.mtvec, s.reserved,
                 s.reserved ? s.reservation : 0, s.cycles, s.retired, s.traps, s.mcycle.at(s.cycles),
                 s.minstret.at(s.retired), s.mtime_offset, state.depth},
                {},
                {}};
    if (ending) out.end = ending->reason;
    const auto add = [&](const auto& word) {
      out.numbers.push_back(word.is_concrete());
      out.numbers.push_back(f.value(state, word));
    };
    for (const auto& word : s.x) add(word);
    for (const auto& word : {s.mscratch, s.mepc, s.mcause, s.mtval}) add(word);
    for (std::uint32_t at = kCode; at < kCode + 0x4000; ++at) {
      out.memory.push_back(f.byte(state, at));
      out.memory.push_back(state.memory.symbol(at - SymbolicFixture::kRamBase).symbol ? 1 : 0);
    }
    return out;
  }

  // Runs the path and some of its siblings, each in random pieces.
  static std::vector<Outcome> outcomes(SymbolicFixture& f, std::uint64_t seed) {
    constexpr std::uint64_t kInstructions = 4000;
    std::vector<Outcome> found;
    std::vector<std::unique_ptr<ExecutionState>> waiting;
    waiting.push_back(prepared(f, seed));
    Random random(seed + 1);
    while (!waiting.empty() && found.size() < 4) {
      auto state = std::move(waiting.back());
      waiting.pop_back();
      std::optional<Ending> ending;
      while (!ending && state->hart.retired < kInstructions && state->depth < 12) {
        const std::uint64_t budget = 1 + random.below(random.one_in(2) ? 20 : 2000);
        SymbolicFixture::States siblings;
        ending = f.hart.run(*state, std::min(budget, kInstructions - state->hart.retired), siblings);
        for (auto& sibling : siblings) waiting.push_back(std::move(sibling));
        if (waiting.size() > 4) waiting.erase(waiting.begin(), waiting.end() - 4);
      }
      found.push_back(outcome(f, *state, ending));
    }
    return found;
  }

  // Runs the same paths without and with stretches, and counts what is executed if `counting`; all is counted only when
  // both harts have ended.
  static void compare(std::uint64_t seed, bool counting, std::array<program::ExecutionCounts, 2>& counts,
                      std::uint64_t& instructions) {
    SymbolicFixture without, with;
    if (counting) {
      without.hart.count(&counts[0]);
      with.hart.count(&counts[1]);
    }
    with.hart.execute_concrete_stretches(true);
    const auto expected = outcomes(without, seed), found = outcomes(with, seed);
    ASSERT_EQ(expected.size(), found.size()) << "seed " << seed;
    for (std::size_t path = 0; path < expected.size(); ++path) {
      ASSERT_EQ(expected[path].numbers, found[path].numbers) << "seed " << seed << ", path " << path;
      ASSERT_EQ(expected[path].end, found[path].end) << "seed " << seed << ", path " << path;
      ASSERT_TRUE(expected[path].memory == found[path].memory) << "seed " << seed << ", path " << path;
    }
    EXPECT_EQ(without.hart.statistics().instructions, with.hart.statistics().instructions);
    instructions += with.hart.statistics().instructions;
  }
};

TEST_P(RandomStretches, ChangeNothing) {
  constexpr unsigned kSeeds = 4;
  std::uint64_t instructions = 0;
  for (unsigned i = 0; i < kSeeds; ++i) {
    const std::uint64_t seed = GetParam() * kSeeds + i;
    std::array<program::ExecutionCounts, 2> counts;
    compare(seed, false, counts, instructions);
    compare(seed, true, counts, instructions);
    for (std::uint32_t pc = kCode; pc < kCode + 0x4000; pc += 2) {
      ASSERT_EQ(counts[0].at(pc).executed, counts[1].at(pc).executed) << "seed " << seed << ", at " << std::hex << pc;
      ASSERT_EQ(counts[0].at(pc).taken, counts[1].at(pc).taken) << "seed " << seed << ", at " << std::hex << pc;
    }
  }
  EXPECT_GT(instructions, 1000U) << "the programs end too soon to tell anything";
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomStretches, ::testing::Range(0U, testing::sized(24U, 4U)));

// The same with detectors of memory: also what they find and know is the same, and the same as if they were asked by
// their rules at every instruction.
class RandomDetectedStretches : public RandomStretches {
 protected:
  static std::unique_ptr<ExecutionState> prepared(SymbolicFixture& f, const std::vector<std::uint32_t>& code,
                                                  std::uint64_t seed) {
    auto state = f.state_at(kCode);
    const auto put = [&](std::uint32_t at, const std::vector<std::uint32_t>& words) {
      for (const std::uint32_t word : words) {
        f.poke(*state, at, word);
        at += 4;
      }
    };
    put(kCode, code);
    put(testing::kPointerHandler, testing::returning_handler(kCode));
    put(testing::kPointerHeap, {testing::kPointerHeap + 16});
    state->hart.mtvec = testing::kPointerHandler;
    state->hart.x[isa::kSp].bits = {testing::kPointerStack};
    Random random(seed);
    for (std::uint32_t n = random.below(4); n > 0; --n) {
      const term::Term byte = f.pool.variable("byte" + std::to_string(n), 8);
      f.set_in_model(*state, byte, random.below(256));
      state->memory.write(testing::kPointerData - SymbolicFixture::kRamBase + random.below(0x300), {byte, 0});
    }
    if (random.one_in(3)) f.make_symbolic(*state, 10 + random.below(6), "register", random.below(16));
    return state;
  }

  static Outcome detected(SymbolicFixture& f, const ExecutionState& state, const std::optional<Ending>& ending,
                          const hart::Detectors& detectors) {
    Outcome out = outcome(f, state, ending);
    if (!state.shadow) return out;  // no detector that is on follows memory
    const auto& [pointers, defined, poison] = *state.shadow;
    const auto add = [&](hart::Origin origin) {
      out.numbers.push_back(static_cast<std::uint64_t>(origin.kind()) << 32 | origin.where());
      out.numbers.push_back(origin.size());
    };
    for (std::uint8_t i = 0; i < 32; ++i) {
      add(i == isa::kSp ? hart::Origin{} : pointers.entry_of(i, state.hart.x[i]));
      out.numbers.push_back(defined.of_register(i));
    }
    for (std::uint32_t at = kCode; at < kCode + 0x9000; at += 4) {
      out.numbers.push_back(defined.of_memory(at, 4));
      std::uint32_t value = 0;
      bool concrete = true;
      for (std::uint32_t i = 0; i < 4; ++i) {
        value |= std::uint32_t{f.byte(state, at + i)} << (8 * i);
        concrete = concrete && !state.memory.symbol(at + i - SymbolicFixture::kRamBase).symbol;
      }
      if (concrete) add(pointers.of_word(at, {{}, {value}}));
    }
    for (const auto& each : pointers.allocations()) {
      out.numbers.insert(out.numbers.end(),
                         {f.value(state, each.base), f.value(state, each.size), each.live, each.made});
    }
    for (const auto& call : pointers.frames().calls()) out.numbers.insert(out.numbers.end(), {call.return_to, call.sp});
    for (const auto& save : pointers.frames().saves())
      out.numbers.insert(out.numbers.end(), {save.slot, f.value(state, save.value), save.writer});
    out.numbers.insert(out.numbers.end(), {pointers.in_program(), pointers.in_heap_function()});
    for (std::uint32_t pc = kCode; pc < kCode + 0x800; pc += 4) {
      for (std::size_t i = 0; i < 8; ++i) out.numbers.push_back(pointers.was_inside(pc, detectors.objects[i].first));
    }
    return out;
  }

  // Where a path ends by a detector, it goes on behind the instruction.
  static std::vector<Outcome> outcomes(SymbolicFixture& f, const std::vector<std::uint32_t>& code, std::uint64_t seed,
                                       const hart::Detectors& detectors, std::uint64_t& found) {
    constexpr std::uint64_t kInstructions = 3000;
    std::vector<Outcome> all;
    std::vector<std::unique_ptr<ExecutionState>> waiting;
    waiting.push_back(prepared(f, code, seed));
    Random random(seed + 1);
    while (!waiting.empty() && all.size() < 4) {
      auto state = std::move(waiting.back());
      waiting.pop_back();
      std::optional<Ending> ending;
      for (unsigned ends = 0; ends < 100 && state->hart.retired < kInstructions && state->depth < 12;) {
        const std::uint64_t budget = 1 + random.below(random.one_in(2) ? 20 : 2000);
        SymbolicFixture::States siblings;
        ending = f.hart.run(*state, std::min(budget, kInstructions - state->hart.retired), siblings);
        for (auto& sibling : siblings) waiting.push_back(std::move(sibling));
        if (waiting.size() > 4) waiting.erase(waiting.begin(), waiting.end() - 4);
        if (!ending) continue;
        all.push_back(detected(f, *state, ending, detectors));
        ++ends;
        ++found;
        if (!detector_of(ending->reason)) break;
        state->hart.pc = kCode + (state->hart.pc + 4) % 0x800;
      }
      all.push_back(detected(f, *state, ending, detectors));
    }
    return all;
  }
};

TEST_P(RandomDetectedStretches, ChangeNothing) {
  constexpr unsigned kSeeds = 3;
  std::uint64_t instructions = 0, found = 0, again = 0;
  for (unsigned i = 0; i < kSeeds; ++i) {
    const std::uint64_t seed = GetParam() * kSeeds + i;
    testing::RandomPointers program(seed);
    const auto code = program.words();
    SymbolicHartConfig config = SymbolicFixture::plain();
    config.detectors = program.detectors();
    if (seed % 5 == 4) {
      config.detectors.on &= ~(hart::kMemoryDetectors | hart::bit_of(hart::Detector::uninitialised));
      config.detectors.add(hart::Detector::code);
    }
    SymbolicFixture by_rules(config), without(config), with(config);
    by_rules.hart.follow_rules_alone();
    with.hart.execute_concrete_stretches(true);
    const auto expected = outcomes(by_rules, code, seed, config.detectors, found);
    for (SymbolicFixture* const f : {&without, &with}) {
      const auto ours = outcomes(*f, code, seed, config.detectors, again);
      ASSERT_EQ(expected.size(), ours.size()) << "seed " << seed;
      for (std::size_t path = 0; path < expected.size(); ++path) {
        ASSERT_EQ(expected[path].end, ours[path].end) << "seed " << seed << ", path " << path;
        ASSERT_EQ(expected[path].numbers, ours[path].numbers) << "seed " << seed << ", path " << path;
        ASSERT_TRUE(expected[path].memory == ours[path].memory) << "seed " << seed << ", path " << path;
      }
      EXPECT_EQ(by_rules.hart.statistics().instructions, f->hart.statistics().instructions);
    }
    instructions += with.hart.statistics().instructions;
  }
  EXPECT_GT(instructions, 100U);
  EXPECT_GT(found, 5U);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomDetectedStretches, ::testing::Range(0U, testing::sized(12U, 1U)));

class FirmwareStretches : public ::testing::TestWithParam<const char*> {};

// The whole exploration, as text: verdict, counts, and the test case of every path.
// If `counts`, also how often each instruction was executed.
std::string explored(const support::FirmwareImage& image, bool stretches, bool eager, const char* profile,
                     bool counts = false) {
  ExplorationConfig config;
  config.hart.hooks = isa::HookRule::Marked;
  config.hart.htif = hart::htif_addresses(image);
  config.hart.timing = hart::load_timing_profile(profile, devices::memory_map::kNamed);
  config.stop_at_first = false;
  config.concrete_stretches = stretches;
  config.eager_stretches = eager;
  program::ExecutionCounts counted;
  if (counts) config.counts = &counted;
  std::string text;
  ExplorationEvents events;
  events.on_path = [&](std::uint64_t, const TestCase& test_case) { text += test_case.to_json(); };
  const ExplorationResult result = explore(image, config, events);
  text += std::string(to_string(result.verdict)) + ' ' + std::to_string(result.paths) + ' ' +
          std::to_string(result.hart.instructions) + ' ' + std::to_string(result.hart.cycles) + ' ' +
          std::to_string(result.hart.ignored_hooks) + ' ' + std::to_string(result.findings.size());
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> sorted;
  counted.for_each([&](std::uint32_t pc, const auto& count) { sorted[pc] = {count.executed, count.taken}; });
  for (const auto& [pc, count] : sorted)
    text += '\n' + std::to_string(pc) + ": " + std::to_string(count.first) + ' ' + std::to_string(count.second);
  return text;
}

TEST_P(FirmwareStretches, ChangeNothing) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  for (const char* profile : {"default", "cv32e40p"}) {
    const std::string expected = explored(image, false, false, profile);
    EXPECT_EQ(expected, explored(image, true, false, profile));
    EXPECT_EQ(expected, explored(image, true, true, profile));
  }
}
TEST_P(FirmwareStretches, CountWhatIsExecuted) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  for (const char* profile : {"default", "cv32e40p"}) {
    const std::string expected = explored(image, false, false, profile, true);
    EXPECT_EQ(expected, explored(image, true, false, profile, true));
    EXPECT_EQ(expected, explored(image, true, true, profile, true));
  }
}
INSTANTIATE_TEST_SUITE_P(Firmware, FirmwareStretches,
                         ::testing::Values("stretches", "bubble_sort_safe_3", "bubble_sort_unsafe_3",
                                           "quick_sort_safe_3", "timer", "ecall_trap", "quickstart",
                                           "merge_sort_safe_3"));

}  // namespace
}  // namespace janus::engine
