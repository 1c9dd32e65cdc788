// Explores a firmware with no layer in front of the core solver, keeps the questions asked, and asks them again: of
// each core solver, new for every question and one for all, and of the chain with each layer alone and with all of
// them.
//
// Writes a CSV line for each question and configuration to standard output. Answers are compared with each other and
// models evaluated: exits 1 if two answers other than Unknown differ, or a model does not satisfy.
//
// What is kept are terms, paths and models, not text, so that a solver gets exactly what it got, in the order it got
// it.
#include <fmt/format.h>
#include <time.h>

#include <boost/program_options.hpp>
#include <chrono>
#include <cstdio>
#include <unordered_map>

#include "engine/hart/symbolic_hart.h"
#include "solver/chain.h"
#include "solver/decorator.h"
#include "support/error.h"

namespace janus {
namespace {

using Clock = std::chrono::steady_clock;
using solver::Answer;
using solver::ChainConfig;
using solver::Conjunct;
using solver::PathCondition;
using solver::ValueLayer;

// Of this process: what others do on the machine matters less. The rest is real time.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Question {
  PathCondition path;
  term::Term term;
  term::Assignment model;  // as given: satisfies the path
};

// Keeps every question with the model it came with.
class Recorder : public solver::Decorator {
 public:
  Recorder(std::unique_ptr<Solver> next, std::vector<Question>& questions)
      : Decorator("record", std::move(next)), questions_(questions) {}
  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    questions_.push_back({path, question, model});
    return next_->check(path, question, model);
  }

 private:
  std::vector<Question>& questions_;
};

struct Configuration {
  const char* name;
  bool fresh;  // a new solver for each question
  ChainConfig chain;
};

ChainConfig bare(const char* core) {
  ChainConfig chain;
  chain.core = core;
  chain.domain = chain.order = chain.cases = chain.guess = chain.equations = chain.narrow = chain.ranks = chain.sums =
      chain.integers = chain.independence = chain.cache = chain.xors = false;
  chain.values = ValueLayer::Off;
  return chain;
}

std::vector<Configuration> configurations() {
  const auto alone = [](auto set) {
    ChainConfig chain = bare("auto");
    set(chain);
    return chain;
  };
  return {
      {"z3-fresh", true, bare("z3")},
      {"z3", false, bare("z3")},
      {"cadical-fresh", true, bare("cadical")},
      {"cadical", false, bare("cadical")},
      {"auto", false, bare("auto")},
      {"domain", false, alone([](ChainConfig& chain) { chain.domain = true; })},
      {"order", false, alone([](ChainConfig& chain) { chain.order = true; })},
      {"values", false, alone([](ChainConfig& chain) { chain.values = ValueLayer::Full; })},
      {"independence", false, alone([](ChainConfig& chain) { chain.independence = true; })},
      {"cache", false, alone([](ChainConfig& chain) { chain.cache = true; })},
      {"all", false, ChainConfig{}},
  };
}

struct Limits {
  std::size_t questions;    // asked again
  double explore, timeout;  // seconds: of the exploration, of each question
};

// What a depth-first exploration of `image` asks within the limit, the first so many.
std::vector<Question> recorded(term::TermPool& pool, const support::FirmwareImage& image, const Limits& limits) {
  static constexpr std::size_t kMost = 200'000;
  static constexpr std::uint64_t kSlice = 100'000;  // instructions
  std::vector<Question> questions;
  Recorder recorder(make_solver_chain(pool, bare("auto")), questions);
  engine::SymbolicHart hart({}, pool, recorder, image);
  std::vector<std::unique_ptr<engine::ExecutionState>> waiting;
  waiting.push_back(hart.initial_state());
  const auto start = Clock::now();
  while (!waiting.empty() && questions.size() < kMost && seconds_since(start) < limits.explore) {
    recorder.set_timeout(std::max(0.1, std::min(limits.timeout, limits.explore - seconds_since(start))));
    auto state = std::move(waiting.back());
    waiting.pop_back();
    const bool ended = hart.run(*state, kSlice, waiting).has_value();
    if (!ended) waiting.push_back(std::move(state));
  }
  return questions;
}

// At most `count` of them: ten stretches of consecutive ones, spread evenly.
std::vector<Question> sample(std::vector<Question> questions, std::size_t count) {
  static constexpr std::size_t kStretches = 10;
  if (questions.size() <= count) return questions;
  std::vector<Question> kept;
  const std::size_t length = std::max<std::size_t>(1, count / kStretches);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t stretch = i / length;
    kept.push_back(questions[stretch * length * questions.size() / count + i % length]);
  }
  return kept;
}

// The same questions on conjuncts of their own, shared as before: with them layers keep what they have worked out.
std::vector<Question> replanted(const std::vector<Question>& questions) {
  std::unordered_map<const Conjunct*, PathCondition> copies{{nullptr, {}}};
  std::vector<Question> result;
  for (const Question& question : questions) {
    std::vector<const Conjunct*> missing;
    const Conjunct* known = question.path.last();
    for (; !copies.contains(known); known = known->parent) missing.push_back(known);
    PathCondition path = copies.at(known);
    for (auto c = missing.rbegin(); c != missing.rend(); ++c) copies[*c] = path = extend(path, (*c)->term);
    result.push_back({path, question.term, question.model});
  }
  return result;
}

bool satisfied(const Question& question, const term::Assignment& model) {
  term::Evaluator value;
  value.assign(model);
  for (const Conjunct* c = question.path.last(); c; c = c->parent) {
    if (value(c->term) != 1) return false;
  }
  return value(question.term) == 1;
}

// Asks everything again under every configuration; the number of answers that cannot be right.
int ask_again(term::TermPool& pool, const std::vector<Question>& questions, const std::string& only, double timeout) {
  static constexpr const char* kAnswers[] = {"sat", "unsat", "unknown"};
  std::vector<Answer> expected(questions.size(), Answer::Unknown);
  int wrong = 0;
  fmt::print("configuration,question,conjuncts,answer,milliseconds\n");
  for (const Configuration& configuration : configurations()) {
    if (!only.empty() && only != configuration.name) continue;
    std::unique_ptr<solver::Solver> solver;
    std::vector<Question> again = replanted(questions);
    for (std::size_t i = 0; i < again.size(); ++i) {
      const Question question = std::exchange(again[i], {});  // what is behind us is not held, as in an exploration
      term::Assignment model = question.model;
      const double start = cpu_seconds();
      if (!solver) solver = make_solver_chain(pool, configuration.chain);
      solver->set_timeout(timeout);
      const Answer answer = solver->check(question.path, question.term, model);
      if (configuration.fresh) solver.reset();
      const double seconds = cpu_seconds() - start;
      fmt::print("{},{},{},{},{:.6f}\n", configuration.name, i, question.path.depth(),
                 kAnswers[static_cast<int>(answer)], seconds * 1000);
      if (answer == Answer::Unknown) continue;
      if (expected[i] == Answer::Unknown) expected[i] = answer;
      if (answer == expected[i] && (answer == Answer::Unsat || satisfied(question, model))) continue;
      ++wrong;
      fmt::print(stderr, "question {}: {} answers {}, {}\n", i, configuration.name, kAnswers[static_cast<int>(answer)],
                 answer == expected[i] ? "but its model does not satisfy" : "another did not");
    }
  }
  return wrong;
}

int run(int argc, const char* const* argv) {
  namespace po = boost::program_options;
  std::string elf, only;
  Limits limits{};
  po::options_description options("ask_again ELF [options]");
  auto add = options.add_options();
  add("elf", po::value(&elf)->required(), "the firmware");
  add("questions", po::value(&limits.questions)->default_value(300), "how many to ask again");
  add("explore", po::value(&limits.explore)->default_value(3), "seconds to explore");
  add("timeout", po::value(&limits.timeout)->default_value(5), "seconds for each question");
  add("only", po::value(&only), "one configuration");
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv)
                .options(options)
                .positional(po::positional_options_description().add("elf", 1))
                .run(),
            values);
  po::notify(values);
  const auto image = support::FirmwareImage::load(elf);
  term::TermPool pool;
  const auto questions = sample(recorded(pool, image, limits), limits.questions);
  return ask_again(pool, questions, only, limits.timeout) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace janus

int main(int argc, char** argv) {
  try {
    return janus::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ask_again: %s\n", error.what());
    return 64;
  }
}
