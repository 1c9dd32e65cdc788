// The board: the memory map of QEMU's `virt`, the wiring of its devices, and its value semantics.
#include "devices/board.h"

#include <gtest/gtest.h>

#include <random>

#include "devices/data_sheet.h"
#include "testing/stopwatch.h"

namespace janus::devices {
namespace {

constexpr std::uint32_t kFinisher = 0x0010'0000, kClint = 0x0200'0000, kPlic = 0x0c00'0000, kUart = 0x1000'0000,
                        kSensor = 0x1001'0000;
constexpr std::uint32_t kPlicClaim = kPlic + 0x20'0004;

TEST(Board, DevicesAnswerAtTheirAddressesOnVirt) {
  Board board;
  EXPECT_TRUE(board.write(kClint, 4, 1, 0));
  EXPECT_TRUE(board.software_interrupt());
  EXPECT_TRUE(board.write(kPlic + 40, 4, 7, 0));
  EXPECT_EQ(board.read(kPlic + 40, 4, 0), 7U);
  EXPECT_TRUE(board.write(kUart + 7, 1, 0x5a, 0));
  EXPECT_EQ(board.read(kUart + 7, 1, 0), 0x5aU);
  EXPECT_TRUE(board.write(kSensor + 0x10, 4, 3, 0));
  EXPECT_EQ(board.read(kSensor + 0x10, 4, 0), 3U);
  EXPECT_TRUE(board.write(kFinisher, 4, 0x5555, 0));
  EXPECT_EQ(board.finisher.exit_code(), 0U);
}

// Of a device that can only be written, there may be nothing to describe.
bool is_lines(const std::string& text) { return text.empty() || text.back() == '\n'; }

bool answers(Board board, std::uint32_t address) {
  return board.write(address, 4, 0, 0) || board.read(address, 4, 0).has_value();
}

TEST(Board, EachRowIsADeviceInItsRegionWithANameAndADescription) {
  const Board board;
  std::size_t row = 0;
#define DEVICE(member, Type, header, address, bytes, source)                \
  EXPECT_EQ(board.regions().at(row).base, address);                         \
  EXPECT_EQ(board.regions().at(row).size, bytes);                           \
  EXPECT_EQ(memory_map::kNamed[row].name, #member);                         \
  EXPECT_TRUE(answers(board, address)) << #member;                          \
  EXPECT_TRUE(is_lines(describe(board.member))) << "a line each: " #member; \
  ++row;
#include "devices/devices.def"
#undef DEVICE
  EXPECT_EQ(row, board.regions().size());
}

// A board after random stores, and one where each value had other bits that its register does not have.
TEST(Board, NothingDependsOnBitsThatARegisterDoesNotHave) {
  std::mt19937 random(7);
  for (const DataSheet& sheet : data_sheets()) {
    if (sheet.name == "finisher") continue;  // the first store ends the run
    Board one, other;
    for (int i = 0; i < 400; ++i) {
      const Register& row = sheet.registers[random() % sheet.registers.size()];
      const std::uint32_t at = sheet.region.base + row.offset + row.bytes * (random() % row.count);
      const std::uint32_t unused = ~one.stored_bits(at, row.bytes), value = static_cast<std::uint32_t>(random());
      const Picoseconds now = i * Picoseconds{1'000'000};
      EXPECT_EQ(one.write(at, row.bytes, value & ~unused, now), other.write(at, row.bytes, value | unused, now));
      const Register& shown = sheet.registers[random() % sheet.registers.size()];
      const std::uint32_t from = sheet.region.base + shown.offset;
      ASSERT_EQ(one.read(from, shown.bytes, now), other.read(from, shown.bytes, now)) << sheet.name << " " << row.name;
      ASSERT_TRUE(one.same_but_for_time(other)) << sheet.name << " " << row.name;
    }
  }
}

TEST(Board, NobodyAnswersInBetween) {
  Board board;
  for (std::uint32_t address :
       {0U, kFinisher - 4, kFinisher + 0x1000, kClint - 4, kClint + 0x10000, kPlic - 4, kPlic + 0x60'0000, kUart - 1,
        kUart + 0x100, kSensor - 4, 0x1001'4000U, 0x8000'0000U, 0xffff'fffcU}) {
    EXPECT_FALSE(board.read(address, 4, 0).has_value()) << std::hex << address;
    EXPECT_FALSE(board.write(address, 4, 0, 0)) << std::hex << address;
  }
}

TEST(Board, AnAttachedDeviceAnswersAndSaysWhatItShows) {
  Board board;
  board.attach(testing::Stopwatch::kRegion, testing::Stopwatch());
  const std::uint32_t at = testing::Stopwatch::kRegion.base;
  EXPECT_EQ(board.read(at, 4, 5'000'000), 5000U);
  EXPECT_FALSE(board.read(at + 4, 4, 5'000'000).has_value());
  EXPECT_TRUE(board.shows_time(at));
  EXPECT_FALSE(board.shows_time(at + 4));
  Board later = board;
  EXPECT_EQ(later.read(at, 4, 9'000'000), 9000U);
  EXPECT_TRUE(board.same_but_for_time(later));
  EXPECT_FALSE(board.same_but_for_time(Board()));
}

TEST(Board, OnlyTheTimerOfTheVirtBoardShowsTime) {
  const Board board;
  for (std::uint32_t address : {kClint + 0x4000, kClint + 0x4004, kClint + 0xbff8, kClint + 0xbffc})
    EXPECT_TRUE(board.shows_time(address));
  for (std::uint32_t address : {kFinisher, kClint, kPlic, kPlicClaim, kUart, 0U})
    EXPECT_FALSE(board.shows_time(address));
}

TEST(Board, TheUartInterruptsThroughSource10OfThePlic) {
  Board board;
  board.write(kPlic + 4 * 10, 4, 1, 0);
  board.write(kPlic + 0x2000, 4, 1U << 10, 0);
  board.write(kUart + 1, 1, 2, 0);  // the transmitter is empty
  EXPECT_TRUE(board.external_interrupt());
  EXPECT_EQ(board.read(kPlicClaim, 4, 0), 10U);
  EXPECT_FALSE(board.external_interrupt());
  board.read(kUart + 2, 1, 0);  // acknowledged
  board.write(kPlicClaim, 4, 10, 0);
  EXPECT_FALSE(board.external_interrupt());
}

TEST(Board, TheSensorInterruptsThroughSource12OfThePlicWhenItsTimeHasCome) {
  Board board;
  board.write(kPlic + 4 * 12, 4, 1, 0);
  board.write(kPlic + 0x2000, 4, 1U << 12, 0);
  board.write(kSensor, 4, 3, 0);
  EXPECT_EQ(board.next_event(), 10'000'000U);
  board.advance_to(9'999'999);
  EXPECT_FALSE(board.external_interrupt());
  board.advance_to(10'000'000);
  EXPECT_TRUE(board.external_interrupt()) << "without any access";
  EXPECT_EQ(board.read(kPlicClaim, 4, 10'000'000), 12U);
}

TEST(Board, FeedsTheDeviceOfThatNameAndIsAnotherBoardThen) {
  Board board;
  const Board silent = board;
  char term = 0;
  board.feed("uart", {0x61, Datum(static_cast<const void*>(&term))});
  EXPECT_TRUE(board.holds_symbols());
  EXPECT_FALSE(board.same_but_for_time(silent));
  EXPECT_EQ(board.read(kUart, 1, 0), 0x61U);
  EXPECT_EQ(board.read(kUart, 1, 0), Datum(static_cast<const void*>(&term)));
  EXPECT_FALSE(board.holds_symbols());
  Board another;
  another.feed("uart", {1, 2, 3});
  for (int i = 0; i < 3; ++i) another.read(kUart, 1, 0);
  EXPECT_TRUE(board.same_but_for_time(another)) << "what was read counts no more";
}

TEST(Board, AccessesHappenAtTheirTime) {
  Board board;
  EXPECT_EQ(board.read(kClint + 0xbff8, 4, 42 * hart::kMtimePeriod), 42U);
  board.write(kClint + 0x4004, 4, 0, 42 * hart::kMtimePeriod);
  board.write(kClint + 0x4000, 4, 50, 42 * hart::kMtimePeriod);
  EXPECT_EQ(board.next_event(), 50 * hart::kMtimePeriod);
  board.advance_to(board.next_event());
  EXPECT_TRUE(board.timer_interrupt());
}

TEST(Board, OnlyBytesThatGoOutOnTheWireLeaveTheStateAlone) {
  Board board;
  EXPECT_TRUE(board.ignores_value(kUart));
  EXPECT_FALSE(board.ignores_value(kUart + 1));
  EXPECT_FALSE(board.ignores_value(kClint));
  board.write(kUart + 4, 1, 0x10, 0);  // loopback
  EXPECT_FALSE(board.ignores_value(kUart));
}

TEST(Board, CopiesAreIndependent) {
  Board original;
  Board copy = original;
  copy.write(kClint, 4, 1, 0);
  copy.write(kUart, 1, 'x', 0);
  copy.write(kFinisher, 4, 0x5555, 0);
  EXPECT_FALSE(original.software_interrupt());
  EXPECT_FALSE(original.uart.take_sent().has_value());
  EXPECT_FALSE(original.finisher.exit_code().has_value());
}

}  // namespace
}  // namespace janus::devices
