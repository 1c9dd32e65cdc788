// Records the tree of paths of an exploration, for simulate.cpp: a line for each path in depth-first order, with the
// microseconds of the processor that it took and the number of paths that it has forked off.
//
//   record_tree FIRMWARE [MOST PATHS [MOST INSTRUCTIONS OF A PATH]]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "engine/explore/exploration_run.h"
#include "support/error.h"

namespace {

using namespace janus;

int record(const char* file, std::uint64_t most_paths, std::uint64_t most_instructions) {
  const auto image = support::FirmwareImage::load(file);
  engine::ExplorationConfig config;
  config.stop_at_first = false;
  config.hart.log = true;  // as those that are shared
  config.limits.paths = most_paths;
  config.limits.instructions = most_instructions;
  std::unique_ptr<engine::ExplorationRun> run;
  std::uint64_t forks = 0;
  std::clock_t last = std::clock();
  engine::ExplorationEvents events;
  events.on_end = [&](const engine::ExecutionState&, const engine::Ending&) {
    const std::clock_t now = std::clock();
    std::printf("%.1f %llu\n", 1e6 * static_cast<double>(now - last) / CLOCKS_PER_SEC,
                static_cast<unsigned long long>(run->forks() - forks));
    forks = run->forks();
    last = std::clock();
  };
  run = engine::start_exploration(image, config, events);
  run->run();
  run->finish();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr, "usage: record_tree FIRMWARE [MOST PATHS [MOST INSTRUCTIONS OF A PATH]]\n");
    return 64;
  }
  try {
    return record(argv[1], argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0,
                  argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0);
  } catch (const janus::support::InputError& error) {
    std::fprintf(stderr, "record_tree: %s\n", error.what());
    return error.code();
  }
}
