// What pieces of functions are said to change, compared with what they change when random functions run.
#include "program/function_effects.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "isa/decoder.h"
#include "program/call_convention.h"
#include "testing/elf_writer.h"
#include "testing/hart_fixture.h"

namespace janus::program {
namespace {

// Frames of 32 bytes, from sp up: four words, what is kept of s1, s0 and ra, a word. gp points to data, s1 to data or
// into a frame; t3 is for addresses.
class FunctionEffectsTest : public testing::HartTest {
 protected:
  static constexpr std::uint32_t kGp = 3, kSp = 2, kS0 = 8, kS1 = 9, kA0 = 10, kT3 = 28;
  static constexpr std::uint32_t kWatched = 0x600, kStackTop = testing::kData + kWatched - 64;
  static constexpr std::array<std::uint32_t, 5> kTemporary = {6, 7, 10, 11, 12};
  static constexpr std::array<std::int32_t, 6> kSlots = {0, 4, 8, 12, 28, 30};
  static constexpr std::uint32_t kFunctions = 4;  // the first is where the program begins

  using Words = std::vector<std::uint32_t>;
  static std::uint32_t addi(std::uint32_t rd, std::uint32_t rs1, std::int32_t by) {
    return testing::encode(Opcode::addi, {.rd = rd, .rs1 = rs1, .immediate = by});
  }
  static std::uint32_t sw(std::uint32_t value, std::int32_t offset, std::uint32_t base) {
    return testing::encode(Opcode::sw, {.rs1 = base, .rs2 = value, .immediate = offset});
  }
  static std::uint32_t lw(std::uint32_t rd, std::int32_t offset, std::uint32_t base) {
    return testing::encode(Opcode::lw, {.rd = rd, .rs1 = base, .immediate = offset});
  }
  static std::uint32_t jal(std::uint32_t link, std::int32_t words) {
    return testing::encode(Opcode::jal, {.rd = link, .immediate = 4 * words});
  }
  static std::uint32_t leave(std::uint32_t link) { return testing::encode(Opcode::jalr, {.rs1 = link}); }
  static std::uint32_t lui(std::uint32_t rd, std::uint32_t value) {
    return testing::encode(Opcode::lui, {.rd = rd, .immediate = static_cast<std::int32_t>(value)});
  }
  static Words prologue() { return {addi(kSp, kSp, -32), sw(isa::kRa, 24, kSp), sw(kS0, 20, kSp), sw(kS1, 16, kSp)}; }
  static Words epilogue() {
    return {lw(kS1, 16, kSp), lw(kS0, 20, kSp), lw(isa::kRa, 24, kSp), addi(kSp, kSp, 32), leave(isa::kRa)};
  }
  static Words hook(isa::HookCode code, std::uint32_t t1, std::int32_t t2) {
    return {addi(isa::kT0, 0, static_cast<std::int32_t>(code)), t1, addi(isa::kT2, 0, t2),
            testing::encode(Opcode::ecall)};
  }

  std::uint32_t temporary() { return random.pick(kTemporary); }
  // Words that belong together; nobody jumps into their midst.
  Words some_words() {
    const std::uint32_t reg = temporary();
    switch (random.below(pointers_ ? 13 : 10)) {
      case 0: return {testing::encode(Opcode::sb, {.rs1 = kSp, .rs2 = reg, .immediate = random.pick(kSlots)})};
      case 1: return {sw(reg, random.pick(kSlots), kSp)};
      case 2: return {lw(reg, 4 * random.between(0, 3), kSp)};
      case 3: return {lui(kT3, testing::kData), sw(reg, 4 * random.between(0, 20), kT3)};
      case 10: return {sw(reg, 4 * random.between(0, 3), kGp)};
      case 5: return {random.one_in(2) ? addi(kS1, kSp, 8) : addi(kS1, kGp, 16)};
      case 11: return {sw(reg, 4 * random.between(0, 1), kS1)};
      case 12: return {sw(reg, 32 + 4 * random.between(0, 3), kSp)};  // the caller's
      case 4: return {addi(kSp, kSp, -16), sw(reg, 4, kSp), addi(kSp, kSp, 16)};
      case 6: return {addi(kS0, reg, 3)};
      case 7: {
        if (random.one_in(2)) return hook(isa::HookCode::MakeRegisterSymbolic, addi(isa::kT1, 0, kA0), 0);
        const bool data = pointers_ && random.one_in(3);
        const std::int32_t offset = data ? 40 : pointers_ ? random.pick(kSlots) : 4;
        return hook(isa::HookCode::MakeMemorySymbolic, addi(isa::kT1, data ? kGp : kSp, offset), random.between(1, 6));
      }
      default: return {testing::encode(Opcode::xor_, {.rd = temporary(), .rs1 = reg, .rs2 = temporary()})};
    }
  }
  // Four functions with branches and loops that call those behind them, and a routine that keeps to no convention.
  Words random_program() {
    pointers_ = random.one_in(3);
    struct Jump {
      std::uint32_t at, item;    // a branch to the item of its function
      std::uint32_t callee = 0;  // or a call
      std::uint32_t link = 0;
    };
    Words words;
    std::vector<std::uint32_t> entries;
    std::vector<Jump> calls;
    for (std::uint32_t f = 0; f < kFunctions; ++f) {
      entries.push_back(static_cast<std::uint32_t>(words.size()));
      const auto append = [&](const Words& more) { words.insert(words.end(), more.begin(), more.end()); };
      const auto here = [&] { return static_cast<std::uint32_t>(words.size()); };
      append(prologue());
      const std::uint32_t items = 3 + random.below(9);
      std::vector<std::uint32_t> starts;
      std::vector<Jump> branches;
      for (std::uint32_t item = 0; item < items; ++item) {
        starts.push_back(here());
        const std::uint32_t kind = random.below(10);
        if (kind < 3) {
          const std::uint32_t to = random.one_in(4) ? random.below(item + 1) : item + 1 + random.below(items - item);
          branches.push_back({here(), to});
          words.push_back(0);
        } else if (kind == 3 && f + 1 < kFunctions) {
          calls.push_back({here(), 0, f + 1 + random.below(kFunctions - f - 1), isa::kRa});
          words.push_back(0);
        } else if (kind == 4) {
          calls.push_back({here(), 0, kFunctions, isa::kT0});
          words.push_back(0);
        } else if (kind == 5 && random.one_in(3)) {
          append(epilogue());
        } else {
          append(some_words());
        }
      }
      starts.push_back(here());
      append(epilogue());
      for (const Jump& jump : branches) {
        const auto by = static_cast<std::int32_t>(starts[jump.item] - jump.at);
        words[jump.at] = testing::encode(random.one_in(2) ? Opcode::blt : Opcode::bgeu,
                                         {.rs1 = temporary(), .rs2 = temporary(), .immediate = 4 * by});
      }
    }
    entries.push_back(static_cast<std::uint32_t>(words.size()));
    for (const std::uint32_t word : {addi(kS0, kS0, 1), addi(kS1, kGp, 4), sw(kS0, 60, kGp), leave(isa::kT0)})
      words.push_back(word);
    for (const Jump& call : calls) {
      words[call.at] = jal(call.link, static_cast<std::int32_t>(entries[call.callee] - call.at));
    }
    return words;
  }

  // --- Runs.
  struct Snapshot {
    std::array<std::uint32_t, 32> x{};
    std::vector<std::uint8_t> bytes;
    int inputs = 0;
  };
  struct Activation {
    std::uint32_t function = 0, sp = 0;
    Snapshot entry;
    std::optional<std::uint32_t> block;      // that it is in
    std::vector<Snapshot> at_begin, at_end;  // by block, the last time
    bool convention = true;
  };
  Snapshot snapshot() const {
    const auto begin = bus.bytes.begin() + (testing::kData - testing::kRamBase);
    Snapshot now{{}, {begin, begin + kWatched}, inputs_};
    for (std::size_t i = 0; i < 32; ++i) now.x[i] = hart.state().x[i].raw;
    return now;
  }
  void enter(std::uint32_t function, bool convention) {
    const std::size_t blocks = effects->functions()[function].blocks.size();
    calls_.push_back({function, x(kSp), snapshot(), {}, {}, {}, convention});
    calls_.back().at_begin.resize(blocks);
    calls_.back().at_end.resize(blocks);
  }

  // All that differs from before is in the effect.
  void expect_covered(const Effect& effect, const Snapshot& before, const Snapshot& now, std::uint32_t sp) {
    for (unsigned i = 1; i < 32; ++i) {
      if (before.x[i] != now.x[i]) {
        ASSERT_TRUE(effect.registers >> i & 1) << "x" << i;
      }
    }
    for (std::uint32_t at = 0; at < kWatched && !effect.any_memory; ++at) {
      if (before.bytes[at] == now.bytes[at]) continue;
      const std::uint32_t address = testing::kData + at;
      const auto offset = static_cast<std::int32_t>(address - sp);
      const bool named = std::any_of(effect.bytes.begin(), effect.bytes.end(), [&](const Effect::Bytes& bytes) {
        return address - (bytes.on_stack ? sp + bytes.begin : bytes.begin) < bytes.count;
      });
      ASSERT_TRUE(named || (effect.below && offset < *effect.below)) << "sp + " << offset;
      ++precise_;
    }
    if (before.inputs != now.inputs) {
      ASSERT_TRUE(effect.inputs);
    }
    ++compared_;
  }

  // The last place that all ways to a block lead through, and that is in no loop without the block.
  std::optional<std::uint32_t> common_place(const Function& function, const LoopForest& loops, std::uint32_t block) {
    const Successors graph = function.graph();
    const auto reached = [&](std::uint32_t without) {
      std::vector<bool> seen(graph.size());
      std::vector<std::uint32_t> waiting;
      const auto visit = [&](std::uint32_t node) {
        if (node == without || seen[node]) return;
        seen[node] = true;
        waiting.push_back(node);
      };
      visit(function.entry_block);
      while (!waiting.empty()) {
        const std::uint32_t node = waiting.back();
        waiting.pop_back();
        for (const std::uint32_t next : graph[node]) visit(next);
      }
      return seen;
    };
    std::vector<std::uint32_t> places;
    for (std::uint32_t other = 0; other < graph.size(); ++other) {
      if (other == block || reached(other)[block]) continue;
      bool repeats = false;
      for (std::uint32_t loop = 0; loop < loops.loops().size(); ++loop) {
        repeats = repeats || (loops.contains(loop, other) && !loops.contains(loop, block));
      }
      if (!repeats) places.push_back(other);
    }
    for (const std::uint32_t place : places) {
      const auto seen = reached(place);
      if (std::none_of(places.begin(), places.end(),
                       [&](std::uint32_t other) { return other != place && !seen[other]; }))
        return place;
    }
    return std::nullopt;
  }

  // Control has come to the beginning of a block.
  void arrive(std::uint32_t to) {
    Activation& here = calls_.back();
    const Snapshot now = snapshot();
    if (here.block) {
      const std::uint32_t from = *here.block;
      here.at_end[from] = now;
      const FunctionStructure& structure = effects->structure(here.function);
      if (const Effect* effect = effects->at_join(here.function, from, to)) {
        if (structure.loops.is_back_edge({from, to})) {
          ASSERT_NO_FATAL_FAILURE(expect_covered(*effect, here.at_begin[to], now, here.sp)) << "an iteration";
        } else {
          const auto place = common_place(effects->functions()[here.function], structure.loops, to);
          const Snapshot& before = place ? here.at_end[*place] : here.entry;
          ASSERT_NO_FATAL_FAILURE(expect_covered(*effect, before, now, here.sp)) << "a join";
        }
      }
    }
    here.block = to;
    here.at_begin[to] = now;
  }
  // What the hooks do, without a bus for inputs.
  void execute_hook() {
    const std::uint32_t address = x(isa::kT1);
    ++inputs_;
    if (x(isa::kT0) == static_cast<std::uint32_t>(isa::HookCode::MakeRegisterSymbolic)) {
      set_x(x(isa::kT1), random.word());
    } else {
      for (std::uint32_t i = 0; i < x(isa::kT2); ++i)
        bus.bytes.at(address - testing::kRamBase + i) = static_cast<std::uint8_t>(random.word());
    }
    state().pc += 4;
  }
  void run() {
    for (std::uint8_t number = 1; number < 32; ++number) set_x(number, random.operand());
    set_x(kSp, kStackTop);
    set_x(kGp, global_pointer_.value_or(testing::kData + 0x100 + 4 * random.below(16)));
    set_x(kS1, testing::kData + 0x80);
    for (std::uint32_t at = 0; at < kWatched; at += 4) poke(testing::kData + at, random.word());
    state().pc = testing::kCode;
    hart.retry();
    calls_.clear();
    enter(*effects->function_at(testing::kCode), true);
    for (int step = 0; step < 250; ++step) {
      if (const auto place = effects->block_at(pc())) {
        ASSERT_EQ(place->function, calls_.back().function);
        ASSERT_NO_FATAL_FAILURE(arrive(place->block)) << "at word " << (pc() - testing::kCode) / 4;
      }
      ASSERT_TRUE(effects->is_code(pc(), 4));
      const isa::Instruction i = isa::decode(peek(pc()), isa::kRv32ima);
      if (i.opcode == Opcode::ecall) {
        execute_hook();
        continue;
      }
      if (is_return(i) && calls_.size() == 1) return;
      if (hart.step() == hart::Stop::Halted) return;
      ASSERT_FALSE(trapped()) << std::hex << csr(isa::csr::mepc);
      if (is_call(i)) {
        enter(*effects->function_at(pc()), keeps_convention(i));
      } else if (is_return(i)) {
        const Activation callee = std::move(calls_.back());
        calls_.pop_back();
        if (!callee.convention) continue;
        ASSERT_EQ(x(kSp), callee.sp);
        if (const Effect* effect = effects->at_return(callee.function)) {
          ASSERT_NO_FATAL_FAILURE(expect_covered(*effect, callee.entry, snapshot(), callee.sp)) << "a call";
        }
      }
    }
  }

  void load(const Words& words) {
    support::FirmwareImage image = testing::image_of(words);
    if (global_pointer_) image.add({}, {}, {{"__global_pointer$", *global_pointer_}});
    effects.emplace(image, isa::HookRule::Always);
    for (std::uint32_t at = 0; at < words.size(); ++at) poke(testing::kCode + 4 * at, words[at]);
  }

  testing::Random random{55};
  std::optional<FunctionEffects> effects;
  std::optional<std::uint32_t> global_pointer_;  // nothing: the image does not name it
  int compared_ = 0, precise_ = 0;

 private:
  bool pointers_ = true;  // whether the program stores through them, and into callers' frames
  std::vector<Activation> calls_;
  int inputs_ = 0;
};

TEST_F(FunctionEffectsTest, CoverWhatRunsChangeBetweenTwoPlaces) {
  for (int i = 0; i < 80; ++i) {
    const Words words = random_program();
    if (i == 60) global_pointer_ = testing::kData + 0x120;
    ASSERT_LT(words.size(), 0x400U) << "it does not fit in front of the handler";
    load(words);
    for (int runs = 0; runs < 6; ++runs) ASSERT_NO_FATAL_FAILURE(run()) << "program " << i;
  }
  EXPECT_GT(compared_, 1000);
  EXPECT_GT(precise_, 1000) << "effects that say which bytes";
}

TEST_F(FunctionEffectsTest, KnowWhichBytesAreCode) {
  load(random_program());
  std::vector<bool> code(4 * 0x400);
  for (const Function& function : effects->functions()) {
    for (const BasicBlock& block : function.blocks) {
      for (std::uint32_t at = block.begin; at < block.end; ++at) code[at - testing::kCode] = true;
    }
  }
  EXPECT_EQ(effects->code_begin(), testing::kCode);
  EXPECT_EQ(effects->code_end() - testing::kCode,
            static_cast<std::uint32_t>(code.rend() - std::find(code.rbegin(), code.rend(), true)));
  for (std::uint32_t at = 0; at + 64 < code.size(); ++at) {
    for (const std::uint32_t bytes : {1U, 2U, 4U, 33U}) {
      const auto begin = code.begin() + at;
      EXPECT_EQ(effects->is_code(testing::kCode + at, bytes), std::find(begin, begin + bytes, true) != begin + bytes);
    }
  }
}

// --- Of small functions, exactly.

TEST_F(FunctionEffectsTest, OfADiamondAreThoseOfItsSides) {
  // 0: a branch to 3. 1: a word of the stack, a1. 3: a word of data, a2. 5: they meet.
  load({testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 16}), sw(kA0, -8, kSp), addi(11, 0, 1),
        jal(0, 3), lui(12, testing::kData), sw(kA0, 4, 12), leave(isa::kRa)});
  const auto block = [&](std::uint32_t word) { return effects->block_at(testing::kCode + 4 * word)->block; };
  const Effect* effect = effects->at_join(0, block(1), block(6));
  ASSERT_NE(effect, nullptr);
  EXPECT_EQ(effect, effects->at_join(0, block(4), block(6)));
  EXPECT_EQ(effect->registers, 1U << 11 | 1U << 12);
  EXPECT_EQ(effect->bytes, (std::vector<Effect::Bytes>{{false, testing::kData + 4, 4}, {true, 0xffff'fff8, 4}}));
  EXPECT_FALSE(effect->any_memory || effect->below || effect->inputs);
  EXPECT_EQ(effects->at_join(0, block(0), block(1)), nullptr) << "all come from one place";
  EXPECT_EQ(effects->at_return(0), nullptr);
}

TEST_F(FunctionEffectsTest, OfACallAreItsStackAndWhatItsFunctionStores) {
  // 0: calls 5 or does not, with room on the stack. 5: stores to its frame and to data, in two ways.
  load({addi(kSp, kSp, -16), testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}), jal(1, 3),
        addi(kSp, kSp, 16), leave(isa::kRa), testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 16}),
        lui(12, testing::kData), sw(kA0, 4, 12), leave(isa::kRa), sw(kA0, -4, kSp), leave(isa::kRa)});
  const auto block = [&](std::uint32_t word) { return effects->block_at(testing::kCode + 4 * word)->block; };
  const Effect* call = effects->at_return(*effects->function_at(testing::kCode + 20));
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->registers, kClobberedRegisters);
  EXPECT_EQ(call->bytes, (std::vector<Effect::Bytes>{{false, testing::kData + 4, 4}}));
  EXPECT_EQ(call->below, 0);
  EXPECT_FALSE(call->any_memory || call->inputs);
  const Effect* join = effects->at_join(0, block(2), block(3));
  ASSERT_NE(join, nullptr);
  EXPECT_EQ(join->below, -16) << "of the caller's sp at its entry";
  EXPECT_EQ(join->bytes, call->bytes);
  EXPECT_FALSE(join->any_memory);
}

TEST_F(FunctionEffectsTest, KnowWhatGpIsBehindTheFirstFunction) {
  // 0: a store by gp, or none; a call. 5: the same.
  const auto branch = testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8});
  const Words words = {branch, sw(kA0, 4, kGp), jal(1, 3),       leave(isa::kRa),
                       0,      branch,          sw(kA0, 4, kGp), leave(isa::kRa)};
  const auto store = [&](std::uint32_t first) {
    const auto from = effects->block_at(testing::kCode + 4 * first + 4),
               to = effects->block_at(testing::kCode + 4 * first + 8);
    return *effects->at_join(from->function, from->block, to->block);
  };
  load(words);
  EXPECT_TRUE(store(0).any_memory && store(5).any_memory);
  global_pointer_ = testing::kData;
  load(words);
  EXPECT_TRUE(store(0).any_memory) << "it may set gp itself";
  EXPECT_EQ(store(5).bytes, (std::vector<Effect::Bytes>{{false, testing::kData + 4, 4}}));
  EXPECT_FALSE(store(5).any_memory);
  EXPECT_EQ(effects->global_pointer(*effects->function_at(testing::kCode + 20)), testing::kData);
  EXPECT_EQ(effects->global_pointer(*effects->function_at(testing::kCode)), std::nullopt);
}

TEST_F(FunctionEffectsTest, APlaceThatDependsOnTheWayThereMayBeAny) {
  // 0: s1 points to one word of the stack, or to another. 4: a store there, or none. 6: they meet.
  const auto store = [&](std::int32_t other) {
    load({addi(kS1, kSp, -8), testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}), addi(kS1, kSp, other),
          testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}), sw(kA0, 0, kS1), leave(isa::kRa)});
    const auto from = effects->block_at(testing::kCode + 16), to = effects->block_at(testing::kCode + 20);
    return *effects->at_join(0, from->block, to->block);
  };
  EXPECT_TRUE(store(-16).any_memory);
  EXPECT_FALSE(store(-8).any_memory);
  EXPECT_EQ(store(-8).bytes, (std::vector<Effect::Bytes>{{true, 0xffff'fff8, 4}}));
}

TEST_F(FunctionEffectsTest, ACallOutsideOfTheConventionMayChangeAnything) {
  // 0: s1 points to the stack. 1: a call, or none. 3: a store, or none.
  const auto program = [&](std::uint32_t link) {
    load({addi(kS1, kSp, -8), testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}), jal(link, 4),
          testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}), sw(kA0, 0, kS1), leave(isa::kRa),
          leave(link)});
  };
  const auto join = [&](std::uint32_t from, std::uint32_t to) {
    const auto place = [&](std::uint32_t word) { return effects->block_at(testing::kCode + 4 * word)->block; };
    return *effects->at_join(0, place(from), place(to));
  };
  program(isa::kRa);
  EXPECT_EQ(join(2, 3).registers, kClobberedRegisters);
  EXPECT_FALSE(join(2, 3).any_memory);
  EXPECT_FALSE(join(4, 5).any_memory) << "s1 is kept";
  program(isa::kT0);
  EXPECT_EQ(join(2, 3).registers, ~1U);
  EXPECT_TRUE(join(2, 3).any_memory && join(2, 3).inputs);
  EXPECT_TRUE(join(4, 5).any_memory);
}

TEST_F(FunctionEffectsTest, ATailCallIsACallFromWhereTheFunctionWasCalled) {
  // 0: calls 2. 2: returns, or goes on at 4 (called by 1 too), which has a frame.
  load({jal(1, 2), jal(1, 3), testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}), leave(isa::kRa),
        sw(kA0, -4, kSp), leave(isa::kRa)});
  const Effect* effect = effects->at_return(*effects->function_at(testing::kCode + 8));
  ASSERT_NE(effect, nullptr);
  EXPECT_EQ(effect->below, 0);
  EXPECT_FALSE(effect->any_memory);
}

TEST_F(FunctionEffectsTest, OfTwoCallsReachAsFarAsTheHigherStack) {
  // 0: a call of 7 from here, or two words further down.
  load({testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 12}), jal(1, 6), jal(0, 4), addi(kSp, kSp, -8),
        jal(1, 3), addi(kSp, kSp, 8), leave(isa::kRa), sw(kA0, -4, kSp), leave(isa::kRa)});
  const auto from = effects->block_at(testing::kCode + 8), to = effects->block_at(testing::kCode + 24);
  const Effect* effect = effects->at_join(0, from->block, to->block);
  ASSERT_NE(effect, nullptr);
  EXPECT_EQ(effect->below, 0);
}

TEST_F(FunctionEffectsTest, BehindALoopIsWhatItsIterationsChange) {
  load({addi(kA0, kA0, 1), testing::encode(Opcode::beq, {.rs1 = 10, .rs2 = 7, .immediate = -4}), leave(isa::kRa)});
  const auto loop = effects->block_at(testing::kCode), behind = effects->block_at(testing::kCode + 8);
  const Effect* effect = effects->at_join(0, loop->block, behind->block);
  ASSERT_NE(effect, nullptr) << "one place, but many iterations";
  EXPECT_EQ(effect->registers, 1U << kA0);
  EXPECT_EQ(effects->at_join(0, loop->block, loop->block), nullptr) << "each iteration comes after one other";
}

TEST_F(FunctionEffectsTest, AStoreThatReachesIntoTheCallersFrameIsAnyMemoryForIt) {
  const auto at_return = [&](const Words& body) {
    Words words = {jal(1, 2), jal(0, 0), testing::encode(Opcode::beq, {.rs1 = 6, .rs2 = 7, .immediate = 8}),
                   leave(isa::kRa)};
    words.insert(words.end(), body.begin(), body.end());
    words.push_back(leave(isa::kRa));
    load(words);
    return effects->at_return(*effects->function_at(testing::kCode + 8))->any_memory;
  };
  EXPECT_FALSE(at_return({sw(kA0, -4, kSp)}));
  EXPECT_TRUE(at_return({sw(kA0, 0, kSp)}));
  EXPECT_TRUE(at_return({sw(kA0, -2, kSp)})) << "two bytes of it";
  EXPECT_FALSE(at_return(hook(isa::HookCode::MakeMemorySymbolic, addi(isa::kT1, kSp, -8), 8)));
  EXPECT_TRUE(at_return(hook(isa::HookCode::MakeMemorySymbolic, addi(isa::kT1, kSp, -8), 9)));
}

}  // namespace
}  // namespace janus::program
