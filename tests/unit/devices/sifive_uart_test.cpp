// The UART of SiFive's FE310, as its manual describes it.
#include "devices/sifive_uart.h"

#include <gtest/gtest.h>

namespace janus::devices {
namespace {

constexpr std::uint32_t kTxData = 0x00, kRxData = 0x04, kTxCtrl = 0x08, kRxCtrl = 0x0c, kIe = 0x10, kIp = 0x14;
constexpr std::uint32_t kFlag = 1U << 31;

std::uint32_t read(SiFiveUart& uart, std::uint32_t offset) { return uart.read(offset, 4).value_or(0xdead).bits; }

TEST(SiFiveUart, SendsWhileItsTransmitterIsOn) {
  SiFiveUart uart;
  uart.write(kTxData, 4, 'a');
  EXPECT_EQ(uart.take_sent(), std::nullopt);
  uart.write(kTxCtrl, 4, 1);
  EXPECT_EQ(uart.take_sent(), 'a');
  uart.write(kTxData, 4, 'b');
  EXPECT_EQ(uart.take_sent(), 'b');
  EXPECT_EQ(uart.take_sent(), std::nullopt);
}

TEST(SiFiveUart, ItsTransmitFifoHoldsEightBytes) {
  SiFiveUart uart;
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(read(uart, kTxData), 0U);
    uart.write(kTxData, 4, '0' + i);
  }
  EXPECT_EQ(read(uart, kTxData), kFlag);
  uart.write(kTxData, 4, 'x');  // dropped
  uart.write(kTxCtrl, 4, 1);
  std::string sent;
  while (const auto byte = uart.take_sent()) sent += static_cast<char>(*byte);
  EXPECT_EQ(sent, "01234567");
}

TEST(SiFiveUart, ReceivesWhileItsReceiverIsOn) {
  SiFiveUart uart;
  uart.feed({Datum('x'), Datum('y')});
  EXPECT_EQ(read(uart, kRxData), kFlag);
  uart.write(kRxCtrl, 4, 1);
  EXPECT_EQ(uart.arrived(), 2U);
  EXPECT_EQ(read(uart, kRxData), static_cast<std::uint32_t>('x'));
  EXPECT_EQ(read(uart, kRxData), static_cast<std::uint32_t>('y'));
  EXPECT_EQ(read(uart, kRxData), kFlag);
}

TEST(SiFiveUart, InterruptsAtItsWatermarks) {
  SiFiveUart uart;
  uart.write(kIe, 4, 3);
  EXPECT_FALSE(uart.interrupt());
  uart.write(kTxCtrl, 4, 1 << 16 | 1);  // fewer than one byte to send
  EXPECT_EQ(read(uart, kIp), 1U);
  EXPECT_TRUE(uart.interrupt());
  uart.write(kTxCtrl, 4, 1);
  EXPECT_FALSE(uart.interrupt());
  uart.write(kRxCtrl, 4, 1 << 16 | 1);  // more than one byte
  EXPECT_TRUE(uart.receive('x'));
  EXPECT_FALSE(uart.interrupt());
  EXPECT_TRUE(uart.receive('y'));
  EXPECT_EQ(read(uart, kIp), 2U);
  EXPECT_TRUE(uart.interrupt());
}

TEST(SiFiveUart, RefusesWhatAreNoWords) {
  SiFiveUart uart;
  EXPECT_EQ(uart.read(kTxData, 1), std::nullopt);
  EXPECT_FALSE(uart.write(kTxData, 1, 'a'));
}

}  // namespace
}  // namespace janus::devices
