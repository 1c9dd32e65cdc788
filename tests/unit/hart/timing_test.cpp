// Timing profiles: the text form, its errors, and the arithmetic of simulated time.
#include "hart/timing.h"

#include <gtest/gtest.h>

#include "support/error.h"
#include "testing/command.h"

namespace janus::hart {
namespace {

using isa::TimingClass;

std::string error_of(const std::string& text) {
  try {
    parse_timing_profile(text, "core.timing");
  } catch (const support::InputError& error) {
    EXPECT_GE(error.code(), 64);
    return error.what();
  }
  return "no error";
}

TEST(TimingProfiles, EmptyTextIsTheBuiltInProfileUnderItsOwnName) {
  const TimingProfile profile = parse_timing_profile("", "mine");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.cycles, TimingProfile{}.cycles);
  EXPECT_EQ(profile.interrupt_cycles(), profile.trap);
  EXPECT_EQ(profile.clock_hz, TimingProfile{}.clock_hz);
}

TEST(TimingProfiles, EveryKeyIsReadAndTheRestKeepsItsValue) {
  const TimingProfile profile = parse_timing_profile(
      "# a core\n name = tiny # comment\n\nclock_hz=50000000\r\nalu = 2\nmultiply=5\ndivide =40\nload=3\nstore=4\n"
      "branch=6\njump=7\njump_register=8\ncsr=9\natomic=10\nfence=11\nsystem=12\ntaken_branch=0\nmemory=13\n"
      "device=14\ntrap=15",
      "core.timing");
  EXPECT_EQ(profile.name, "tiny");
  EXPECT_EQ(profile.clock_hz, 50'000'000U);
  EXPECT_EQ(profile.of(TimingClass::Alu), 2U);
  EXPECT_EQ(profile.of(TimingClass::Multiply), 5U);
  EXPECT_EQ(profile.of(TimingClass::Divide), 40U);
  EXPECT_EQ(profile.of(TimingClass::Load), 3U);
  EXPECT_EQ(profile.of(TimingClass::Store), 4U);
  EXPECT_EQ(profile.of(TimingClass::Branch), 6U);
  EXPECT_EQ(profile.of(TimingClass::Jump), 7U);
  EXPECT_EQ(profile.of(TimingClass::JumpRegister), 8U);
  EXPECT_EQ(profile.of(TimingClass::Csr), 9U);
  EXPECT_EQ(profile.of(TimingClass::Atomic), 10U);
  EXPECT_EQ(profile.of(TimingClass::Fence), 11U);
  EXPECT_EQ(profile.of(TimingClass::System), 12U);
  EXPECT_EQ(profile.taken_branch, 0U);
  EXPECT_EQ(profile.memory, 13U);
  EXPECT_EQ(profile.device, 14U);
  EXPECT_EQ(profile.trap, 15U);
}

TEST(TimingProfiles, ErrorsNameTheFileTheLineAndTheReason) {
  EXPECT_EQ(error_of("alu = 1\nturbo = 1"), "core.timing:2: unknown key 'turbo'");
  EXPECT_EQ(error_of("alu"), "core.timing:1: expected 'key = value'");
  for (const char* bad : {"alu = 0", "alu = -1", "alu = ", "alu = 1x", "alu = 99999999999", "alu = 1000001",
                          "clock_hz = 0", "clock_hz = 3000", "memory = fast", "= 1", "alu = 1 2"}) {
    const std::string error = error_of(bad);
    EXPECT_EQ(error.rfind("core.timing:1: ", 0), 0U) << bad << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST(TimingProfiles, AreLoadedByNameOrFromAFile) {
  EXPECT_EQ(load_timing_profile("default").name, "default");
  const testing::TemporaryDirectory directory;
  testing::write_file(directory.file("slow.timing"), std::string("alu = 9\n"));
  EXPECT_EQ(load_timing_profile(directory.file("slow.timing")).of(TimingClass::Alu), 9U);
  EXPECT_THROW(load_timing_profile(directory.file("absent")), support::InputError);
  EXPECT_THROW(load_timing_profile("no such profile"), support::InputError);
}

TEST(TimingProfiles, TheKeysOfOperandsSuccessorsRegionsAndCachesAreRead) {
  const NamedRegion known[] = {{"uart", 0x1000, 0x100}};
  const TimingProfile profile = parse_timing_profile(
      "shift = 4\nshift_step = 8\nmultiply_high = 9\nload_use = 1\nnarrow_load_use = 2\nmultiply_use = 3\n"
      "csr_use = 5\nmultiply_busy = 6\nmultiply_per_bit = 7\ndivide_per_dividend_bit = 8\n"
      "divide_per_divisor_zero_bit = 10\ndivide_by_zero = 11\nfence_i = 18\nmret = 19\ncsr_write = 20\n"
      "jump_register_use = 21\nillegal_instruction = 22\ninterrupt = 23\nmisaligned = 24\ndivide_complement = 1\n"
      "csr mscratch 25\ncsr mcycle-mhpmcounter31 26 27\nuart = 12\nregion flash 0x20000000 4096 13 14\n"
      "icache_size = 1024\nicache_ways = 2\nicache_line = 64\nicache_miss = 15\ndcache_size = 2048\n"
      "dcache_policy = write-through\ndcache_miss = 16\ndcache_write_back = 17\n"
      "energy_alu = 28.5\nenergy_system = 0.029\nenergy_memory = 30\nenergy_device = 31\nenergy_cycle = 32\n",
      "core.timing", known);
  EXPECT_EQ(profile.shift, 4U);
  EXPECT_EQ(profile.shift_step, 8U);
  EXPECT_EQ(profile.multiply_high, 9U);
  EXPECT_EQ(profile.load_use, 1U);
  EXPECT_EQ(profile.narrow_load_use, 2U);
  EXPECT_EQ(profile.multiply_use, 3U);
  EXPECT_EQ(profile.csr_use, 5U);
  EXPECT_EQ(profile.multiply_busy, 6U);
  EXPECT_EQ(profile.multiply_per_bit, 7U);
  EXPECT_EQ(profile.divide_per_dividend_bit, 8U);
  EXPECT_EQ(profile.divide_per_divisor_zero_bit, 10U);
  EXPECT_EQ(profile.divide_by_zero, 11U);
  EXPECT_EQ(profile.fence_i, 18U);
  EXPECT_EQ(profile.mret, 19U);
  EXPECT_EQ(profile.csr_write, 20U);
  EXPECT_EQ(profile.jump_register_use, 21U);
  EXPECT_EQ(profile.illegal_instruction, 22U);
  EXPECT_EQ(profile.interrupt_cycles(), 23U);
  EXPECT_EQ(profile.misaligned, 24U);
  EXPECT_TRUE(profile.divide_complement);
  ASSERT_EQ(profile.csrs.size(), 2U);
  EXPECT_TRUE(profile.csrs[0].contains(0x340) && profile.csrs[0].read == 25 && profile.csrs[0].write == 25);
  EXPECT_TRUE(profile.csrs[1].contains(0xb1f) && profile.csrs[1].read == 26 && profile.csrs[1].write == 27);
  EXPECT_FALSE(profile.csrs[1].contains(0xb20));
  ASSERT_TRUE(profile.region_of(0x10ff));
  EXPECT_EQ(profile.region_of(0x10ff)->cycles, 12U);
  EXPECT_FALSE(profile.region_of(0x1100));
  ASSERT_TRUE(profile.region_of(0x20000000));
  EXPECT_EQ(profile.region_of(0x20000000)->cycles, 13U);
  EXPECT_EQ(profile.region_of(0x20000fff)->fetch, 14U);
  EXPECT_EQ(profile.icache.geometry.sets(), 8U);
  EXPECT_EQ(profile.icache.miss, 15U);
  EXPECT_EQ(profile.dcache.geometry.size, 2048U);
  EXPECT_TRUE(profile.dcache.write_through);
  EXPECT_EQ(profile.dcache.miss, 16U);
  EXPECT_EQ(profile.dcache.write_back, 17U);
  EXPECT_TRUE(profile.energy.given);
  EXPECT_EQ(profile.energy.classes.front(), 28'500U);
  EXPECT_EQ(profile.energy.classes.back(), 29U);
  EXPECT_EQ(profile.energy.memory, 30'000U);
  EXPECT_EQ(profile.energy.device, 31'000U);
  EXPECT_EQ(profile.energy.of_pause(3, true), 96'000U);
  EXPECT_FALSE(TimingProfile().energy.given);
}

TEST(TimingProfiles, TheKeysOfAPrefetcherAreRead) {
  const TimingProfile profile = parse_timing_profile(
      "prefetch_words = 4\nprefetch_wait = 3\nprefetch_shared = 1\nregion flash 0x20000000 4096 13 14\n"
      "energy_cycle = 1\nenergy_wait = 0.25\n",
      "core.timing");
  EXPECT_EQ(profile.prefetch.words, 4U);
  EXPECT_TRUE(profile.prefetch.shared);
  EXPECT_EQ(profile.fetch_wait(0x20000000), 17U);
  EXPECT_EQ(profile.fetch_wait(0x80000000), 3U);
  EXPECT_EQ(profile.energy.of_pause(3, true), 750U);
  EXPECT_EQ(profile.energy.of_pause(3, false), 3000U);
  EXPECT_EQ(profile.energy.of_pause(~std::uint64_t{0}, true), std::uint64_t{1} << 62)
      << "hardly passes the end of time";
}

TEST(TimingProfiles, WhatDoesNotFitTogetherIsRefused) {
  for (const char* bad : {"uart = 3",
                          "shift_step = 3",
                          "shift = 0",
                          "icache_size = 1000",
                          "dcache_ways = 3",
                          "icache_line = 2",
                          "dcache_policy = random",
                          "icache_policy = write-back",
                          "region flash 0 0 1",
                          "region flash 0 16",
                          "region flash 0xfffffff0 0x20 1",
                          "region flash 0 16 1 2 3",
                          "load_use = 1000001",
                          "csr mscratch",
                          "csr mscratch 0",
                          "csr nothing 1",
                          "csr mcycle-mstatus 1",
                          "csr mepc 1 2 3",
                          "divide_complement = 2",
                          "mret = 0",
                          "prefetch_words = 1",
                          "prefetch_words = 65",
                          "prefetch_wait = 1",
                          "prefetch_shared = 1",
                          "energy_alu = -1",
                          "energy_alu = 1.0001",
                          "energy_alu = 1.",
                          "energy_alu = 1.-1",
                          "energy_alu = 100001",
                          "energy_nothing = 1",
                          "energy_alu = 1"}) {
    EXPECT_EQ(error_of(std::string("\n") + bad).rfind("core.timing:2: ", 0), 0U) << bad << ": " << error_of(bad);
  }
  EXPECT_EQ(error_of("region a 0 16 1\nregion b 15 1 1"), "core.timing:2: b overlaps a");
  EXPECT_EQ(error_of("csr mepc 2\ncsr mscratch-mcause 1"), "core.timing:2: mscratch-mcause has cycles already");
  EXPECT_EQ(error_of("icache_size = 64\nicache_ways = 4\n# none\n"),
            "core.timing:2: icache has 4 ways of 32 bytes in 64");
  EXPECT_EQ(error_of("prefetch_words = 2\nicache_size = 64"),
            "core.timing:1: there is either a prefetcher or an instruction cache");
  EXPECT_EQ(error_of("prefetch_words = 2\nprefetch_shared = 1\ndcache_size = 64").rfind("core.timing:2: a prefetch", 0),
            0U);
  EXPECT_EQ(error_of("energy_alu = 1\nenergy_load = 1"),
            "core.timing:2: an instruction takes energy: give energy_cycle or energy_multiply");
}

TEST(TimingProfiles, TheDefaultIsTheSameAsTextAndInCode) {
  const TimingProfile text = load_timing_profile("default"), code;
  EXPECT_EQ(text.cycles, code.cycles);
  EXPECT_EQ(text.clock_hz, code.clock_hz);
  EXPECT_EQ(text.taken_branch, code.taken_branch);
  EXPECT_EQ(text.memory, code.memory);
  EXPECT_EQ(text.device, code.device);
  EXPECT_EQ(text.trap, code.trap);
  EXPECT_EQ(detailed_classes(text), 0U);
}

TEST(TimingProfiles, AllThatAreBuiltInLoad) {
  EXPECT_EQ(built_in_timing_profiles(),
            (std::vector<std::string>{"cv32e40p", "default", "five-stage", "ibex", "ibex-three-stage", "picorv32",
                                      "picorv32-fast", "picorv32-waitstate"}));
  for (const std::string& name : built_in_timing_profiles()) {
    EXPECT_EQ(load_timing_profile(name).source, name);
    EXPECT_FALSE(needs_plain_loop(load_timing_profile(name), 0x80000000, 0x8000000)) << name;
  }
}

TEST(TimingProfiles, RegionsInMemoryPrefetchersAndEnergiesNeedThePlainLoop) {
  const auto needs = [](const std::string& text) {
    return needs_plain_loop(parse_timing_profile(text, "test"), 0x80000000, 0x10000);
  };
  EXPECT_FALSE(needs("icache_size = 1024\ndcache_size = 1024"));
  EXPECT_TRUE(needs("region slow 0x8000ffff 1 3"));
  EXPECT_TRUE(needs("prefetch_words = 2"));
  EXPECT_TRUE(needs("energy_cycle = 2"));
  EXPECT_FALSE(needs("region device 0x80010000 16 3"));
  EXPECT_FALSE(needs("region device 0x7ffffff0 16 3"));
}

TEST(TimingProfiles, TimeAndCyclesConvertBothWays) {
  TimingProfile profile;
  profile.clock_hz = 50'000'000;
  EXPECT_EQ(profile.period(), 20'000U);
  EXPECT_EQ(profile.time_at(3), 60'000U);
  EXPECT_EQ(profile.cycle_at(60'000), 3U);
  EXPECT_EQ(profile.cycle_at(60'001), 4U) << "the first cycle that is not before";
  EXPECT_EQ(profile.mtime_at(4), 0U);
  EXPECT_EQ(profile.mtime_at(5), 1U);
}

}  // namespace
}  // namespace janus::hart
