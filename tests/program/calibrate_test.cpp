// janus calibrate: what the prototype takes under a profile gives the profile back.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hart/calibration.h"
#include "hart/timing.h"
#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// A core of nobody, with everything that is measured.
constexpr char kHidden[] =
    "alu = 2\nshift = 3\nshift_step = 8\nmultiply = 5\nmultiply_high = 9\nmultiply_per_bit = 1\nmultiply_use = 2\n"
    "multiply_busy = 3\ndivide = 6\ndivide_per_dividend_bit = 1\ndivide_per_divisor_zero_bit = 2\ndivide_complement = "
    "1\n"
    "divide_by_zero = 4\nload = 3\nstore = 2\nmemory = 2\nload_use = 1\nnarrow_load_use = 3\nmisaligned = 4\nbranch = "
    "2\n"
    "taken_branch = 3\njump = 4\njump_register = 5\njump_register_use = 2\ncsr = 2\ncsr_write = 6\ncsr mepc 3 8\n"
    "csr mcycle 5 5\ncsr_use = 1\natomic = 7\nfence = 3\nfence_i = 11\nsystem = 4\nmret = 7\ntrap = 6\n"
    "illegal_instruction = 8\ninterrupt = 9\ndevice = 5\n";

class Calibration : public ::testing::TestWithParam<std::string> {
 protected:
  Calibration() { write_file(directory_.file("hidden"), kHidden); }
  std::string profile() const { return GetParam() == "hidden" ? directory_.file("hidden") : GetParam(); }
  std::string measured(const std::string& profile) {
    const auto result = janus({"run", firmware_path("calibrate"), "--timing", profile});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return result.output;
  }
  std::uint64_t cycles(const std::string& firmware, const std::string& profile) {
    janus({"run", firmware_path(firmware), "--timing", profile, "--stats", directory_.file("stats")});
    return json_of(directory_.file("stats")).at("cycles");
  }
  TemporaryDirectory directory_;
};

TEST_P(Calibration, RecoversTheProfileFromWhatThePrototypeTakes) {
  const std::string results = directory_.file("results"), fitted = directory_.file("fitted");
  write_file(results, measured(profile()));
  const auto result = janus({"calibrate", firmware_path("calibrate"), results, "--out", fitted});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(measured(fitted), measured(profile()));
  for (const char* firmware : {"compute", "interrupt_storm", "ecall_trap"})
    EXPECT_EQ(cycles(firmware, fitted), cycles(firmware, profile())) << firmware;
}
INSTANTIATE_TEST_SUITE_P(OfTheProgram, Calibration,
                         ::testing::Values("default", "picorv32", "picorv32-fast", "picorv32-waitstate", "ibex",
                                           "ibex-three-stage", "cv32e40p", "five-stage", "hidden"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

class Calibrate : public ::testing::Test {
 protected:
  TemporaryDirectory directory_;
};

TEST_F(Calibrate, SaysWhatItCannotExplain) {
  const std::string cached = directory_.file("cached"), results = directory_.file("results");
  write_file(cached, "misaligned = 0\nregion odd 0x02000000 4 9\n");
  write_file(results, janus({"run", firmware_path("calibrate"), "--timing", cached}).output + "and more 7\nstore x\n");
  std::string text = text_of(results);
  text.replace(text.find("shift_7 "), 10, "shift_7 99");
  write_file(results, text);
  const auto result = janus({"calibrate", firmware_path("calibrate"), results});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("# not explained: shift_7: 99"), std::string::npos) << result.output;
}

TEST_F(Calibrate, AssumesWhatWasNotMeasured) {
  const std::string results = directory_.file("results");
  write_file(results, "empty 4\nalu 36\n");
  const auto result = janus({"calibrate", firmware_path("calibrate"), results});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("alu = 2\n"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("not measured, so assumed: shift, "), std::string::npos) << result.output;
}

TEST_F(Calibrate, RefusesWhatHasNoMeasurements) {
  const std::string results = directory_.file("results");
  write_file(results, "hello\n");
  auto result = janus({"calibrate", firmware_path("calibrate"), results});
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_NE(result.errors.find("there is no measurement 'empty'"), std::string::npos) << result.errors;
  write_file(results, "empty 1\nalu 17\n");
  result = janus({"calibrate", firmware_path("hello"), results});
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_NE(result.errors.find("prints no measurements"), std::string::npos) << result.errors;
}

// The RTL of our small core (evaluation/timing), and what it takes for something that was not measured.
TEST_F(Calibrate, FitsTheRtlOfASmallCore) {
  const std::string harness = JANUS_RTL_HARNESS;
  JANUS_NEED_TOOL(harness, "verilator");
  const std::string results = directory_.file("results"), fitted = directory_.file("fitted");
  const auto on_model = [&](const std::string& elf) { return run_command({harness, elf}, false); };
  write_file(results, on_model(firmware_path("timing_calibrate")).output);
  const auto calibrated = janus({"calibrate", firmware_path("timing_calibrate"), results, "--out", fitted});
  EXPECT_EQ(calibrated.exit_code, 0) << calibrated.errors;
  const auto model = on_model(firmware_path("hello"));
  const auto ours = janus({"run", firmware_path("hello"), "--timing", fitted, "--stats", directory_.file("stats")});
  EXPECT_EQ(model.output, ours.output);
  EXPECT_EQ(model.errors,
            fmt::format("cycles {}\n", json_of(directory_.file("stats")).at("cycles").get<std::uint64_t>()));
}

// The same core behind a prefetcher, in several configurations: the firmware prints what its clock says of each of its
// pieces of code.
TEST(Prefetcher, CostsWhatTheRtlOfASmallCoreSays) {
  const std::string harness = JANUS_RTL_PREFETCH_HARNESS;
  JANUS_NEED_TOOL(harness, "verilator");
  struct Configuration {
    unsigned words, wait, data_wait, shared;
  };
  const TemporaryDirectory directory;
  const std::string core = text_of(JANUS_EVALUATION "/timing/tiny.timing"), profile = directory.file("timing");
  unsigned number = 0;
  for (const auto& [words, wait, data_wait, shared] :
       {Configuration{2, 0, 0, 0}, {3, 1, 0, 1}, {4, 3, 2, 1}, {8, 5, 1, 0}}) {
    const std::string elf = firmware_path(++number % 2 == 0 ? "timing_calibrate" : "timing_calibrate_compressed");
    write_file(profile, core + fmt::format("prefetch_words = {}\nprefetch_wait = {}\nprefetch_shared = {}\n"
                                           "memory = {}\ndevice = {}\n",
                                           words, wait, shared, data_wait, data_wait));
    const auto model =
        run_command({"env", fmt::format("TINY_WORDS={}", words), fmt::format("TINY_WAIT={}", wait),
                     fmt::format("TINY_DATA_WAIT={}", data_wait), fmt::format("TINY_SHARED={}", shared), harness, elf},
                    false);
    const auto ours = janus({"run", elf, "--timing", profile, "--stats", directory.file("stats")});
    EXPECT_EQ(model.output, ours.output) << text_of(profile);
    EXPECT_EQ(model.errors,
              fmt::format("cycles {}\n", json_of(directory.file("stats")).at("cycles").get<std::uint64_t>()));
  }
}

}  // namespace
}  // namespace janus::testing
