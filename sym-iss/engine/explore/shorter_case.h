// Fewer inputs for the same mistake. What an exploration finds first may be long: a technique that goes deep, or ends
// paths that it has seen, comes to a mistake by hundreds of inputs where a few do. So inputs are left out, more and
// more of them at once and then one by one, as long as a run of the rest comes to the same end at the same place (delta
// debugging: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, IEEE TSE 28(2), 2002). No input
// can be left out of the result by itself, unless the effort was over before.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "engine/explore/retrace.h"

namespace janus::engine {

class CaseShortener {
 public:
  // `image` and `config`, which is that of the exploration, must outlive the object. `out_of_time` is called again and
  // again.
  CaseShortener(const support::FirmwareImage& image, const ExplorationConfig& config,
                std::function<bool()> out_of_time);

  // A finding at the place of this one with fewer inputs, or with more of them zero. Nothing if there is none as far as
  // the effort went, or if a path like this one is not shortened: one with interrupts that are inputs, with modules in
  // SystemC, or one that only reached a limit. What is returned replays on the concrete machine, and a symbolic hart
  // that follows it comes to the same end at the same place. The effort is counted, so the result is always the same.
  std::optional<Finding> shortened(const Finding& finding);

 private:
  // A part of an input that can be left out: an input of a hook, or a word that a device receives.
  struct Unit {
    std::size_t input, first, size;  // bytes
  };
  // Instructions, for all findings together and for one of them; each run counts as so many more.
  static constexpr std::uint64_t kMostEffort = 100'000'000, kMostEffortOfOne = 30'000'000, kRun = 10'000;

  static TestCase case_of(const TestCase& original, const std::vector<Unit>& units);
  bool fits(const TestCase& test_case) const;
  bool comes_to_end(TestCase& test_case);
  void leave_out(const TestCase& original, std::vector<Unit>& kept);
  bool leave_out_at(const TestCase& original, std::vector<Unit>& kept, std::size_t first, std::size_t count);
  bool clear_values(TestCase& test_case);
  std::optional<RemadeFinding> confirmed(const Finding& original, const TestCase& shorter) const;

  const support::FirmwareImage& image_;
  const SymbolicHartConfig hart_;
  const CaseMaker cases_;
  const std::function<bool()> out_of_time_;
  std::uint64_t effort_left_ = kMostEffort, left_for_one_ = 0;
};

}  // namespace janus::engine
