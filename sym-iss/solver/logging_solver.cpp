#include "solver/logging_solver.h"

#include <fmt/format.h>

#include "support/error.h"
#include "support/text_file.h"
#include "term/smtlib.h"

namespace janus::solver {
namespace {

class LoggingSolver : public Decorator {
 public:
  LoggingSolver(const term::TermPool& pool, std::unique_ptr<Solver> next, std::filesystem::path directory)
      : Decorator("log", std::move(next)), pool_(pool), directory_(std::move(directory)) {
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error)
      throw support::InputError(directory_.string() + ": " + error.message(), support::exit_code::kCannotWrite);
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const Answer answer = next_->check(path, question, model);
    std::vector<term::Term> assertions = path.terms();
    assertions.push_back(question);
    static constexpr const char* kAnswers[] = {"sat", "unsat", "unknown"};
    const auto file_name = directory_ / fmt::format("query-{:06}.smt2", ++statistics_.asked);
    support::write_text_file(file_name, fmt::format("; answered: {}\n", kAnswers[static_cast<int>(answer)]) +
                                            term::smtlib_script(pool_, assertions));
    return answer;
  }

 private:
  const term::TermPool& pool_;
  std::filesystem::path directory_;
};

}  // namespace

std::unique_ptr<Solver> make_logging_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                            const std::filesystem::path& directory) {
  return std::make_unique<LoggingSolver>(pool, std::move(next), directory);
}

}  // namespace janus::solver
