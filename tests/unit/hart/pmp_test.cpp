// Physical memory protection: Volume II, section 3.7. An oracle of a few lines decides each byte by itself.
#include "hart/pmp.h"

#include <gtest/gtest.h>

#include "testing/random.h"

namespace janus::hart {
namespace {

using janus::testing::Random;

struct Entries {
  std::array<std::uint8_t, 16> configuration{};
  std::array<std::uint32_t, 16> address{};
};

// The number of ones at the end.
unsigned ones(std::uint32_t value) {
  unsigned count = 0;
  for (; count < 32 && value >> count & 1; ++count) continue;
  return count;
}

bool matches(const Entries& entries, unsigned i, std::uint64_t address) {
  const std::uint64_t own = entries.address[i], before = i == 0 ? 0 : entries.address[i - 1];
  switch (entries.configuration[i] >> 3 & 3) {
    case 0: return false;
    case 1: return before <= address >> 2 && address >> 2 < own;
    case 2: return address >> 2 == own;
    default: return address >> (3 + ones(entries.address[i])) == own >> (1 + ones(entries.address[i]));
  }
}

std::uint8_t oracle(const Entries& entries, std::uint32_t address, Privilege privilege) {
  for (unsigned i = 0; i < 16; ++i) {
    if (!matches(entries, i, address)) continue;
    const bool applies = privilege == Privilege::User || entries.configuration[i] & 0x80;
    return applies ? entries.configuration[i] & 7 : 7;
  }
  return privilege == Privilege::Machine ? 7 : 0;
}

PmpState state_of(const Entries& entries) {
  PmpState state;
  for (unsigned i = 0; i < 16; ++i) state.write_address(i, entries.address[i]);
  for (unsigned n = 0; n < 4; ++n) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{entries.configuration[4 * n + i]} << (8 * i);
    state.write_configuration(n, value);
    EXPECT_EQ(state.configuration(n), value);
  }
  return state;
}

// Addresses are close together, so that regions meet and cover each other.
Entries random_entries(Random& random) {
  constexpr std::uint32_t kPlace = 0x8000'0000U >> 2;
  Entries entries;
  for (unsigned i = 0; i < 16; ++i) {
    entries.address[i] = random.one_in(6) ? random.operand() : kPlace + random.below(64);
    entries.configuration[i] = random.one_in(3) ? 0 : static_cast<std::uint8_t>(random.word() & 0x9f);
  }
  return entries;
}

TEST(ProtectionMap, PermitsWhatTheFirstMatchingEntrySays) {
  Random random(1);
  for (unsigned round = 0; round < 300; ++round) {
    const Entries entries = random_entries(random);
    const PmpState state = state_of(entries);
    for (const Privilege privilege : {Privilege::User, Privilege::Machine}) {
      const ProtectionMap map(state, privilege);
      for (unsigned i = 0; i < 40; ++i) {
        const std::uint32_t address = random.one_in(4) ? random.operand() : 0x8000'0000 + random.below(320);
        const unsigned bytes = 1U << random.below(3);
        for (const std::uint8_t wanted : {permission::kRead, permission::kWrite, permission::kExecute}) {
          std::optional<std::uint32_t> first;
          for (unsigned byte = bytes; byte-- > 0;) {
            if (!(oracle(entries, address + byte, privilege) & wanted)) first = address + byte;
          }
          ASSERT_EQ(map.first_forbidden(address, bytes, wanted), first) << std::hex << address;
        }
      }
    }
  }
}

TEST(ProtectionMap, HasRangesThatCoverTheAddressSpaceAndDiffer) {
  Random random(2);
  for (unsigned round = 0; round < 300; ++round) {
    const ProtectionMap map(state_of(random_entries(random)), Privilege::User);
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < map.ranges().size(); ++i) {
      const auto& range = map.ranges()[i];
      EXPECT_EQ(range.first, next);
      EXPECT_LT(range.first, range.last);
      if (i > 0) {
        EXPECT_NE(range.permissions, map.ranges()[i - 1].permissions);
      }
      next = std::uint64_t{range.last} + 1;
    }
    EXPECT_EQ(next, std::uint64_t{1} << 32);
  }
}

TEST(PmpState, IsOpenToMachineModeAndClosedToUserModeAtReset) {
  const PmpState state;
  EXPECT_TRUE(state.is_open(Privilege::Machine));
  EXPECT_FALSE(state.is_open(Privilege::User));
}

TEST(PmpState, IsOpenExactlyIfTheMapIs) {
  Random random(3);
  for (unsigned round = 0; round < 300; ++round) {
    Entries entries = random_entries(random);
    if (random.one_in(2)) {
      entries.address[0] = 0xffff'ffff;
      entries.configuration[0] = 0x1f;
    }
    const PmpState state = state_of(entries);
    for (const Privilege privilege : {Privilege::User, Privilege::Machine}) {
      const ProtectionMap map(state, privilege);
      EXPECT_EQ(state.is_open(privilege), map.is_open(0, 0xffff'ffff) && map.is_open(0xffff'ffff, 1));
    }
  }
}

TEST(PmpState, KeepsLockedEntriesAndTheBaseOfALockedRange) {
  PmpState state;
  state.write_address(2, 100);
  state.write_address(3, 200);
  state.write_configuration(0, 0x8900'0000U);  // entry 3: locked, TOR, R
  state.write_address(2, 1);
  state.write_address(3, 1);
  state.write_configuration(0, 0x1f1f'1f1fU);
  EXPECT_EQ(state.address(2), 100U);
  EXPECT_EQ(state.address(3), 200U);
  EXPECT_EQ(state.configuration(0), 0x891f'1f1fU);
}

TEST(PmpState, LockedByAnyOtherMatchLeavesTheAddressBefore) {
  for (const std::uint32_t match : {0U, 2U, 3U}) {
    PmpState state;
    state.write_configuration(0, (0x80 | match << 3) << 8);
    state.write_address(0, 7);
    EXPECT_EQ(state.address(0), 7U) << match;
  }
}

TEST(PmpState, HasNoReservedBits) {
  PmpState state;
  state.write_configuration(1, 0x7f7f'7f7f);
  EXPECT_EQ(state.configuration(1), 0x1f1f'1f1fU);
}

}  // namespace
}  // namespace janus::hart
