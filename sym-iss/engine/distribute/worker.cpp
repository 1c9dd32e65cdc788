#include "engine/distribute/worker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>

#include "engine/distribute/messages.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/explorer.h"

namespace janus::engine {
namespace {

constexpr std::uint64_t kMostTerms = std::uint64_t{1} << 21;  // as renewed.cpp
constexpr std::size_t kApartInAHurry = 4;                     // evaluation/scale: a few; many are too small

// With how many terms a pool is kept for the next piece, which needs room for its own. `bytes`: --max-memory; 0: none.
std::uint64_t kept_terms(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesOfTerm = 512, kParts = 4;  // as renewed.cpp; of the memory
  return std::min(kMostTerms, bytes == 0 ? kMostTerms : bytes / kBytesOfTerm) / kParts;
}

// What happens goes into the report, as far as it is wanted.
ExplorationEvents events_into(Report& report, const Order& order) {
  ExplorationEvents events;
  events.on_inspection = [&report](const hart::Inspection& one) { report.inspections.push_back(one); };
  if (order.examples) events.on_example = [&report](const TestCase& one) { report.examples.push_back(one); };
  if (!order.formulas) return events;
  // The formula comes first, and belongs to the finding, if the path is one.
  const auto formula = std::make_shared<std::string>();
  events.on_path_formula = [formula](const std::string& script) { *formula = script; };
  events.on_finding = [&report, formula](const Finding&) { report.formulas.push_back(*formula); };
  events.on_shorter = [&report, formula](std::size_t number, const Finding&) { report.formulas[number] = *formula; };
  return events;
}

// `reasoning`: of the pieces before; null if there is none. It becomes that of the next piece.
void explore_piece(const Order& order, const support::FirmwareImage& image, ExplorationConfig config,
                   const ExplorationEvents& events, std::shared_ptr<Reasoning>& reasoning, Link& link,
                   std::atomic<bool>& stop, Report& report) {
  config.automatic = false;
  config.hart.log = true;
  config.resumed = std::make_shared<const Snapshot>(Snapshot{{}, 0, {order.frontier}});
  if (!reasoning || !order.frontier->agrees_with(reasoning->pool)) {
    reasoning = config.profile ? nullptr : std::make_shared<Reasoning>(config.solver);
  }
  const auto run = start_exploration(image, config, events, reasoning);
  bool in_a_hurry = false;
  run->limit_slice({.seconds = static_cast<double>(order.milliseconds) / 1000,
                    .terms = kMostTerms,
                    .memory = true,
                    .is_wanted = [&] {
                      const Link::Wish wish = link.wish();
                      if (wish == Link::Wish::Stop) stop = true;
                      in_a_hurry = in_a_hurry || wish == Link::Wish::Report;
                      return wish != Link::Wish::None;
                    }});
  run->run();
  report.result = run->so_far();
  const bool is_stuck = run->is_out_of_memory() && report.result.hart.instructions <= run->brought_back();
  if (report.result.waiting > 0) report.left = run->largest_apart(in_a_hurry ? kApartInAHurry : order.apart);
  const bool is_broken_off = !run->finish().repeatable;
  if (is_broken_off || (reasoning && reasoning->pool.size() > kept_terms(config.limits.memory_bytes)))
    reasoning.reset();
  if (is_stuck) report.limit = "--max-memory was reached";
}

ExplorationResult explore_with_techniques(const support::FirmwareImage& image, ExplorationConfig config,
                                          const ExplorationEvents& events) {
  config.hart.log = false;
  config.resumed.reset();
  config.alternatives.plain_elsewhere = true;
  return explore(image, config, events);
}

}  // namespace

void work(Link& link, const support::FirmwareImage& image, const ExplorationConfig& config) {
  std::shared_ptr<Reasoning> reasoning;
  while (const auto text = link.receive()) {
    const Order order = Order::parse(*text);
    std::atomic<bool> stop = false;
    ExplorationConfig own = config;
    own.interrupted = &stop;
    own.limits.since.reset();
    own.limits.seconds = static_cast<double>(order.seconds) / 1000;
    own.limits.paths = order.paths;
    own.limits.forks = order.forks;
    const Records before = Records::of(own.counts, nullptr);
    if (own.profile) own.profile->clear();
    Report report;
    ExplorationEvents events = events_into(report, order);
    switch (order.kind) {
      case Order::Kind::Piece: explore_piece(order, image, own, events, reasoning, link, stop, report); break;
      case Order::Kind::Portfolio:
        events.on_progress = [&](const Progress&) { stop = stop || link.wish() == Link::Wish::Stop; };
        report.result = explore_with_techniques(image, own, events);
        break;
    }
    report.records = Records::of(own.counts, own.profile).without_counts_of(before);
    if (!link.send(stop ? std::string() : report.text()) || stop) return;
  }
}

}  // namespace janus::engine
