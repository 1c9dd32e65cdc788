// Compares physical memory protection with qemu-system-riscv32 -M virt: random programs (random_protection.h) give the
// same traps and values, with all speed switches, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "qemu.h"
#include "random_protection.h"
#include "testing/firmware.h"
#include "testing/machine.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

constexpr unsigned kProbes = 150, kProtectionTests = 8, kSeedsEach = 10;
constexpr std::uint32_t kProtectedRam = 1U << 20;  // bytes

support::FirmwareImage pmp_harness() { return support::FirmwareImage::load(firmware_path("pmp_harness")); }

class RandomProtection : public ::testing::TestWithParam<unsigned> {
 protected:
  std::string firmware(unsigned seed) {
    const auto harness = pmp_harness();
    const std::string path = directory_.file("random.elf");
    write_file(path, with_body(harness, random_protection(seed, kProbes, harness)));
    return path;
  }
  TemporaryDirectory directory_;
};

TEST_P(RandomProtection, TrapsAndLetsPassAsOnQemu) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  for (unsigned seed = GetParam() * kSeedsEach; seed < (GetParam() + 1) * kSeedsEach; ++seed) {
    const std::string path = firmware(seed);
    const RunResult ours = run_firmware(path, {}, kProtectedRam);
    ASSERT_EQ(ours.exit_code, 0U) << "seed " << seed;
    const CommandResult theirs = run_on_qemu(path, ",mmu=false");
    ASSERT_EQ(theirs.exit_code, 0) << "seed " << seed << ": " << theirs.errors;
    EXPECT_EQ(ours.output, theirs.output) << "seed " << seed;
  }
}

TEST_P(RandomProtection, DoesNotDependOnSpeedSwitches) {
  for (unsigned seed = GetParam() * kSeedsEach; seed < (GetParam() + 1) * kSeedsEach; ++seed) {
    const std::string path = firmware(seed);
    const RunResult reference = run_firmware(path, {}, kProtectedRam);
    ASSERT_EQ(reference.exit_code, 0U) << "seed " << seed;
    for (std::size_t n = 0; n < kOtherSwitches.size(); ++n) {
      EXPECT_TRUE(run_firmware(path, kOtherSwitches[n], kProtectedRam) == reference)
          << "seed " << seed << ", switches " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProtection, ::testing::Range(0U, sized(kProtectionTests, 2U)));

// Of the programs above: each kind of fault comes often, and so do accesses that pass.
TEST(RandomProtection, FaultsInEveryWay) {
  const auto harness = pmp_harness();
  const TemporaryDirectory directory;
  const std::string path = directory.file("random.elf");
  const std::uint32_t area = harness.symbol("area").value(), stubs = harness.symbol("stubs").value();
  std::map<std::string, unsigned> ways;
  for (unsigned seed = 0; seed < 20; ++seed) {
    write_file(path, with_body(harness, random_protection(seed, kProbes, harness)));
    std::istringstream lines(run_firmware(path, {}, kProtectedRam).output);
    std::vector<std::uint32_t> words;
    for (std::uint32_t word = 0; lines >> std::hex >> word;) words.push_back(word);
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      const std::uint32_t cause = words[i], mepc = words[i + 1], mtval = words[i + 2];
      const bool in_area = mepc - area < 0x4000, in_stubs = mepc - stubs < 4096;
      if (cause == 1 && in_area && mtval == mepc) ++ways["fetch"];
      if (cause == 8 && in_area && mtval == 0) ++ways["no fault of a fetch"];
      if (cause == 8 && in_stubs && mtval == 0) ++ways["no fault in user mode"];
      if ((cause == 5 || cause == 7) && mtval - area < 0x4000) {
        ++ways[std::string(cause == 5 ? "load" : "store") + (in_stubs ? " in user mode" : " in machine mode")];
      }
    }
  }
  for (const char* way : {"fetch", "no fault of a fetch", "no fault in user mode", "load in user mode",
                          "store in user mode", "load in machine mode", "store in machine mode"})
    EXPECT_GE(ways[way], 20U) << way;
}

}  // namespace
}  // namespace janus::testing
