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
