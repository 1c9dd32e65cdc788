// The UART against National Semiconductor's PC16550D data sheet.
#include "devices/uart16550.h"

#include <gtest/gtest.h>

namespace janus::devices {
namespace {

enum : std::uint32_t { kData, kIer, kIir, kLcr, kMcr, kLsr, kMsr, kScr };
constexpr std::uint32_t kFcr = kIir, kDataReady = 1, kOverrun = 2, kTransmitterEmpty = 0x60, kDivisorLatch = 0x80;
constexpr std::uint32_t kLoopback = 0x10, kFifoOn = 1;
constexpr std::uint32_t kNone = 1, kThre = 2, kReceived = 4, kLineStatus = 6, kTimeout = 12;  // IIR, low four bits

class Uart : public ::testing::Test {
 protected:
  std::uint32_t read(std::uint32_t offset) { return uart.read(offset, 1)->bits; }
  void write(std::uint32_t offset, std::uint32_t value) { ASSERT_TRUE(uart.write(offset, 1, value)); }
  std::uint32_t identity() { return read(kIir) & 15; }

  Uart16550 uart;
};

TEST_F(Uart, SendsWhatIsWrittenOnce) {
  write(kData, 'A');
  EXPECT_EQ(uart.take_sent(), 'A');
  EXPECT_FALSE(uart.take_sent().has_value());
  EXPECT_EQ(read(kLsr) & kTransmitterEmpty, kTransmitterEmpty);
}

TEST_F(Uart, ReceivedBytesComeInOrder) {
  write(kFcr, kFifoOn);
  for (std::uint8_t byte = 1; byte <= 16; ++byte) EXPECT_TRUE(uart.receive(byte));
  for (std::uint8_t byte = 1; byte <= 16; ++byte) {
    EXPECT_EQ(read(kLsr) & kDataReady, kDataReady);
    EXPECT_EQ(read(kData), byte);
  }
  EXPECT_EQ(read(kLsr) & kDataReady, 0U);
}

TEST_F(Uart, HoldsSixteenBytesWithTheFifoAndOneWithout) {
  EXPECT_TRUE(uart.receive(1));
  EXPECT_FALSE(uart.receive(2));
  EXPECT_EQ(read(kData), 1U);
  write(kFcr, kFifoOn);
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(uart.receive(static_cast<std::uint8_t>(i)));
  EXPECT_FALSE(uart.can_receive());
  EXPECT_FALSE(uart.receive(99));
  EXPECT_EQ(read(kLsr) & kOverrun, 0U) << "the sender waits, nothing is lost";
  EXPECT_EQ(read(kData), 0U);
  EXPECT_TRUE(uart.receive(16));
}

TEST_F(Uart, ClearingOrSwitchingTheFifoEmptiesIt) {
  write(kFcr, kFifoOn);
  uart.receive(1);
  write(kFcr, kFifoOn | 2);
  EXPECT_EQ(read(kLsr) & kDataReady, 0U);
  uart.receive(2);
  write(kFcr, 0);
  EXPECT_EQ(read(kLsr) & kDataReady, 0U);
}

TEST_F(Uart, IirTellsWhetherTheFifoIsOn) {
  EXPECT_EQ(read(kIir), kNone);
  write(kFcr, kFifoOn);
  EXPECT_EQ(read(kIir), 0xc0 | kNone);
}

TEST_F(Uart, ReceivedDataInterruptsWhileEnabledAndPresent) {
  uart.receive('x');
  EXPECT_FALSE(uart.interrupt());
  write(kIer, 1);
  EXPECT_TRUE(uart.interrupt());
  EXPECT_EQ(identity(), kReceived);
  EXPECT_EQ(identity(), kReceived) << "reading IIR does not acknowledge it";
  read(kData);
  EXPECT_FALSE(uart.interrupt());
  EXPECT_EQ(identity(), kNone);
}

TEST_F(Uart, BelowTheTriggerLevelTheTimeoutReports) {
  const unsigned levels[] = {1, 4, 8, 14};
  for (std::uint32_t setting = 0; setting < 4; ++setting) {
    write(kFcr, setting << 6 | kFifoOn | 2);
    write(kIer, 1);
    for (unsigned count = 1; count <= 16; ++count) {
      uart.receive(0);
      EXPECT_TRUE(uart.interrupt());
      EXPECT_EQ(identity(), count >= levels[setting] ? kReceived : kTimeout);
    }
  }
}

TEST_F(Uart, TransmitterEmptyInterruptsWhenEnabledAndAfterEveryByteUntilIirIsRead) {
  write(kIer, 2);
  EXPECT_TRUE(uart.interrupt());
  EXPECT_EQ(identity(), kThre);
  EXPECT_FALSE(uart.interrupt());
  EXPECT_EQ(identity(), kNone);
  write(kData, 'A');
  EXPECT_TRUE(uart.interrupt());
  EXPECT_EQ(identity(), kThre);
  EXPECT_FALSE(uart.interrupt());
}

TEST_F(Uart, ReceivedDataGoesBeforeTransmitterEmptyWhichStaysUnacknowledged) {
  write(kIer, 3);
  uart.receive('x');
  EXPECT_EQ(identity(), kReceived);
  read(kData);
  EXPECT_EQ(identity(), kThre);
}

TEST_F(Uart, TheDivisorLatchTakesThePlaceOfDataAndIer) {
  write(kIer, 1);
  write(kLcr, kDivisorLatch | 3);
  EXPECT_FALSE(uart.transmits(kData));
  write(kData, 0x34);
  write(kIer, 0x12);
  EXPECT_EQ(read(kData), 0x34U);
  EXPECT_EQ(read(kIer), 0x12U);
  EXPECT_FALSE(uart.take_sent().has_value());
  write(kLcr, 3);
  EXPECT_EQ(read(kLcr), 3U);
  EXPECT_EQ(read(kIer), 1U);
  EXPECT_TRUE(uart.transmits(kData));
}

TEST_F(Uart, InLoopbackWhatIsSentIsReceivedAndNothingGoesOut) {
  write(kMcr, kLoopback);
  EXPECT_FALSE(uart.transmits(kData));
  write(kData, 'z');
  EXPECT_FALSE(uart.take_sent().has_value());
  EXPECT_EQ(read(kLsr) & kDataReady, kDataReady);
  EXPECT_EQ(read(kData), static_cast<std::uint32_t>('z'));
}

TEST_F(Uart, LoopbackOverrunsWhichReadingLsrClears) {
  write(kMcr, kLoopback);
  write(kIer, 4);
  write(kData, 1);
  EXPECT_FALSE(uart.interrupt());
  write(kData, 2);
  EXPECT_EQ(identity(), kLineStatus);
  EXPECT_EQ(read(kLsr) & kOverrun, kOverrun);
  EXPECT_EQ(read(kLsr) & kOverrun, 0U);
  EXPECT_FALSE(uart.interrupt());
}

TEST_F(Uart, InLoopbackTheModemOutputsAreItsInputs) {
  // DTR to DSR, RTS to CTS, OUT1 to RI, OUT2 to DCD.
  const std::pair<std::uint32_t, std::uint32_t> wires[] = {{1, 0x20}, {2, 0x10}, {4, 0x40}, {8, 0x80}};
  for (const auto& [output, input] : wires) {
    write(kMcr, kLoopback | output);
    EXPECT_EQ(read(kMsr) & 0xf0, input);
  }
}

TEST_F(Uart, ScratchRegisterHoldsAByteAndReservedBitsReadAsZero) {
  write(kScr, 0x5a);
  EXPECT_EQ(read(kScr), 0x5aU);
  write(kIer, 0xff);
  EXPECT_EQ(read(kIer), 0x0fU);
  write(kMcr, 0xff);
  EXPECT_EQ(read(kMcr), 0x1fU);
}

TEST_F(Uart, CopiesAreIndependent) {
  write(kFcr, kFifoOn);
  uart.receive(1);
  Uart16550 copy = uart;
  EXPECT_EQ(copy.read(kData, 1), 1U);
  copy.write(kData, 1, 'c');
  EXPECT_EQ(read(kLsr) & kDataReady, kDataReady);
  EXPECT_FALSE(uart.take_sent().has_value());
  EXPECT_EQ(read(kData), 1U);
}

}  // namespace
}  // namespace janus::devices
