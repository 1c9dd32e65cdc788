#include "engine/distribute/worker.h"

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

// `reasoning`: of the pieces before; null if there is none. It becomes that of the next piece.
Report explore_piece(const Order& order, const support::FirmwareImage& image, ExplorationConfig config,
                     ExplorationEvents events, std::shared_ptr<Reasoning>& reasoning, Link& link,
                     std::atomic<bool>& stop) {
  Report report;
  events.on_inspection = [&report](const hart::Inspection& one) { report.inspections.push_back(one); };
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
  if (is_broken_off || (reasoning && reasoning->pool.size() > kMostTerms / 2)) reasoning.reset();
  if (is_stuck) report.limit = "--max-memory was reached";
  return report;
}

Report explore_with_techniques(const support::FirmwareImage& image, ExplorationConfig config,
                               ExplorationEvents events) {
  Report report;
  events.on_inspection = [&report](const hart::Inspection& one) { report.inspections.push_back(one); };
  config.hart.log = false;
  config.resumed.reset();
  config.alternatives.plain_elsewhere = true;
  report.result = explore(image, config, events);
  return report;
}

}  // namespace

void work(Link& link, const support::FirmwareImage& image, const ExplorationConfig& config) {
  std::shared_ptr<Reasoning> reasoning;
  while (const auto text = link.receive()) {
    const Order order = Order::parse(*text);
    std::atomic<bool> stop = false;
    ExplorationEvents events;
    ExplorationConfig own = config;
    own.interrupted = &stop;
    own.limits.since.reset();
    own.limits.seconds = static_cast<double>(order.seconds) / 1000;
    own.limits.paths = order.paths;
    own.limits.forks = order.forks;
    if (own.counts) own.counts->clear();
    if (own.profile) own.profile->clear();
    Report report;
    switch (order.kind) {
      case Order::Kind::Piece:
        report = explore_piece(order, image, own, std::move(events), reasoning, link, stop);
        break;
      case Order::Kind::Portfolio:
        events.on_progress = [&](const Progress&) { stop = stop || link.wish() == Link::Wish::Stop; };
        report = explore_with_techniques(image, own, std::move(events));
        break;
    }
    report.records = Records::of(own.counts, own.profile);
    if (!link.send(stop ? std::string() : report.text()) || stop) return;
  }
}

}  // namespace janus::engine
