#include "engine/distribute/launcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/distribute/messages.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/findings.h"
#include "engine/explore/judgement.h"
#include "engine/explore/limits.h"
#include "engine/explore/results.h"
#include "support/resident_memory.h"

namespace janus::engine {
namespace {

// Waiting states that one worker explores.
struct Piece {
  std::shared_ptr<const Frontier> frontier;
  unsigned failures = 0;  // workers that died of it
};

class Launcher {
 public:
  Launcher(const support::FirmwareImage& image, const ExplorationConfig& config, const ExplorationEvents& events,
           Crew& crew)
      : config_(config),
        events_(events),
        crew_(crew),
        limits_(config_.limits, config_.interrupted),
        workers_(crew.size()),
        wants_portfolio_(config.automatic && crew.size() > 1) {
    if (!config_.resumed) {
      ExplorationConfig first = config;  // a state that has executed nothing
      first.automatic = false;
      first.profile = nullptr;
      pieces_.push_back({start_exploration(image, first)->pieces(1).front()});
      return;
    }
    total_ = config_.resumed->so_far;
    for (const Finding& finding : total_.findings) note(finding);
    for (const auto& frontier : config_.resumed->frontiers) pieces_.push_back({frontier});
  }

  ExplorationResult run() {
    const double before = total_.seconds;
    while (!is_over()) {
      for (std::size_t i = 0; i < workers_.size(); ++i) give(i);
      for (Crew::News& news : crew_.wait(hurry() ? kShortWait : kLongWait)) hear(std::move(news));
      if (events_.on_progress) tell_progress();
      if (events_.on_checkpoint && limits_.elapsed() > next_checkpoint_) write_checkpoint();
    }
    if (portfolio_result_) return decided();
    total_.seconds = before + limits_.elapsed();
    total_.repeatable = total_.overdue == 0 && !limits_.measured();
    total_.waiting = waiting();
    if (events_.on_checkpoint) write_checkpoint();
    judge(total_, config_.limits, violated_);
    return std::move(total_);
  }

 private:
  static constexpr unsigned kMostFailures = 3;  // of one piece
  // What evaluation/scale/simulate.cpp says of these, it says of the same policy.
  static constexpr unsigned kShortWait = 1, kLongWait = 50;  // milliseconds
  static constexpr std::uint64_t kSlice = 2000;              // milliseconds
  static constexpr std::size_t kApart = 4;                   // pieces of a state each, while pieces are scarce
  // So long nobody is hurried: few workers, so that all have something soon; and many, so that the launcher can read
  // what they report.
  static constexpr double kLeastSeconds = 0.002, kLeastSecondsForEachBusy = 0.00003;
  static constexpr double kPartForCheckpoints = 0.05;  // of the time

  struct Worker {
    std::optional<Piece> piece{};  // that it explores
    double began = 0;              // as LimitWatch::elapsed()
    bool is_hurried = false;
    bool has_portfolio = false;
    bool is_gone = false;  // and nobody has taken its place

    bool is_idle() const { return !piece && !has_portfolio && !is_gone; }
  };

  bool is_busy() const {
    return std::ranges::any_of(workers_, [](const Worker& worker) { return worker.piece.has_value(); });
  }
  bool has_portfolio() const { return std::ranges::any_of(workers_, &Worker::has_portfolio); }
  std::uint64_t waiting() const {
    std::uint64_t states = 0;
    for (const Piece& piece : pieces_) states += piece.frontier->leaves();
    for (const Worker& worker : workers_) states += worker.piece ? worker.piece->frontier->leaves() : 0;
    return states;
  }

  bool is_over() {
    if (portfolio_result_) return true;
    if (violated_ && config_.stop_at_first) return true;
    if (!total_.gave_up.empty()) return true;
    if (auto reason = limits_.reached({.paths = total_.paths, .forks = total_.hart.forks})) {
      total_.gave_up.push_back(std::move(*reason));
      return true;
    }
    if (std::ranges::all_of(workers_, &Worker::is_gone)) {
      total_.gave_up.push_back("no process is left that explores");
      return true;
    }
    if (!pieces_.empty() || is_busy()) return false;
    return !has_portfolio() || verdict_of_plain() != Verdict::Unknown;
  }
  Verdict verdict_of_plain() const {
    ExplorationResult plain = total_;
    judge(plain, config_.limits, violated_);
    return plain.verdict;
  }

  void give(std::size_t index) {
    Worker& worker = workers_[index];
    if (!worker.is_idle()) return;
    Order order;
    order.paths = left_of(config_.limits.paths, total_.paths);
    order.forks = left_of(config_.limits.forks, total_.hart.forks);
    order.formulas = static_cast<bool>(events_.on_path_formula);
    order.examples = static_cast<bool>(events_.on_example);
    if (const double seconds = config_.limits.seconds; seconds > 0) {
      order.seconds = static_cast<std::uint64_t>(std::max(1.0, std::ceil((seconds - limits_.elapsed_of_all()) * 1000)));
    }
    if (std::exchange(wants_portfolio_, false)) {
      order.kind = Order::Kind::Portfolio;
      worker.has_portfolio = true;
      return crew_.send(index, order.text());
    }
    if (pieces_.empty()) return;
    const bool scarce = pieces_.size() < workers_.size() && workers_.size() > 1;
    worker.piece = std::move(pieces_.front());
    pieces_.pop_front();
    worker.began = limits_.elapsed();
    worker.is_hurried = false;
    order.milliseconds = kSlice;
    order.apart = scarce ? kApart : 0;
    order.frontier = worker.piece->frontier;
    crew_.send(index, order.text());
  }
  // While there is nothing to give, workers that have explored for a while are asked for what is left. Returns whether
  // that should be looked at again soon: somebody has nothing to do, and others have.
  bool hurry() {
    if (!pieces_.empty()) return false;
    std::size_t idle = 0, hurried = 0, busy = 0;
    for (const Worker& worker : workers_) {
      idle += worker.is_idle();
      hurried += worker.is_hurried;
      busy += worker.piece.has_value();
    }
    std::size_t wanted = (idle + kApart - 1) / kApart;
    wanted -= std::min(wanted, hurried);
    const double least = std::max(kLeastSeconds, kLeastSecondsForEachBusy * static_cast<double>(busy));
    const double last = limits_.elapsed() - least;  // who began later is not hurried
    for (std::size_t i = 0; i < workers_.size() && wanted > 0; ++i) {
      next_hurried_ = (next_hurried_ + 1) % workers_.size();
      Worker& worker = workers_[next_hurried_];
      if (!worker.piece || worker.is_hurried || worker.began > last) continue;
      worker.is_hurried = true;
      crew_.hurry(next_hurried_);
      --wanted;
    }
    return idle > 0 && busy > 0;
  }
  static std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
    return limit == 0 ? 0 : limit - std::min(used, limit - 1);
  }

  void hear(Crew::News news) {
    Worker& worker = workers_[news.worker];
    if (!news.report) return died(news.worker);
    Report report = Report::parse(*news.report);
    for (const hart::Inspection& one : report.inspections) {
      if (events_.on_inspection) events_.on_inspection(one);
    }
    // Every worker has examples of what is new to it.
    if (events_.on_example && config_.counts && report.records.have_news_for(*config_.counts)) {
      for (const TestCase& example : report.examples) events_.on_example(example);
    }
    report.records.add_to(config_.counts, config_.profile);
    if (std::exchange(worker.has_portfolio, false)) return take_portfolio(std::move(report));
    take(worker, std::move(report));
  }

  void take(Worker& worker, Report report) {
    worker.piece.reset();
    worker.is_hurried = false;
    for (const auto& frontier : report.left) pieces_.push_back({frontier});
    std::vector<Finding> found = std::exchange(report.result.findings, {});
    const std::uint64_t earlier = total_.paths;
    add_result(total_, std::move(report.result));
    total_.waiting = 0;
    total_.gave_up.clear();
    if (!report.limit.empty()) total_.gave_up.push_back(std::move(report.limit));
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i].path += earlier;
      if (violated_ && config_.stop_at_first) break;
      tell(std::move(found[i]), formula_of(report, i));
    }
  }

  // The techniques have decided, or promise nothing more.
  void take_portfolio(Report report) {
    std::vector<Finding>& found = report.result.findings;
    for (std::size_t i = 0; i < found.size(); ++i) tell(std::move(found[i]), formula_of(report, i));
    if (report.result.verdict != Verdict::Unknown) portfolio_result_ = std::move(report.result);
  }
  ExplorationResult decided() {
    ExplorationResult result = std::move(*portfolio_result_);
    result.findings = std::move(total_.findings);
    result.seconds = limits_.elapsed();
    if (violated_) result.verdict = Verdict::Unsafe;
    if (events_.on_checkpoint) {
      total_.findings = result.findings;
      if (result.verdict == Verdict::Safe) {
        events_.on_checkpoint({result, 1, {}});
      } else {
        write_checkpoint();
      }
    }
    return result;
  }

  // Each finding, or each place once.
  void tell(Finding finding, const std::string& formula) {
    if (!note(finding) && config_.automatic) return;
    total_.findings.push_back(std::move(finding));
    if (events_.on_path_formula) events_.on_path_formula(formula);
    if (events_.on_finding) events_.on_finding(total_.findings.back());
  }
  // Empty if nobody wants it.
  static std::string formula_of(const Report& report, std::size_t finding) {
    return finding < report.formulas.size() ? report.formulas[finding] : std::string();
  }
  bool note(const Finding& finding) {
    violated_ = violated_ || is_violation(finding);
    return places_.insert(place_of(finding)).second;
  }

  void died(std::size_t index) {
    Worker& worker = workers_[index];
    worker.has_portfolio = false;  // the plain exploration decides
    worker.is_hurried = false;
    if (worker.piece) {
      if (++worker.piece->failures >= kMostFailures) {
        total_.gave_up.push_back(fmt::format("{} processes in a row died of the same paths", kMostFailures));
      }
      pieces_.push_back(std::move(*worker.piece));
      worker.piece.reset();
    }
    worker.is_gone = !crew_.replace(index);
  }

  void write_checkpoint() {
    const double began = limits_.elapsed();
    Snapshot snapshot{total_, 0, {}};
    for (const Piece& piece : pieces_) snapshot.frontiers.push_back(piece.frontier);
    for (const Worker& worker : workers_) {
      if (worker.piece) snapshot.frontiers.push_back(worker.piece->frontier);
    }
    snapshot.so_far.gave_up.clear();
    snapshot.so_far.waiting = snapshot.waiting();
    events_.on_checkpoint(snapshot);
    const double pause = (limits_.elapsed() - began) / kPartForCheckpoints;
    next_checkpoint_ = limits_.elapsed() + std::max(config_.checkpoint_seconds, pause);
  }

  void tell_progress() {
    if (limits_.elapsed() - last_progress_ < 0.25) return;
    last_progress_ = limits_.elapsed();
    Progress now;
    now.seconds = now.own_seconds = limits_.elapsed_of_all();
    now.done = {total_.paths, total_.hart.instructions, total_.queries};
    now.waiting = waiting();
    now.findings = total_.findings.size();
    now.memory_bytes = std::max(total_.peak_bytes, support::resident_bytes());
    now.limits = config_.limits;
    events_.on_progress(now);
  }

  const ExplorationConfig config_;
  const ExplorationEvents& events_;
  Crew& crew_;
  LimitWatch limits_;
  std::vector<Worker> workers_;
  bool wants_portfolio_;
  std::size_t next_hurried_ = 0;
  std::deque<Piece> pieces_;  // that nobody explores
  ExplorationResult total_;
  std::optional<ExplorationResult> portfolio_result_;  // with a verdict
  std::set<FindingPlace> places_;
  bool violated_ = false;
  double last_progress_ = 0;                             // seconds
  double next_checkpoint_ = config_.checkpoint_seconds;  // the same
};

}  // namespace

ExplorationConfig shared_config(const support::FirmwareImage& image, ExplorationConfig config, std::size_t workers) {
  config.hart.log = true;
  if (!config.limits.since) config.limits.since = std::chrono::steady_clock::now();
  config.limits.memory_bytes /= workers;
  ExplorationConfig first = config;  // so that errors come here, and not in a worker
  first.automatic = false;
  first.resumed.reset();
  first.profile = nullptr;
  start_exploration(image, first);
  return config;
}

ExplorationResult explore_with_crew(const support::FirmwareImage& image, const ExplorationConfig& config,
                                    const ExplorationEvents& events, Crew& crew) {
  return Launcher(image, config, events, crew).run();
}

}  // namespace janus::engine
