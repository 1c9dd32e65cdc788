#include "engine/state/execution_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace janus::engine {

std::vector<const Input*> inputs_of(const ExecutionState& state) {
  std::vector<const Input*> inputs(state.inputs ? state.inputs->index + 1 : 0);
  for (const Input* input = state.inputs; input; input = input->previous) inputs[input->index] = input;
  return inputs;
}

std::vector<std::string> names_of(const std::vector<const Input*>& inputs) {
  std::vector<std::string> names;
  std::unordered_map<std::string, unsigned> times;
  std::unordered_set<std::string> taken;
  for (const Input* input : inputs) {
    std::string name = input->name;
    while (!taken.insert(name).second) name = fmt::format("{}#{}", input->name, 1 + ++times[input->name]);
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<const Arrival*> arrivals_of(const PathArrivals& path) {
  std::vector<const Arrival*> all;
  for (const Arrival* arrival = path.last.get(); arrival; arrival = arrival->previous.get()) all.push_back(arrival);
  std::ranges::reverse(all);
  return all;
}

}  // namespace janus::engine
