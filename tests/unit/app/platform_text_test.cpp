// Platforms as texts: what they say is there, and a mistake is one line that says where it is and what is known there.
#include "app/platform_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "devices/data_sheet.h"
#include "support/error.h"
#include "testing/random.h"

namespace janus::app {
namespace {

const std::string kText = R"(reset = 0x2000_0010

[core]
isa = "rv32imac"
timing = "five-stage"
clock = 16_000_000

[clock]
mtime = 32768

[[memory]]
name = "flash"
kind = "flash"
base = 0x2000_0000
size = "4M"
access = 3
fetch = 1

[[memory]]
name = "sram"
kind = "ram"
base = 0x8000_0000
size = 0x4000

[[device]]
kind = "uart"
base = 0x1001_3000
interrupt = 3

[[region]]
name = "spi"
base = 0x1002_4000
size = "4K"
reads = "symbolic"
)";

std::string refusal(const std::string& text) {
  try {
    parse_platform(text, "board.toml");
  } catch (const support::InputError& error) {
    return error.what();
  }
  return {};
}

// kText with one change.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = kText;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(PlatformText, SaysWhatThereIs) {
  const Platform platform = parse_platform(kText, "board.toml");
  ASSERT_TRUE(platform.map);
  ASSERT_EQ(platform.map->memories().size(), 2U);
  EXPECT_TRUE(platform.map->has(0x2030'0000, 4));
  EXPECT_FALSE(platform.map->can_write(0x2030'0000, 4));
  EXPECT_FALSE(platform.map->has(0x2040'0000, 1));
  EXPECT_TRUE(platform.map->can_write(0x8000'3ffc, 4));
  EXPECT_EQ(platform.main_memory().first, 0x8000'0000U);
  EXPECT_EQ(platform.map->reserved_at(0x1002'4048, 4)->reads, hart::Reserved::Symbolic);
  EXPECT_EQ(platform.map->reserved_at(0x1002'4ffe, 4), nullptr);
  EXPECT_EQ(platform.plan->uart.region.base, 0x1001'3000U);
  EXPECT_EQ(platform.plan->uart.interrupt, 3U);
  EXPECT_FALSE(platform.plan->clint.is_present());
  EXPECT_EQ(platform.plan->mtime_period, 30'517'578U);
  EXPECT_EQ(platform.reset, 0x2000'0010U);
  const hart::TimingProfile timing = platform.timing_profile("default");
  EXPECT_EQ(timing.clock_hz, 16'000'000U);
  EXPECT_EQ(timing.region_of(0x2000'0000)->fetch, 1U);
  EXPECT_EQ(timing.region_of(0x2000'0000)->cycles, 3U);
}

TEST(PlatformText, VirtIsTheDefaultBoard) {
  const Platform platform = load_platform("virt");
  EXPECT_EQ(platform.map, nullptr);
  EXPECT_EQ(platform.ram_size, devices::memory_map::kDefaultRamSize);
  const devices::BoardPlan& expected = *devices::default_plan();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found, wanted;
  devices::BoardPlan::for_each(*platform.plan, [&](std::string_view, const devices::Placement& placement) {
    found.emplace_back(placement.region.base, placement.interrupt);
  });
  devices::BoardPlan::for_each(expected, [&](std::string_view, const devices::Placement& placement) {
    wanted.emplace_back(placement.region.base, placement.interrupt);
  });
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(platform.plan->mtime_period, expected.mtime_period);
}

TEST(PlatformText, EveryBuiltInOneCanBeLoaded) {
  EXPECT_FALSE(built_in_platforms().empty());
  for (const std::string_view name : built_in_platforms()) EXPECT_NO_THROW(load_platform(std::string(name))) << name;
}

TEST(PlatformText, MistakesAreTold) {
  EXPECT_EQ(refusal(changed("size = 0x4000", "size = 0x4000\nbse = 1")),
            "board.toml:24: there is no key 'bse' in [[memory]]; there are: name, kind, base, size, access, fetch");
  EXPECT_EQ(refusal(changed("base = 0x1001_3000", "base = 0x2000_1000")),
            "board.toml:25: the memory 'flash' and the device 'uart' overlap");
  EXPECT_NE(refusal(changed("kind = \"uart\"", "kind = \"usart\""))
                .find("board.toml:26: there is no device 'usart'; there are: finisher, clint, plic, uart"),
            std::string::npos);
  EXPECT_EQ(refusal(changed("kind = \"flash\"", "kind = \"tape\"")),
            "board.toml:13: 'kind' is none of ram, rom, flash");
  EXPECT_EQ(refusal(changed("kind = \"ram\"", "kind = \"rom\"")), "board.toml:1: no memory is of the kind \"ram\"");
  EXPECT_EQ(refusal(changed("size = \"4M\"", "size = \"4X\"")),
            "board.toml:15: 'size' is neither a number of bytes nor a text such as \"16K\" or \"4M\"");
  EXPECT_EQ(refusal(changed("size = 0x4000", "size = 0x4001")),
            "board.toml:19: the base and the size of the memory 'sram' are no multiples of 4096 bytes");
  EXPECT_EQ(refusal(changed("name = \"spi\"", "name = \"sram\"")), "board.toml:31: there are two 'sram'");
  EXPECT_EQ(refusal(changed("reads = \"symbolic\"", "")), "board.toml:30: 'reads' is missing in the region 'spi'");
  EXPECT_EQ(refusal(changed("reset = 0x2000_0010", "reset = 16")),
            "board.toml:1: 'reset' is no address of an instruction in memory: 0x00000010");
  EXPECT_EQ(refusal(changed("timing = \"five-stage\"", "timing = \"six\"")).find("board.toml:5: there is no timing"),
            0U);
  EXPECT_EQ(refusal(changed("base = 0x8000_0000", "base = 0xffff_f000")),
            "board.toml:19: the memory 'sram' ends above 4 GiB");
  EXPECT_EQ(refusal(changed("[clock]", "[clocks]")).find("board.toml:8: there is no key 'clocks' at the top"), 0U);
  EXPECT_EQ(refusal("reset = [").find("board.toml:1: "), 0U);
  EXPECT_EQ(refusal(""), "board.toml:1: there is no [[memory]]");
}

TEST(PlatformText, MemoryCanBeAtTwoPlaces) {
  const Platform platform = parse_platform(kText + R"(
[[alias]]
name = "boot"
of = "flash"
offset = 0x1000
base = 0
size = "64K"
)",
                                           "board.toml");
  EXPECT_EQ(platform.map->home(0x10, 4), 0x2000'1010U);
  EXPECT_EQ(platform.map->home(0xfffe, 4), 0xfffeU) << "it leaves the alias";
  EXPECT_FALSE(platform.map->has(0, 4));
  EXPECT_EQ(platform.timing_profile("default").region_of(0x10)->fetch, 1U);
  const auto alias = [](const std::string& lines) { return refusal(kText + "[[alias]]\nname = \"boot\"\n" + lines); };
  EXPECT_EQ(alias("of = \"rom\"\nbase = 0\n"), "board.toml:37: 'of' is none of flash, sram");
  EXPECT_EQ(alias("of = \"sram\"\nbase = 0\nsize = \"32K\"\n"),
            "board.toml:35: the alias 'boot' is larger than what it shows of 'sram'");
  EXPECT_EQ(alias("of = \"sram\"\nbase = 0x2000_0000\n"),
            "board.toml:35: the memory 'flash' and the alias 'boot' overlap");
  EXPECT_EQ(alias("of = \"sram\"\nbase = 4\n"),
            "board.toml:35: the base, the size and the offset of the alias 'boot' are no multiples of 4096 bytes");
}

TEST(PlatformText, ThereCanBeSeveralDevicesOfAKind) {
  const auto with = [](const std::string& lines) { return kText + "[[device]]\n" + lines; };
  const Platform platform =
      parse_platform(with("kind = \"uart\"\nname = \"debug\"\nbase = 0\ninterrupt = 4\n"), "board.toml");
  ASSERT_EQ(platform.plan->further.size(), 1U);
  EXPECT_EQ(platform.plan->further[0]->name, "debug");
  EXPECT_EQ(platform.plan->further[0]->kind, "uart");
  EXPECT_EQ(devices::data_sheets(*platform.plan).back().name, "debug");
  EXPECT_EQ(devices::arrival_row(*platform.plan, "debug")->device, "debug");
  EXPECT_EQ(refusal(with("kind = \"uart\"\nbase = 0\n")), "board.toml:36: there are two 'uart': give one a 'name'");
  EXPECT_EQ(refusal(with("kind = \"uart\"\nname = \"sram\"\nbase = 0\n")), "board.toml:37: there are two 'sram'");
  EXPECT_EQ(refusal(with("kind = \"uart\"\nname = \"sensor\"\nbase = 0\n")),
            "board.toml:37: 'sensor' is a kind of device, so it cannot be the name of a device of another kind");
  EXPECT_EQ(refusal(with("kind = \"plic\"\nname = \"second\"\nbase = 0\n")),
            "board.toml:37: a platform has one 'plic' at most, which has no name of its own");
  EXPECT_EQ(refusal(with("kind = \"uart\"\nname = \"b\"\nbase = 0\ninterrupt = 3\n")),
            "board.toml:39: the interrupt 3 is that of 'uart'");
}

// Whatever a text contains, it is a platform or one line that names the file and a line.
TEST(PlatformText, NoTextDoesHarm) {
  testing::Random random(3);
  static constexpr std::string_view kPieces[] = {"[[memory]]\n",
                                                 "[[device]]\n",
                                                 "[[alias]]\n",
                                                 "name = \"uart\"\n",
                                                 "[[region]]\n",
                                                 "kind = \"ram\"\n",
                                                 "\"",
                                                 "-1",
                                                 "0xffffffff",
                                                 "[",
                                                 "]\n",
                                                 "=",
                                                 "1e9",
                                                 "true",
                                                 "18446744073709551616",
                                                 "size",
                                                 "base = 0\n",
                                                 "'",
                                                 "\x01",
                                                 "{a=1}"};
  for (int round = 0; round < 1500; ++round) {
    std::string text = kText;
    for (unsigned change = 0; change <= random.below(3); ++change) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      const std::size_t length = random.one_in(2) ? 0 : random.below(20);
      text.replace(at, length, random.one_in(5) ? "" : kPieces[random.below(std::size(kPieces))]);
    }
    const std::string why = refusal(text);
    if (why.empty()) continue;
    EXPECT_TRUE(why.starts_with("board.toml:")) << why;
    EXPECT_TRUE(std::ranges::none_of(why, [](unsigned char c) { return c < 0x20; })) << why;
  }
}

}  // namespace
}  // namespace janus::app
