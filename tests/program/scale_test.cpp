// Explorations beyond one process: interrupted, killed, continued, shared. Whatever happens to them, in the end the
// result is that of an exploration that nobody has disturbed.
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "program.h"
#include "testing/firmware.h"
#include "testing/random.h"

namespace janus::testing {
namespace {

// What must not depend on what happened to an exploration of all paths.
struct Outcome {
  std::string verdict;
  std::uint64_t paths = 0, forks = 0, instructions = 0;
  std::multiset<std::tuple<std::string, std::string>> findings;  // reason, place
  bool operator==(const Outcome&) const = default;
};
void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << outcome.verdict << ", " << outcome.paths << " paths, " << outcome.forks << " forks, " << outcome.instructions
       << " instructions, " << outcome.findings.size() << " findings";
}
Outcome outcome_of(const nlohmann::json& stats) {
  Outcome outcome{stats.at("verdict"), stats.at("paths"), stats.at("forks"), stats.at("instructions"), {}};
  for (const auto& finding : stats.at("findings")) {
    outcome.findings.insert({finding.at("reason"), finding.at("pc").dump()});
  }
  return outcome;
}

Arguments operator+(Arguments all, const Arguments& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const Arguments kPlain{"--plain", "--all"};

class Scale : public ::testing::Test {
 protected:
  Arguments command(const std::string& firmware, const Arguments& options) const {
    return Arguments{"explore", firmware_path(firmware), "--out", directory_.file("out"), "--stats", stats_} + options;
  }
  Outcome explored(const std::string& firmware, const Arguments& options) const {
    const auto result = janus(command(firmware, options));
    EXPECT_LE(result.exit_code, kUnknown) << result.errors;
    return outcome_of(json_of(stats_));
  }

  TemporaryDirectory directory_;
  const std::string stats_ = directory_.file("stats"), checkpoint_ = directory_.file("checkpoint");
};

class ScaleOf : public Scale, public ::testing::WithParamInterface<const char*> {};

TEST_P(ScaleOf, DoesNotChangeTheResult) {
  const Arguments plain = kPlain + Arguments{"--max-instructions", "3000"};
  const Outcome undisturbed = explored(GetParam(), plain);
  for (const char* jobs : {"1", "3"}) {
    EXPECT_EQ(explored(GetParam(), plain + Arguments{"--jobs", jobs}), undisturbed) << "--jobs " << jobs;
  }
  if (undisturbed.forks < 2) return;
  const std::string half = std::to_string(undisturbed.forks / 2);
  explored(GetParam(), plain + Arguments{"--max-forks", half, "--checkpoint", checkpoint_, "--searcher", "random"});
  EXPECT_EQ(explored(GetParam(), plain + Arguments{"--resume", checkpoint_}), undisturbed);
  EXPECT_EQ(explored(GetParam(), plain + Arguments{"--resume", checkpoint_, "--jobs", "2"}), undisturbed);
}

// What is brought back was counted when it was executed first.
TEST_P(ScaleOf, RecordsTheSameWork) {
  const std::string undisturbed = directory_.file("whole.info"), shared = directory_.file("shared.info"),
                    half = directory_.file("half.info"), rest = directory_.file("rest.info");
  const Arguments plain = kPlain + Arguments{"--max-instructions", "3000"};
  const Outcome whole = explored(GetParam(), plain + Arguments{"--coverage", undisturbed});
  explored(GetParam(), plain + Arguments{"--coverage", shared, "--jobs", "3"});
  EXPECT_EQ(text_of(shared), text_of(undisturbed)) << "--jobs 3";
  if (whole.forks < 2) return;
  const std::string forks = std::to_string(whole.forks / 2);
  explored(GetParam(), plain + Arguments{"--coverage", half, "--max-forks", forks, "--checkpoint", checkpoint_});
  explored(GetParam(), plain + Arguments{"--coverage", rest, "--resume", checkpoint_});
  EXPECT_EQ(text_of(rest), text_of(undisturbed)) << "--resume";
  EXPECT_NE(text_of(half), text_of(undisturbed)) << "nothing was left";
}

INSTANTIATE_TEST_SUITE_P(All, ScaleOf,
                         ::testing::Values("symbolic_table_lookup", "symbolic_store", "symbolic_jump_table",
                                           "symbolic_divide", "symbolic_shift", "symbolic_atomic",
                                           "symbolic_atomic_indexed", "symbolic_deadline", "symbolic_clock",
                                           "symbolic_csrs", "symbolic_trap", "symbolic_code", "symbolic_output",
                                           "symbolic_two_bugs", "symbolic_protection", "symbolic_endless",
                                           "symbolic_out_of_bounds", "quickstart", "thermometer"),
                         [](const auto& row) { return std::string(row.param); });

// By default, a technique may decide. The verdict and the places of findings are those of one process.
// A report, a profile and files of paths are of the whole exploration, too, and it is said what is missing.
TEST_F(Scale, ReportsTheWholeExploration) {
  const std::string report = directory_.file("report") + "/index.html", profile = directory_.file("profile");
  const Arguments written{"--report", directory_.file("report"), "--profile", profile, "--write", "trace,output"};
  explored("quickstart", kPlain + written + Arguments{"--max-forks", "2", "--checkpoint", checkpoint_});
  const auto resumed = janus(command("quickstart", kPlain + written + Arguments{"--resume", checkpoint_}));
  EXPECT_EQ(resumed.errors, "");
  EXPECT_NE(text_of(report).find("The tree of forks is not drawn"), std::string::npos);
  EXPECT_EQ(text_of(report).find("Not known: the coverage"), std::string::npos);
  EXPECT_NE(text_of(profile).find("events: Instructions"), std::string::npos);
  EXPECT_FALSE(text_of(directory_.file("out") + "/finding-1.trace").empty());
  explored("quickstart", kPlain + Arguments{"--max-forks", "2", "--checkpoint", checkpoint_});
  const auto late = janus(command("quickstart", kPlain + written + Arguments{"--resume", checkpoint_}));
  EXPECT_NE(late.errors.find("what was executed before it is not known"), std::string::npos) << late.errors;
  EXPECT_NE(text_of(report).find("Not known: the coverage"), std::string::npos);
}

// The path conditions of findings and the examples in the report come from the processes that have followed the paths.
TEST_F(Scale, WritesFormulasAndExamplesOfOtherProcesses) {
  for (const Arguments& choice : {kPlain, Arguments{"--all"}}) {
    std::string formulas[2], reports[2];
    for (const bool shared : {false, true}) {
      const Arguments written{"--write", "smt2", "--report", directory_.file("report")};
      explored("quickstart", choice + written + (shared ? Arguments{"--jobs", "2"} : Arguments{}));
      formulas[shared] = text_of(directory_.file("out") + "/finding-1.smt2");
      reports[shared] = text_of(directory_.file("report") + "/index.html");
      std::filesystem::remove_all(directory_.file("out"));
      std::filesystem::remove_all(directory_.file("report"));
    }
    EXPECT_NE(formulas[0].find("(check-sat)"), std::string::npos);
    EXPECT_EQ(formulas[1], formulas[0]);
    const auto has_examples = [](const std::string& page) {
      return page.find("Inputs that reach the lines") != std::string::npos;
    };
    EXPECT_TRUE(has_examples(reports[0]));
    EXPECT_TRUE(has_examples(reports[1]));
  }
}

TEST_F(Scale, KeepsTheVerdictOfTheAutomaticChoice) {
  for (const char* firmware : {"symbolic_explosion_bug", "symbolic_table_lookup", "quickstart", "quickstart_fixed"}) {
    const auto places = [](const Outcome& outcome) {
      return std::set(outcome.findings.begin(), outcome.findings.end());
    };
    const Outcome alone = explored(firmware, {});
    const Outcome shared = explored(firmware, {"--jobs", "2"});
    EXPECT_EQ(shared.verdict, alone.verdict) << firmware;
    EXPECT_EQ(places(shared), places(alone)) << firmware;
  }
}

// Nothing decides these 2.7 million paths in so short a time.
TEST_F(Scale, GoesOnByDefaultAfterALimit) {
  const Arguments files{"--checkpoint", checkpoint_};
  const auto cut = janus(command("sets_safe_8", Arguments{"--max-time", "0.3"} + files));
  ASSERT_EQ(cut.exit_code, kUnknown) << cut.errors;
  EXPECT_NE(cut.output.find("to go on: janus explore "), std::string::npos) << cut.output;
  const std::uint64_t before = json_of(stats_).at("paths");
  const auto more = janus(command("sets_safe_8", Arguments{"--max-time", "0.3", "--resume", checkpoint_} + files));
  EXPECT_EQ(more.exit_code, kUnknown) << more.errors;
  EXPECT_GT(json_of(stats_).at("paths"), before);
}

TEST_F(Scale, WritesACheckpointOnCtrlC) {
  Arguments all{janus_program()};
  const auto result = interrupt_command(
      all + command("symbolic_explosion_bug", kPlain + Arguments{"--checkpoint", checkpoint_}), "finding");
  EXPECT_EQ(result.exit_code, kUnsafe) << result.errors;
  EXPECT_NE(result.output.find("--resume " + checkpoint_), std::string::npos) << result.output;
  const auto more = janus(command("symbolic_explosion_bug", {"--plain", "--resume", checkpoint_}));
  EXPECT_EQ(more.exit_code, kUnsafe) << more.errors;
  EXPECT_EQ(json_of(stats_).at("findings").size(), 1U);
}

TEST_F(Scale, RefusesCheckpointsOfOthersInOneLine) {
  explored("symbolic_table_lookup", {"--plain", "--max-paths", "1", "--checkpoint", checkpoint_});
  const auto message_of = [&](const std::string& firmware, const Arguments& options) {
    const auto result = janus(command(firmware, options));
    EXPECT_GE(result.exit_code, 64);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    return result.errors;
  };
  const Arguments resume{"--resume", checkpoint_};
  EXPECT_NE(message_of("symbolic_store", resume).find("another firmware"), std::string::npos);
  EXPECT_NE(message_of("symbolic_table_lookup", resume + Arguments{"--timing", "ibex"}).find("--timing"),
            std::string::npos);
  EXPECT_NE(message_of("symbolic_table_lookup", {"--resume", firmware_path("symbolic_store")}).find("not a checkpoint"),
            std::string::npos);
  for (const Arguments& options : {Arguments{"--merge", "eager"},
                                   {"--revisit"},
                                   {"--tree", directory_.file("tree.json")},
                                   {"--symbolic", "interrupt(timer)=1"},
                                   {"--worst-case"},
                                   {"--test-cases", "all"}}) {
    message_of("symbolic_table_lookup", options + Arguments{"--checkpoint", checkpoint_});
    message_of("symbolic_table_lookup", options + Arguments{"--jobs", "2"});
  }
}

TEST_F(Scale, SpillsWhatDoesNotFitIntoMemory) {
  const Outcome undisturbed = explored("symbolic_explosion", kPlain + Arguments{"--max-forks", "3000"});
  const Arguments small{"--max-forks", "3000", "--max-memory", "30", "--searcher", "bfs"};
  const Outcome spilled = explored("symbolic_explosion", kPlain + small + Arguments{"--spill", directory_.file("")});
  EXPECT_EQ(spilled.forks, undisturbed.forks);
}

// --- Kills.

// Starts janus in a process group of its own.
pid_t started(const Arguments& arguments, rlim_t most_bytes_of_a_file = RLIM_INFINITY) {
  std::vector<char*> pointers{const_cast<char*>(janus_program().c_str())};
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  const pid_t process = ::fork();
  if (process != 0) return process;
  ::setpgid(0, 0);
  std::freopen("/dev/null", "w", stdout);
  std::freopen("/dev/null", "w", stderr);
  const rlimit limit{most_bytes_of_a_file, most_bytes_of_a_file};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  ::execv(janus_program().c_str(), pointers.data());
  ::_exit(127);
}

pid_t first_child_of(pid_t process) {
  const std::string id = std::to_string(process);
  std::ifstream children("/proc/" + id + "/task/" + id + "/children");
  pid_t child = 0;
  children >> child;
  return child;
}

enum class Kill { Launcher, Worker, All, DiskFull };

// Ten times: an exploration is killed somewhere, and another one goes on from the last checkpoint that is whole.
TEST_F(Scale, LosesNothingWhenItIsKilledTenTimes) {
  const std::string firmware = "sets_safe_5";
  const Outcome undisturbed = explored(firmware, kPlain);
  ASSERT_GT(undisturbed.paths, 100U);
  Random random(5);
  constexpr Kill kKills[] = {Kill::Launcher, Kill::All,    Kill::Worker,   Kill::DiskFull, Kill::Launcher,
                             Kill::Worker,   Kill::Worker, Kill::Launcher, Kill::All,      Kill::Launcher};
  for (std::size_t i = 0; i < std::size(kKills); ++i) {
    Arguments options = kPlain + Arguments{"--checkpoint", checkpoint_, "--checkpoint-every", "0.01"};
    if (std::filesystem::exists(checkpoint_)) options = options + Arguments{"--resume", checkpoint_};
    if (kKills[i] == Kill::Worker || i % 2 == 1) options = options + Arguments{"--jobs", "2"};
    const pid_t process = started(command(firmware, options), kKills[i] == Kill::DiskFull ? 300 : RLIM_INFINITY);
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random.below(60)));
    if (kKills[i] == Kill::Worker) {
      if (const pid_t worker = first_child_of(process)) ::kill(worker, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + random.below(60)));
    }
    ::kill(kKills[i] == Kill::All ? -process : process, SIGKILL);
    ::waitpid(process, nullptr, 0);
  }
  Arguments options = kPlain;
  if (std::filesystem::exists(checkpoint_)) options = options + Arguments{"--resume", checkpoint_};
  EXPECT_EQ(explored(firmware, options), undisturbed);
}

// A worker that is killed is replaced, and its piece is explored again.
TEST_F(Scale, GoesOnWithoutADeadWorker) {
  const std::string firmware = "sets_safe_5";
  const Outcome undisturbed = explored(firmware, kPlain);
  const pid_t process = started(command(firmware, kPlain + Arguments{"--jobs", "3"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  if (const pid_t worker = first_child_of(process)) ::kill(worker, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), kSafe);
  EXPECT_EQ(outcome_of(json_of(stats_)), undisturbed);
}

// --- MPI.

class ScaleByMpi : public Scale {
 protected:
  CommandResult by_mpi(const std::string& ranks, const Arguments& arguments) const {
    const Arguments mpirun{kMpirun, "--allow-run-as-root", "--oversubscribe", "-n", ranks, janus_program()};
    return run_command(mpirun + arguments, false);
  }
};

TEST_F(ScaleByMpi, DoesNotChangeTheResult) {
  JANUS_NEED_TOOL(kMpirun, "openmpi-bin");
  const Outcome undisturbed = explored("sets_safe_5", kPlain);
  const auto result = by_mpi("3", command("sets_safe_5", kPlain));
  EXPECT_EQ(result.exit_code, kSafe) << result.errors;
  EXPECT_EQ(last_line(result.output), "safe");
  EXPECT_EQ(outcome_of(json_of(stats_)), undisturbed);
}

}  // namespace
}  // namespace janus::testing
