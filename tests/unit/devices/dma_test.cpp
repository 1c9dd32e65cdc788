// The DMA engine against its data sheet (dma.h): what it copies, when, and what a fork has of it. The bus here is a few
// words of memory.
#include "devices/dma.h"

#include <gtest/gtest.h>

#include <cstring>

namespace janus::devices {
namespace {

class DmaTest : public ::testing::Test {
 protected:
  enum : std::uint32_t {
    kSource = 0x00,
    kDestination = 0x04,
    kCount = 0x08,
    kCtrl = 0x0c,
    kStatus = 0x10,
    kEvents = 0x14,
    kPeriod = 0x18
  };
  static constexpr std::uint32_t kStart = 1, kStop = 2, kIrq = 4, kKeepSource = 8, kHalves = 0x100, kWords = 0x200;
  static constexpr Picoseconds kMicro = 1'000'000;

  std::uint32_t read(std::uint32_t offset) { return dma.read(offset, 4).value_or(Datum(~0U)).bits; }
  void write(std::uint32_t offset, std::uint32_t value) {
    EXPECT_TRUE(dma.write(offset, 4, value));
    make_moves(dma);
  }
  void set_up(std::uint32_t source, std::uint32_t destination, std::uint32_t count, std::uint32_t period) {
    write(kSource, source);
    write(kDestination, destination);
    write(kCount, count);
    write(kPeriod, period);
  }
  void advance(Picoseconds time) {
    dma.advance_to(time);
    make_moves(dma);
  }
  void make_moves(Dma& device) {
    while (const auto move = device.next_move()) {
      const bool there =
          move->source + move->bytes() <= memory.size() && move->destination + move->bytes() <= memory.size();
      if (there) std::memcpy(&memory[move->destination], &memory[move->source], move->bytes());
      device.moved(there);
    }
  }

  Dma dma;
  std::vector<std::uint8_t> memory = {1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0};
};

TEST_F(DmaTest, CopiesAnElementEachPeriodAndInterruptsAtTheEnd) {
  set_up(0, 8, 3, 2);
  write(kCtrl, kStart | kIrq | kHalves);
  EXPECT_EQ(read(kStatus), 1U);
  EXPECT_EQ(dma.next_event(), 2 * kMicro);
  advance(2 * kMicro);
  EXPECT_EQ(memory[9], 2);
  EXPECT_EQ(memory[10], 0) << "not yet";
  EXPECT_EQ(read(kCount), 2U);
  write(kSource, 4);
  EXPECT_EQ(read(kSource), 2U) << "not while it copies";
  advance(6 * kMicro);
  EXPECT_EQ(memory[13], 6);
  EXPECT_EQ(memory[14], 0);
  EXPECT_EQ(read(kStatus), 0U);
  EXPECT_EQ(read(kEvents), 1U);
  EXPECT_TRUE(dma.interrupt());
  EXPECT_EQ(dma.next_event(), kNever);
  write(kEvents, 1);
  EXPECT_FALSE(dma.interrupt());
}

TEST_F(DmaTest, CopiesAllAtOnceWithoutAPeriod) {
  set_up(0, 8, 2, 0);
  write(kCtrl, kStart | kWords);
  EXPECT_EQ(memory[15], 8);
  EXPECT_EQ(read(kEvents), 1U);
  EXPECT_FALSE(dma.interrupt()) << "nobody asked for it";
  EXPECT_EQ(read(kCtrl), kWords) << "START reads as zero";
}

TEST_F(DmaTest, ReadsARegisterAgainAndAgain) {
  set_up(1, 8, 4, 0);
  write(kCtrl, kStart | kKeepSource);
  EXPECT_EQ(memory[11], 2);
  EXPECT_EQ(memory[12], 0);
  EXPECT_EQ(read(kSource), 1U);
  EXPECT_EQ(read(kDestination), 12U);
}

TEST_F(DmaTest, StopsWhereThereIsNothing) {
  set_up(0, 12, 4, 1);
  write(kCtrl, kStart | kIrq | kWords);
  advance(10 * kMicro);
  EXPECT_EQ(memory[12], 1);
  EXPECT_EQ(read(kEvents), 2U);
  EXPECT_EQ(read(kDestination), 16U);
  EXPECT_EQ(read(kCount), 3U);
  EXPECT_TRUE(dma.interrupt());
}

TEST_F(DmaTest, StopsWhenItIsTold) {
  set_up(0, 8, 8, 1);
  write(kCtrl, kStart);
  advance(2 * kMicro);
  write(kCtrl, kStop);
  advance(9 * kMicro);
  EXPECT_EQ(memory[9], 2);
  EXPECT_EQ(memory[10], 0);
  EXPECT_EQ(read(kStatus) | read(kEvents), 0U);
}

TEST_F(DmaTest, GoesOnInEachCopyByItself) {
  set_up(0, 8, 8, 1);
  write(kCtrl, kStart);
  advance(3 * kMicro);
  Dma fork = dma;
  EXPECT_EQ(fork, dma);
  advance(8 * kMicro);
  EXPECT_NE(fork, dma);
  EXPECT_EQ(fork.read(kCount, 4)->bits, 5U);
  EXPECT_EQ(read(kCount), 0U);
}

}  // namespace
}  // namespace janus::devices
