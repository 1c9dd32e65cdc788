// What firmware tells by the hooks Print, Cover and StackTrace, for people: lines on standard error, and which places
// were reached.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "hart/inspection.h"
#include "support/debug_info.h"

namespace janus::app {

class Inspections {
 public:
  // `debug` must outlive this object.
  explicit Inspections(const support::DebugInfo& debug) : debug_(debug) {}

  // Prints at once, and counts. `before` is called before a line is printed. In an exploration, `once`, each line is
  // printed once, whichever paths and techniques come to it, and no more than kMostLines lines.
  void take(const hart::Inspection& inspection, bool once, const std::function<void()>& before = {});

  // Adds what was reached before, by name of the place.
  void add(const std::map<std::string, std::uint64_t>& reached) {
    for (const auto& [name, times] : reached) {
      if (times > 0) covered_[name] += times;
    }
  }
  // By name of the place, how often it was reached; 0 for those that only the ELF file names.
  std::map<std::string, std::uint64_t> covered() const;
  // "reached: a, b; not reached: c", with a newline; empty without such places. `widened`: states that reach places
  // without telling anybody.
  std::string summary(std::uint64_t widened = 0) const;

 private:
  std::string calls(const hart::Inspection& inspection);

  static constexpr std::size_t kMostLines = 1000;
  const support::DebugInfo& debug_;
  std::unique_ptr<support::CallFrames> frames_;  // null until somebody asks
  std::set<std::string> printed_;
  std::map<std::string, std::uint64_t> covered_;
};

}  // namespace janus::app
