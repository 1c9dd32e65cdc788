// The techniques of an exploration: those that take part, and those that have handed back (Technique::hands_back()).
// Not thread-safe.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/technique.h"

namespace janus::engine {

class ActiveTechniques {
 public:
  // `hart` shows the technique what it watches. Techniques must be there as long as the hart runs.
  void add(std::unique_ptr<Technique> technique, SymbolicHart& hart) {
    if (technique->watches_instructions()) hart.watch_for(*technique);
    active_.push_back(technique.get());
    all_.push_back(std::move(technique));
  }

  // Those that take part, in the order in which they were added.
  auto begin() const { return active_.begin(); }
  auto end() const { return active_.end(); }
  bool empty() const { return active_.empty(); }
  // Whether there were some, and all have handed back.
  bool have_gone() const { return active_.empty() && !all_.empty(); }
  // Sets aside those that hand back. Returns whether there were any.
  bool let_go(SymbolicHart& hart) {
    return std::erase_if(active_, [&hart](const Technique* technique) {
             if (!technique->hands_back()) return false;
             hart.watch_no_more(*technique);
             return true;
           }) > 0;
  }

  // Of all of them.
  std::vector<TechniqueReport> reports() const {
    std::vector<TechniqueReport> reports;
    for (const auto& technique : all_) reports.push_back(technique->report());
    return reports;
  }
  // What the hart knows, with the assertions that all of them have checked by themselves.
  SymbolicHartStatistics with_assertions(SymbolicHartStatistics statistics) const {
    for (const auto& technique : all_) {
      for (const auto& [pc, count] : technique->assertions()) statistics.assertions[pc] += count;
    }
    return statistics;
  }

 private:
  std::vector<std::unique_ptr<Technique>> all_;
  std::vector<Technique*> active_;
};

}  // namespace janus::engine
