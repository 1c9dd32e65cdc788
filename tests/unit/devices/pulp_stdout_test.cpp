// The terminal of simulations of PULPissimo.
#include "devices/pulp_stdout.h"

#include <gtest/gtest.h>

namespace janus::devices {
namespace {

TEST(PulpStdout, PrintsAByteAtOnceWhicheverCoreStoresIt) {
  PulpStdout terminal;
  const PulpStdout before = terminal;
  EXPECT_EQ(terminal.take_sent(), std::nullopt);
  for (const std::uint32_t offset : {0x000U, 0xf80U}) {
    EXPECT_TRUE(terminal.write(offset, 4, 'x'));
    EXPECT_EQ(terminal.take_sent(), 'x');
    EXPECT_EQ(terminal.take_sent(), std::nullopt);
  }
  EXPECT_EQ(terminal, before);
  EXPECT_FALSE(terminal.write(0x000, 1, 'x'));
  EXPECT_FALSE(terminal.write(0x002, 4, 'x'));
  EXPECT_FALSE(terminal.write(0x1000, 4, 'x'));
  EXPECT_FALSE(terminal.read(0x000, 4));
}

}  // namespace
}  // namespace janus::devices
