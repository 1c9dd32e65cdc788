// Explorations that begin with inputs which somebody has (--seeds).
#include <gtest/gtest.h>

#include <filesystem>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class Seeds : public ::testing::Test {
 protected:
  std::string seed(const std::string& name, const std::string& bytes) {
    const std::string directory = directory_.file("seeds");
    std::filesystem::create_directory(directory);
    write_file(directory + "/" + name, bytes);
    return directory;
  }
  TemporaryDirectory directory_;
  const std::string elf_ = firmware_path("seeded");
};

// Four forks: two values of the message beside the seed's, and the two sides of what follows.
TEST_F(Seeds, LeadToWhatNoSolverReaches) {
  seed("a", "other");
  const std::string seeds = seed("b", "janus!!1");
  for (const Arguments& how : {Arguments{},
                               {"--plain"},
                               {"--searcher", "random-path"},
                               {"--merge", "eager"},
                               {"--summarize"},
                               {"--learn"},
                               {"--searcher", "mixed"}}) {
    SCOPED_TRACE(how.empty() ? "" : how[0]);
    Arguments options{"--seeds", seeds, "--max-time", "60"};
    options.insert(options.end(), how.begin(), how.end());
    const Exploration exploration(elf_, options);
    EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
    EXPECT_NE(exploration.result().output.find("janus!!1*x"), std::string::npos) << exploration.result().output;
    expect_replays(exploration);
  }
}

// Each seed has a path to begin with; no path is explored twice, and none is left out.
TEST_F(Seeds, ChangeTheOrderOfPathsAndNothingElse) {
  for (const std::string firmware : {"quickstart", "quickstart_fixed", "sum_unsafe_3", "sets_safe_2"}) {
    const Arguments all{"--plain", "--all", "--test-cases", "all"};
    const Exploration without(firmware_path(firmware), all);
    const std::string seeds = seed("a", "\x40\x01\x02\x03\x04");
    seed("b", "\x7f\x7f");
    seed("c", "");
    for (const std::string searcher : {"dfs", "bfs", "random-path", "mixed"}) {
      Arguments options{"--seeds", seeds, "--searcher", searcher};
      options.insert(options.end(), all.begin(), all.end());
      const Exploration with(firmware_path(firmware), options);
      EXPECT_EQ(with.paths(), without.paths()) << firmware << ' ' << searcher;
      EXPECT_EQ(with.findings().size(), without.findings().size());
      EXPECT_EQ(with.stats().at("verdict"), without.stats().at("verdict"));
      expect_replays(with);
    }
  }
}

TEST_F(Seeds, ArriveAtDevices) {
  const std::string seeds = seed("a", "xyq");
  const Exploration exploration(firmware_path("uart_echo"),
                                {"--symbolic", "uart=3", "--seeds", seeds, "--plain", "--test-cases", "all"});
  ASSERT_FALSE(exploration.cases().empty());
  const CommandResult first = janus({"replay", exploration.elf(), exploration.file("path-1.json")});
  EXPECT_NE(first.output.find("xy"), std::string::npos) << first.output;
}

TEST_F(Seeds, ThatAreMissingGiveOneLine) {
  const CommandResult missing = janus({"explore", elf_, "--seeds", directory_.file("nowhere")});
  EXPECT_EQ(missing.exit_code, 66);
  std::filesystem::create_directory(directory_.file("empty"));
  const CommandResult empty = janus({"explore", elf_, "--seeds", directory_.file("empty")});
  EXPECT_EQ(empty.exit_code, 66);
  EXPECT_EQ(empty.errors, "janus: --seeds " + directory_.file("empty") + ": no file in this directory\n");
}

}  // namespace
}  // namespace janus::testing
