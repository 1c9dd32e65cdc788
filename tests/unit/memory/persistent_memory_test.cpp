// The persistent memory against a plain model: random reads, writes and forks.
#include "memory/persistent_memory.h"

#include <gtest/gtest.h>

#include <map>

#include "testing/random.h"

namespace janus::memory {
namespace {

using Symbol = const int*;
using Memory = PersistentMemory<Symbol>;

constexpr int kSymbols[4] = {};

// A byte of the model: concrete, or a piece of a symbol.
struct ModelByte {
  std::uint8_t value = 0;
  Symbol symbol = nullptr;
  std::uint8_t index = 0;
};
using Model = std::map<std::uint32_t, ModelByte>;

void expect_equal(const Memory& memory, const Model& model, std::uint32_t address) {
  const auto found = model.find(address);
  const ModelByte expected = found == model.end() ? ModelByte{} : found->second;
  const auto symbol = memory.symbol(address);
  ASSERT_EQ(symbol.symbol, expected.symbol) << address;
  if (expected.symbol) {
    ASSERT_EQ(symbol.index, expected.index) << address;
  } else {
    ASSERT_EQ(memory.byte(address), expected.value) << address;
  }
}

TEST(PersistentMemory, AgreesWithAPlainModelThroughForks) {
  for (const std::uint32_t size : {1000U, 64U << 10, 128U << 20, 0xffff'ff00U}) {
    testing::Random random(size);
    std::vector<std::pair<Memory, Model>> forks{{Memory(size), Model{}}};
    std::vector<std::uint32_t> touched{0, size - 1};
    for (int step = 0; step < 6000; ++step) {
      auto& [memory, model] = forks[random.below(static_cast<std::uint32_t>(forks.size()))];
      const std::uint32_t address =
          random.one_in(3) ? random.below(size) : std::min(size - 1, random.pick(touched) + random.below(300));
      switch (random.below(8)) {
        case 0:
          if (forks.size() < 12) {
            const auto copy = forks[random.below(static_cast<std::uint32_t>(forks.size()))];
            forks.push_back(copy);
          } else {
            forks.erase(forks.begin() + random.below(static_cast<std::uint32_t>(forks.size())));
          }
          break;
        case 1:
        case 2: {
          const auto index = static_cast<std::uint8_t>(random.below(4));
          const Symbol symbol = &kSymbols[random.below(4)];
          memory.write(address, SymbolicByte<Symbol>{symbol, index});
          model[address] = {0, symbol, index};
          touched.push_back(address);
          break;
        }
        case 3:
        case 4:
        case 5: {
          const auto value = static_cast<std::uint8_t>(random.word());
          memory.write(address, value);
          model[address] = {value, nullptr, 0};
          touched.push_back(address);
          break;
        }
        default: expect_equal(memory, model, address); break;
      }
    }
    for (const auto& [memory, model] : forks) {
      for (const auto& [address, byte] : model) expect_equal(memory, model, address);
    }
  }
}

// Random pieces of symbols over each other, as runs that may go on in each other: which words differ, and which runs
// are known.
TEST(PersistentMemory, TellsWhichWordsDifferInRunsOfSymbols) {
  testing::Random random(7);
  std::size_t differing = 0, runs = 0;
  for (int round = 0; round < 400; ++round) {
    Memory memories[2]{Memory(1024), Memory(1024)};
    Model models[2];
    const auto put = [&](int which, std::uint32_t at, unsigned size, Symbol symbol, unsigned index) {
      const std::uint8_t value = static_cast<std::uint8_t>(index);
      if (symbol) memories[which].own(at).write(at % Memory::kPageBytes, symbol, value, size);
      for (unsigned i = 0; i < size; ++i) {
        if (!symbol) memories[which].write(at + i, value);
        models[which][at + i] = {symbol ? std::uint8_t{0} : value, symbol,
                                 static_cast<std::uint8_t>(symbol ? index + i : 0)};
      }
    };
    for (int i = 0; i < 30; ++i) {
      const std::uint32_t at = random.below(4) * Memory::kPageBytes + random.below(200);
      const unsigned size = 1 + random.below(55), index = random.one_in(2) ? at % 64 : random.below(100);
      const Symbol symbol = random.one_in(3) ? nullptr : &kSymbols[random.below(2)];
      const std::uint32_t only = random.below(12);  // mostly both
      if (only != 0) put(0, at, size, symbol, index);
      if (only != 1) put(1, at, size, symbol, index);
    }
    std::map<std::uint32_t, bool> told;
    memories[0].for_each_different_word(memories[1], [&](std::uint32_t address) { return told[address] = true; });
    for (std::uint32_t word = 0; word < 1024; word += 4) {
      bool differs = false;
      for (std::uint32_t at = word; at < word + 4; ++at) {
        const ModelByte a = models[0][at], b = models[1][at];
        differs |= a.symbol != b.symbol || (a.symbol ? a.index != b.index : a.value != b.value);
        expect_equal(memories[0], models[0], at);
      }
      ASSERT_EQ(told.contains(word), differs) << word;
      differing += differs;
    }
    for (int i = 0; i < 100; ++i) {
      const std::uint32_t at = random.below(1024), size = std::min(1 + random.below(20), 256 - at % 256);
      const ModelByte first = models[0][at];
      const auto* const page = memories[0].find(at);
      if (!page || !first.symbol || !page->has(at % 256, first.symbol, first.index, size)) continue;
      ++runs;
      for (std::uint32_t k = 0; k < size; ++k) {
        ASSERT_EQ(models[0][at + k].symbol, first.symbol);
        ASSERT_EQ(models[0][at + k].index, first.index + k);
      }
    }
  }
  EXPECT_GT(differing, 1000U);
  EXPECT_GT(runs, 1000U);
}

// Words over words, and over parts of words: what a store leaves of the symbols it covers in part.
TEST(Page, KeepsWhatIsLeftOfSymbolsThatAreOverwrittenInPart) {
  testing::Random random(7);
  Page<Symbol> page;
  std::map<std::uint32_t, ModelByte> model;
  for (int step = 0; step < 20'000; ++step) {
    const unsigned size = 1U << random.below(3);
    const std::uint32_t offset = random.below(40 - size + 1) + (random.one_in(8) ? 256 - 40 : 0);
    if (random.one_in(2)) {
      const Symbol symbol = &kSymbols[random.below(4)];
      const auto index = static_cast<std::uint8_t>(random.below(5 - size));
      page.write(offset, symbol, index, size);
      for (std::uint32_t i = 0; i < size; ++i) model[offset + i] = {0, symbol, static_cast<std::uint8_t>(index + i)};
    } else {
      const std::uint32_t bits = random.word();
      page.write(offset, reinterpret_cast<const std::uint8_t*>(&bits), size);
      for (std::uint32_t i = 0; i < size; ++i) model[offset + i] = {static_cast<std::uint8_t>(bits >> 8 * i)};
    }
    for (const auto& [at, byte] : model) {
      ASSERT_EQ(page.is_concrete(at, 1), !byte.symbol);
      ASSERT_EQ(page.symbol(at).symbol, byte.symbol);
      if (byte.symbol) {
        ASSERT_EQ(page.symbol(at).index, byte.index);
      } else {
        ASSERT_EQ(*page.bytes(at), byte.value);
      }
    }
  }
}

TEST(PersistentMemory, WhatIsHeldDoesNotChange) {
  Memory memory(1 << 20);
  memory.write(300, std::uint8_t{1});
  const auto held = memory.hold(300);
  memory.write(300, std::uint8_t{2});
  EXPECT_EQ(*held.get()->bytes(300 - 256), 1);
  EXPECT_EQ(memory.byte(300), 2);
  EXPECT_NE(memory.find(300), held.get());
  EXPECT_EQ(memory.hold(1 << 19).get(), nullptr) << "a page that was never written";
}

TEST(PersistentMemory, ReadsZeroWhereNothingWasWritten) {
  const Memory memory(4096);
  EXPECT_EQ(memory.byte(4095), 0);
  EXPECT_EQ(memory.find(0), nullptr);
}

TEST(PersistentMemory, AForkSharesEverythingUntilOneSideWrites) {
  Memory memory(1 << 20);
  for (std::uint32_t address = 0; address < 1 << 20; address += 256) memory.write(address, std::uint8_t{1});
  Memory fork = memory;
  EXPECT_TRUE(fork.shares_everything_with(memory));
  const auto* untouched = memory.find(0x8000);
  fork.write(0, std::uint8_t{2});
  EXPECT_FALSE(fork.shares_everything_with(memory));
  EXPECT_EQ(memory.byte(0), 1);
  EXPECT_EQ(fork.byte(0), 2);
  EXPECT_EQ(fork.find(0x8000), untouched) << "pages that were not written are still shared";
}

}  // namespace
}  // namespace janus::memory
