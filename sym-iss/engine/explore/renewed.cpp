#include "engine/explore/renewed.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <tuple>
#include <utility>

#include "engine/explore/stored_frontiers.h"
#include "support/contract.h"
#include "support/resident_memory.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

class RenewedRun : public ExplorationRun {
 public:
  RenewedRun(const support::FirmwareImage& image, ExplorationConfig config, const ExplorationEvents& events)
      : image_(image),
        config_(std::move(config)),
        events_(events),
        inner_events_(events),
        frontiers_(config_.spill),
        most_terms_(terms_within(config_.limits.memory_bytes)) {
    JANUS_REQUIRE(config_.hart.log);
    if (!config_.limits.since) config_.limits.since = Clock::now();
    if (events_.on_checkpoint) inner_events_.on_checkpoint = [this](const Snapshot& own) { write_down(own); };
    if (config_.resumed) {
      Snapshot first = *config_.resumed;
      frontiers_.add(std::exchange(first.frontiers, {}));
      if (!frontiers_.empty()) first.frontiers.push_back(frontiers_.take());
      config_.resumed = std::make_shared<const Snapshot>(std::move(first));
    }
    begin();
  }

  void run() override {
    while (true) {
      run_->run();
      const term::WorkClock::Uninterrupted whole;
      if (cancelled_) break;
      if (run_->slice_is_over()) {
        renew();
      } else if (!frontiers_.empty() && run_->so_far().waiting == 0) {
        take_next();
      } else {
        break;
      }
    }
    const term::WorkClock::Uninterrupted whole;
    if (events_.on_checkpoint) write_down(run_->snapshot());
  }

  void cancel() override {
    cancelled_ = true;
    run_->cancel();
  }

  ExplorationResult finish() override {
    ExplorationResult result = run_->finish();
    result.waiting += frontiers_.leaves();
    result.reach = with_frontiers(std::move(result.reach));
    if (result.waiting > 0 && result.verdict == Verdict::Safe) result.verdict = Verdict::Unknown;
    return result;
  }

  Snapshot snapshot() override { return completed(run_->snapshot()); }
  ExplorationResult so_far() const override {
    ExplorationResult result = run_->so_far();
    result.waiting += frontiers_.leaves();
    return result;
  }
  std::vector<std::shared_ptr<const Frontier>> pieces(std::size_t most) override {
    JANUS_REQUIRE(frontiers_.empty());
    return run_->pieces(most);
  }
  std::vector<std::shared_ptr<const Frontier>> largest_apart(std::size_t apart) override {
    JANUS_REQUIRE(frontiers_.empty());
    return run_->largest_apart(apart);
  }
  void limit_slice(const Slice&) override { JANUS_REQUIRE(!"its slices are its own"); }
  bool slice_is_over() const override { return false; }
  bool is_out_of_memory() const override { return false; }
  std::uint64_t brought_back() const override { return run_->brought_back(); }

  std::uint64_t forks() const override { return run_->forks(); }
  std::uint32_t deepest() const override { return std::max(deepest_, run_->deepest()); }
  double progress() const override { return run_->progress(); }
  Progress report(double own_seconds) override {
    Progress progress = run_->report(own_seconds);
    progress.waiting += frontiers_.leaves();
    return progress;
  }
  std::uint64_t overdue() const override {
    return run_->overdue() + (config_.resumed ? config_.resumed->so_far.overdue : 0);
  }
  std::pair<std::uint64_t, std::uint64_t> grown_conditions() const override {
    const auto [looks, grown] = run_->grown_conditions();
    return {looks_ + looks, grown_ + grown};
  }
  std::uint64_t inputs() const override { return std::max(inputs_, run_->inputs()); }
  std::uint64_t symbolic_addresses() const override { return symbolic_addresses_ + run_->symbolic_addresses(); }
  std::uint64_t shortcuts() const override { return run_->shortcuts(); }
  bool handed_back() const override { return run_->handed_back(); }
  Reach reach() const override { return with_frontiers(run_->reach()); }

 private:
  static constexpr std::uint64_t kMostTerms = std::uint64_t{1} << 21, kLeastTerms = std::uint64_t{1} << 14;
  static constexpr std::uint64_t kBytesOfTerm = 512;  // with what solvers keep of it, about
  // A slice executes so many times the instructions that bring its states back. Else the next one may have more terms.
  static constexpr std::uint64_t kLeastWorth = 10;
  static constexpr std::size_t kSpilledPieces = 8;  // of what does not fit into memory

  // Where states are that are written down, nobody knows.
  Reach with_frontiers(Reach reach) const {
    reach.waiting += frontiers_.leaves();
    if (!frontiers_.empty()) reach.every_path.reset();
    return reach;
  }
  static std::uint64_t terms_within(std::uint64_t bytes) {
    return bytes == 0 ? kMostTerms : std::clamp(bytes / kBytesOfTerm, kLeastTerms, kMostTerms);
  }

  void begin() {
    run_ = start_exploration(image_, config_, inner_events_);
    run_->limit_slice({.seconds = 0, .terms = most_terms_, .memory = frontiers_.spills() && may_shrink_});
    began_instructions_ = config_.resumed ? config_.resumed->so_far.hart.instructions : 0;
  }

  // Begins again with the states that wait. If they do not fit into memory, with some of them.
  void renew() {
    const bool is_full = run_->is_out_of_memory();
    Snapshot now{run_->so_far(), run_->progress(), {}};
    auto pieces = run_->pieces(is_full ? kSpilledPieces : 1);
    now.frontiers.push_back(std::move(pieces.back()));  // which a depth-first exploration has begun last
    pieces.pop_back();
    frontiers_.add(std::move(pieces));
    const std::uint64_t instructions = now.so_far.hart.instructions - began_instructions_;
    if (!is_full && instructions < kLeastWorth * run_->brought_back()) most_terms_ *= 2;
    may_shrink_ = !is_full || instructions > run_->brought_back();
    go_on(std::move(now));
  }

  void take_next() {
    Snapshot now{run_->so_far(), run_->progress(), {}};
    now.frontiers.push_back(frontiers_.take());
    go_on(std::move(now));
  }

  void go_on(Snapshot now) {
    deepest_ = deepest();
    std::tie(looks_, grown_) = grown_conditions();
    inputs_ = inputs();
    symbolic_addresses_ = symbolic_addresses();
    run_.reset();
    support::return_free_memory();  // what was freed must count as free
    config_.resumed = std::make_shared<const Snapshot>(std::move(now));
    if (events_.on_checkpoint && seconds_since(last_checkpoint_) > config_.checkpoint_seconds) {
      write_down(*config_.resumed);
    }
    begin();
  }

  Snapshot completed(Snapshot own) const {
    for (auto& frontier : frontiers_.all()) own.frontiers.push_back(std::move(frontier));
    own.so_far.waiting = own.waiting();
    return own;
  }
  void write_down(const Snapshot& own) {
    const term::WorkClock::Uninterrupted whole;
    events_.on_checkpoint(completed(own));
    last_checkpoint_ = Clock::now();
  }

  const support::FirmwareImage& image_;
  ExplorationConfig config_;
  const ExplorationEvents events_;
  ExplorationEvents inner_events_;
  StoredFrontiers frontiers_;  // that wait until the present one is explored
  std::uint64_t most_terms_;
  std::unique_ptr<ExplorationRun> run_;
  bool cancelled_ = false;
  bool may_shrink_ = true;  // a slice that ends since memory is full gets on
  std::uint64_t began_instructions_ = 0;
  Clock::time_point last_checkpoint_ = Clock::now();
  // Of the runs before the present one.
  std::uint32_t deepest_ = 0;
  std::uint64_t looks_ = 0, grown_ = 0, inputs_ = 0, symbolic_addresses_ = 0;
};

}  // namespace

std::unique_ptr<ExplorationRun> start_renewed_exploration(const support::FirmwareImage& image, ExplorationConfig config,
                                                          const ExplorationEvents& events) {
  return std::make_unique<RenewedRun>(image, std::move(config), events);
}

ExplorationResult explore_renewed(const support::FirmwareImage& image, const ExplorationConfig& config,
                                  const ExplorationEvents& events) {
  const auto run = start_renewed_exploration(image, config, events);
  run->run();
  return run->finish();
}

}  // namespace janus::engine
