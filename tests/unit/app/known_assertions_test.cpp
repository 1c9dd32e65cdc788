// Which hooks of a firmware assert and assume, whether a path comes to them or not.
#include "app/known_assertions.h"

#include <gtest/gtest.h>

#include "testing/firmware.h"

namespace janus::app {
namespace {

TEST(KnownAssertions, AreThoseOfWhichEveryWaySaysSo) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("known_assertions"));
  const auto addresses = [&image](std::initializer_list<const char*> names) {
    std::vector<std::uint32_t> found;
    for (const char* name : names) found.push_back(image.symbol(name).value());
    return found;
  };
  EXPECT_EQ(assertions_in(image), addresses({"behind_a_branch", "on_both_ways", "in_a_loop"}));
  EXPECT_EQ(assumptions_in(image), addresses({"assumes", "behind_a_jump"}));
}

}  // namespace
}  // namespace janus::app
