#include "solver/logging_solver.h"

#include <fmt/format.h>

#include "support/text_file.h"
#include "term/smtlib.h"

namespace janus::solver {
namespace {

class LoggingSolver : public Decorator {
 public:
  LoggingSolver(const term::TermPool& pool, std::unique_ptr<Solver> next, std::filesystem::path directory,
                std::function<void(const support::InputError&)> failed)
      : Decorator("log", std::move(next)), pool_(pool), directory_(std::move(directory)), failed_(std::move(failed)) {
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error) {
      stop(support::InputError(directory_.string() + ": cannot be written: " + error.message(),
                               support::exit_code::kCannotWrite));
    }
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const Answer answer = next_->check(path, question, model);
    if (stopped_) return answer;
    std::vector<term::Term> assertions = path.terms();
    assertions.push_back(question);
    static constexpr const char* kAnswers[] = {"sat", "unsat", "unknown"};
    const auto file_name = directory_ / fmt::format("query-{:06}.smt2", ++statistics_.asked);
    try {
      support::write_text_file(file_name, fmt::format("; answered: {}\n", kAnswers[static_cast<int>(answer)]) +
                                              term::smtlib_script(pool_, assertions));
    } catch (const support::InputError& error) {
      stop(error);
    }
    return answer;
  }

 private:
  void stop(const support::InputError& error) {
    if (!failed_) throw error;
    stopped_ = true;
    failed_(error);
  }

  const term::TermPool& pool_;
  std::filesystem::path directory_;
  std::function<void(const support::InputError&)> failed_;
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Solver> make_logging_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                            const std::filesystem::path& directory,
                                            std::function<void(const support::InputError&)> failed) {
  return std::make_unique<LoggingSolver>(pool, std::move(next), directory, std::move(failed));
}

}  // namespace janus::solver
