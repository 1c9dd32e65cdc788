#include "app/reported_exploration.h"

namespace janus::app {

void ProgressHistory::add(const engine::Progress& progress) {
  if (++skipped_ < stride_) return;
  skipped_ = 0;
  points_.push_back({progress.seconds, progress.done.paths, progress.waiting, progress.memory_bytes});
  if (points_.size() < kMost) return;
  for (std::size_t i = 0; 2 * i + 1 < points_.size(); ++i) points_[i] = points_[2 * i + 1];
  points_.resize(points_.size() / 2);
  stride_ *= 2;
}

PathEnd path_end(const engine::CaseMaker& cases, const engine::TestCase& test_case, std::uint64_t most) {
  PathEnd end;
  end.output = cases.output_of(
      test_case, most, [&](devices::FunctionalMachine& machine) { end.last.add(machine); }, LastSteps::kMost);
  return end;
}

}  // namespace janus::app
