// The SPI controller and the flash behind it against their data sheet (spi.h), and their value semantics.
#include "devices/spi.h"

#include <gtest/gtest.h>

#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

class SpiTest : public ::testing::Test {
 protected:
  enum : std::uint32_t { kDivider = 0x00, kChip = 0x10, kMode = 0x18, kFormat = 0x40, kSend = 0x48, kReceive = 0x4c };
  enum : std::uint32_t { kSendMark = 0x50, kReceiveMark = 0x54, kEnabled = 0x70, kPending = 0x74 };
  enum : std::uint32_t { kEachFrame = 0, kHeld = 2, kOff = 3 };
  enum : std::uint32_t { kFlag = 0x8000'0000 };
  static constexpr Picoseconds kFrame = 8 * 2 * 4 * 20'000, kMicro = 1'000'000;

  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(spi.write(offset, 4, value)); }
  std::uint32_t read(std::uint32_t offset) { return spi.read(offset, 4).value().bits; }
  void pass(Picoseconds time) { spi.advance_to(now += time); }
  std::uint8_t exchange(std::uint32_t frame) {
    write(kSend, frame);
    pass(kFrame);
    return static_cast<std::uint8_t>(read(kReceive));
  }
  // A transaction: sends the frames, and returns what comes back for as many more.
  std::vector<std::uint8_t> transact(const std::vector<std::uint8_t>& frames, unsigned more = 0) {
    std::vector<std::uint8_t> back;
    write(kMode, kHeld);
    for (const std::uint8_t frame : frames) exchange(frame);
    for (unsigned i = 0; i < more; ++i) back.push_back(exchange(0));
    write(kMode, kEachFrame);
    return back;
  }
  using Bytes = std::vector<std::uint8_t>;
  std::uint8_t status() { return transact({0x05}, 1)[0]; }
  void program(std::uint8_t page, std::uint8_t first, const Bytes& bytes) {
    Bytes frames{0x02, 0, page, first};
    frames.insert(frames.end(), bytes.begin(), bytes.end());
    transact({0x06});
    transact(frames);
  }
  Datum symbol(int i) { return Datum(static_cast<const void*>(&terms[i])); }

  Spi spi;
  Picoseconds now = 0;
  char terms[4] = {};
};

TEST_F(SpiTest, AFrameTakesItsBitsAndThoseBehindItWait) {
  write(kSendMark, 2);
  write(kEnabled, 1);
  EXPECT_TRUE(spi.interrupt());
  for (int i = 0; i < 3; ++i) write(kSend, 0xff);
  EXPECT_FALSE(spi.interrupt()) << "one is on its way, two wait";
  EXPECT_EQ(spi.next_event(), kFrame);
  pass(kFrame - 1);
  EXPECT_EQ(read(kReceive), kFlag);
  pass(1);
  EXPECT_TRUE(spi.interrupt());
  EXPECT_EQ(read(kReceive), 0xffU);
  EXPECT_EQ(read(kReceive), kFlag);
  pass(2 * kFrame);
  EXPECT_EQ(spi.next_event(), kNever);
  EXPECT_EQ(read(kPending), 3U);
  for (int i = 0; i < 10; ++i) write(kSend, 0);
  EXPECT_EQ(read(kSend), kFlag) << "the FIFO is full";
}

TEST_F(SpiTest, TheFlashIdentifiesItselfIfItIsSelected) {
  EXPECT_EQ(transact({0x9f}, 4), (Bytes{0xef, 0x40, 0x10, 0xff}));
  write(kChip, 1);
  EXPECT_EQ(transact({0x9f}, 3), (Bytes{0xff, 0xff, 0xff}));
  write(kChip, 0);
  write(kFormat, 0x8'0004);
  EXPECT_EQ(transact({0x9f}, 1), Bytes{0xff}) << "the lowest bit first";
  write(kFormat, 0x8'0008);
  write(kSend, 0);
  pass(kFrame);
  EXPECT_EQ(read(kReceive), kFlag) << "nobody wants what comes back";
}

TEST_F(SpiTest, ProgramsWithinAPageOnlyZerosAndIsBusyMeanwhile) {
  transact({0x02, 0, 1, 0, 0x12});
  EXPECT_EQ(status(), 0) << "without write enable";
  program(1, 0xff, {0x12, 0x34});
  EXPECT_EQ(status(), 3);
  EXPECT_EQ(transact({0x03, 0, 1, 0xff}, 1), Bytes{0xff}) << "busy";
  pass(400 * kMicro);
  EXPECT_EQ(status(), 0);
  EXPECT_EQ(transact({0x03, 0, 0, 0xff}, 3), (Bytes{0xff, 0x34, 0xff}));
  EXPECT_EQ(transact({0x03, 0, 1, 0xff}, 2), (Bytes{0x12, 0xff}));
  program(1, 0xff, {0xf0});
  pass(400 * kMicro);
  EXPECT_EQ(transact({0x03, 0, 1, 0xff}, 1), Bytes{0x10});
}

TEST_F(SpiTest, ErasesASectorOrEverything) {
  const Spi fresh = spi;
  program(0, 0, {0});
  pass(400 * kMicro);
  program(0x10, 0, {0});
  pass(400 * kMicro);
  EXPECT_FALSE(spi.same_but_for_time(fresh));
  transact({0x06});
  transact({0x20, 0, 0x1f, 0xff});
  EXPECT_EQ(status(), 3);
  pass(45'000 * kMicro);
  EXPECT_EQ(transact({0x03, 0, 0x10, 0}, 1), Bytes{0xff});
  EXPECT_EQ(transact({0x03, 0, 0, 0}, 1), Bytes{0});
  transact({0x06});
  transact({0xc7});
  pass(500'000 * kMicro);
  EXPECT_TRUE(spi.same_but_for_time(fresh));
}

TEST_F(SpiTest, IsBusyForAsManyLooksAsItIsFed) {
  spi.feed({1, 1, 0, 1});
  program(0, 0, {0x55});
  pass(400 * kMicro);
  EXPECT_EQ(transact({0x05}, 2), (Bytes{3, 3})) << "whatever the time";
  EXPECT_EQ(status(), 0);
  EXPECT_EQ(spi.arrived(), 3U);
  EXPECT_EQ(status(), 0) << "it is ready, so nobody asks";
  EXPECT_EQ(transact({0x03, 0, 0, 0}, 1), Bytes{0x55});
  program(0, 1, {0x55});
  EXPECT_EQ(transact({0x05}, 2), (Bytes{3, 0})) << "there are no more words";
}

TEST_F(SpiTest, AsksForTheBitsOfEachWordThatAFrameMayNeed) {
  spi.feed({symbol(0), symbol(1), 0});
  EXPECT_TRUE(spi.holds_symbols());
  EXPECT_EQ(spi.undecided(kSend, true), nullptr) << "it is not busy, and no frame is on its way";
  program(0, 0, {0x55});
  write(kMode, kHeld);
  EXPECT_EQ(spi.undecided(kSend, false), nullptr);
  EXPECT_EQ(spi.undecided(kMode, true), nullptr);
  ASSERT_EQ(spi.undecided(kSend, true), symbol(0).symbol);
  spi.decide(1);
  write(kSend, 0x05);
  ASSERT_EQ(spi.undecided(kSend, true), symbol(1).symbol) << "two frames may read it twice";
  spi.decide(1);
  write(kSend, 0);
  write(kSend, 0);
  EXPECT_EQ(spi.undecided(kSend, true), nullptr);
  EXPECT_FALSE(spi.holds_symbols());
  pass(3 * kFrame);
  EXPECT_EQ(read(kReceive), 0xffU);
  EXPECT_EQ(read(kReceive), 3U);
  EXPECT_EQ(read(kReceive), 3U);
}

TEST_F(SpiTest, RefusesAccessesThatItsTableDoesNotHave) {
  EXPECT_FALSE(spi.read(kSend, 1));
  EXPECT_FALSE(spi.read(0x08, 4));
  EXPECT_FALSE(spi.write(kReceive, 4, 0));
}

}  // namespace
}  // namespace janus::devices
