// Where the work of an exploration goes, and where its paths part: the profile, and the tree of forks.
#include <gtest/gtest.h>

#include <array>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

using Costs = std::vector<std::uint64_t>;

Costs numbers_in(const std::string& line) {
  std::istringstream text(line);
  Costs numbers;
  for (std::uint64_t number = 0; text >> number;) numbers.push_back(number);
  return numbers;
}

// What a file in callgrind's format says: the summary, and the sums of the costs of lines.
struct Callgrind {
  explicit Callgrind(const std::string& path) {
    std::istringstream lines{text_of(path)};
    bool is_call = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("summary: ")) summary = numbers_in(line.substr(9));
      if (line.starts_with("events: ")) events = line.substr(8);
      const bool is_cost = !line.empty() && std::isdigit(static_cast<unsigned char>(line.front()));
      if (is_cost && !is_call) {
        Costs costs = numbers_in(line);
        costs.erase(costs.begin());
        EXPECT_EQ(costs.size(), summary.size()) << line;
        sum.resize(summary.size());
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += costs[i];
      }
      is_call = line.starts_with("calls=");
    }
  }
  std::string events;
  Costs summary, sum;
};

class WorkOf : public ::testing::TestWithParam<std::string> {};

TEST_P(WorkOf, IsAccountedFor) {
  const TemporaryDirectory directory;
  const Exploration exploration(firmware_path(GetParam()),
                                {"--plain", "--all", "--max-paths", "20", "--profile", directory.file("profile")});
  const Callgrind profile(directory.file("profile"));
  ASSERT_EQ(profile.events, "Instructions Forks Ended Waiting Queries Nanoseconds");
  EXPECT_EQ(profile.sum, profile.summary);
  const auto& stats = exploration.stats();
  EXPECT_EQ(profile.summary[0], stats.at("instructions"));
  EXPECT_EQ(profile.summary[1], stats.at("forks"));
  const auto& ended = stats.at("ended");
  const auto ends =
      std::accumulate(ended.begin(), ended.end(), std::uint64_t{0},
                      [](std::uint64_t all, const auto& count) { return all + count.template get<std::uint64_t>(); });
  EXPECT_EQ(profile.summary[2], ends);
  EXPECT_EQ(profile.summary[3], stats.at("waiting"));
  EXPECT_GE(profile.summary[4], stats.at("queries"));
}

INSTANTIATE_TEST_SUITE_P(All, WorkOf,
                         ::testing::Values("quickstart", "bubble_sort_safe_4", "symbolic_two_bugs", "timer",
                                           "ending_assert", "ending_load", "kernel"),
                         [](const auto& row) { return row.param; });

using WorkByDefault = ::testing::Test;

TEST_F(WorkByDefault, IsThatOfAllTechniquesAndMerges) {
  const TemporaryDirectory directory;
  for (const Arguments& options : {Arguments{}, Arguments{"--merge", "eager"}, Arguments{"--summarize"}}) {
    Arguments all = options;
    all.insert(all.end(), {"--profile", directory.file("profile")});
    const Exploration exploration(firmware_path("max_safe_5"), all);
    const Callgrind profile(directory.file("profile"));
    EXPECT_EQ(profile.sum, profile.summary);
    EXPECT_GE(profile.summary[0], exploration.stats().at("instructions"));
    if (!options.empty()) {
      EXPECT_EQ(profile.summary[3], 0U) << "no state waits after the verdict safe";
    }
  }
}

TEST_F(WorkByDefault, IsReadByCallgrindAnnotate) {
  JANUS_NEED_TOOL(kCallgrindAnnotate, "valgrind");
  const TemporaryDirectory directory;
  janus(
      {"explore", firmware_path("quickstart"), "--out", directory.file("out"), "--profile", directory.file("profile")});
  const auto annotated = run_command({kCallgrindAnnotate, "--inclusive=yes", directory.file("profile")}, false);
  EXPECT_EQ(annotated.exit_code, 0) << annotated.errors;
  EXPECT_EQ(annotated.errors, "");
  EXPECT_NE(annotated.output.find("quickstart.c:main"), std::string::npos) << annotated.output;
}

TEST_F(WorkByDefault, IsRefusedBeforeTheExplorationIfItCannotBeWritten) {
  const auto result = janus({"explore", firmware_path("quickstart"), "--profile", "/no/such/directory/file"});
  EXPECT_EQ(result.exit_code, 73);
  EXPECT_EQ(result.output, "");
}

class TreeOf : public ::testing::TestWithParam<std::string> {
 protected:
  nlohmann::json tree(Arguments options) {
    options.insert(options.end(), {"--tree", directory_.file("tree.json")});
    exploration_ = std::make_unique<Exploration>(firmware_path(GetParam()), options);
    return json_of(directory_.file("tree.json"));
  }
  static std::uint64_t sum(const nlohmann::json& counts) {
    std::uint64_t sum = 0;
    for (const auto& count : counts) sum += count.get<std::uint64_t>();
    return sum;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Exploration> exploration_;
};

TEST_P(TreeOf, HasEveryPathAndEveryFork) {
  const auto tree = this->tree({"--plain", "--all", "--max-paths", "300"});
  const auto& stats = exploration_->stats();
  std::uint64_t forks = tree.at("folded");
  std::map<std::uint64_t, std::array<const nlohmann::json*, 2>> sides;
  for (const auto& node : tree.at("nodes")) {
    forks += node.at("forks").get<std::uint64_t>() + node.at("folded").get<std::uint64_t>();
    EXPECT_LT(node.at("parent"), node.at("number"));
    for (const char* side : {"jumps", "goes_on"}) {
      EXPECT_EQ(node.at(side).at("paths"), sum(node.at(side).at("ended")) +
                                               node.at(side).at("merged").get<std::uint64_t>() +
                                               node.at(side).at("waiting").get<std::uint64_t>());
    }
  }
  EXPECT_EQ(forks, stats.at("forks"));
  EXPECT_EQ(tree.at("start").at("waiting"), stats.at("waiting"));
  for (const auto& [reason, count] : stats.at("ended").items()) {
    EXPECT_EQ(tree.at("start").at("ended").value(reason, 0), count) << reason;
  }
}

TEST_P(TreeOf, IsNoLargerForMorePathsOfALoop) {
  const auto some = this->tree({"--plain", "--all", "--max-paths", "100"});
  const auto more = this->tree({"--plain", "--all", "--max-paths", "400"});
  EXPECT_LE(more.at("nodes").size(), 2 * some.at("nodes").size() + 8);
}

TEST_P(TreeOf, CountsMergedStatesOnce) {
  const auto tree = this->tree({"--merge", "eager", "--max-forks", "2000"});
  EXPECT_EQ(tree.at("start").at("merged"), exploration_->stats().at("paths_merged").at("merges"));
  EXPECT_EQ(tree.at("start").at("waiting"), exploration_->stats().at("waiting"));
}

INSTANTIATE_TEST_SUITE_P(All, TreeOf,
                         ::testing::Values("quickstart", "bubble_sort_safe_5", "symbolic_explosion",
                                           "symbolic_two_bugs", "string_to_number_unsafe_3", "ending_assert"),
                         [](const auto& row) { return row.param; });

using Drawing = ::testing::Test;

TEST_F(Drawing, IsWellFormed) {
  const TemporaryDirectory directory;
  std::string all;
  for (const char* name : {"tree.svg", "tree.dot"}) {
    const Exploration exploration(firmware_path("bubble_sort_safe_4"),
                                  {"--plain", "--all", "--tree", directory.file(name)});
    all = ": " + std::to_string(exploration.paths()) + " paths";
  }
  boost::property_tree::ptree svg;
  ASSERT_NO_THROW(boost::property_tree::read_xml(directory.file("tree.svg"), svg));
  EXPECT_NE(text_of(directory.file("tree.svg")).find("all paths" + all + " ended ("), std::string::npos);
  const std::string dot = text_of(directory.file("tree.dot"));
  EXPECT_NE(dot.find("start" + all), std::string::npos);
  const std::string program = JANUS_DOT;
  JANUS_NEED_TOOL(program, "graphviz");
  EXPECT_EQ(run_command({program, "-Tsvg", directory.file("tree.dot")}, false).exit_code, 0);
}

TEST_F(Drawing, NeedsAFormat) {
  const auto result = janus({"explore", firmware_path("quickstart"), "--tree", "tree.png"});
  EXPECT_EQ(result.exit_code, 64);
  EXPECT_EQ(result.output, "");
}

TEST(FilesOfPaths, AreBesideTheTestCases) {
  const Exploration exploration(firmware_path("quickstart"), {"--write", "smt2,trace,output"});
  ASSERT_EQ(exploration.findings().size(), 1U);
  EXPECT_NE(text_of(exploration.file("finding-1.output")).find("Good morning!"), std::string::npos);
  const std::string formula = text_of(exploration.file("finding-1.smt2"));
  EXPECT_NE(formula.find("(set-logic QF_BV)"), std::string::npos);
  EXPECT_NE(formula.find("(check-sat)"), std::string::npos);
  if (!kZ3.empty()) {
    EXPECT_EQ(run_command({kZ3, exploration.file("finding-1.smt2")}).output.substr(0, 3), "sat");
  }
  // As replay traces it.
  const TemporaryDirectory directory;
  janus({"replay", exploration.elf(), exploration.file("finding-1.json"), "--trace", directory.file("trace")});
  const auto instructions = [](const std::string& trace) {  // the words before what devices are called
    std::istringstream lines{trace};
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line.substr(0, 40));
    return all;
  };
  EXPECT_EQ(instructions(text_of(exploration.file("finding-1.trace"))), instructions(text_of(directory.file("trace"))));
}

TEST(FilesOfPaths, AreRefusedIfNobodyKnowsThem) {
  const auto result = janus({"explore", firmware_path("quickstart"), "--write", "smt2,pictures"});
  EXPECT_EQ(result.exit_code, 64);
  EXPECT_NE(result.errors.find("not 'pictures'"), std::string::npos) << result.errors;
}

}  // namespace
}  // namespace janus::testing
