#include "engine/state/execution_state.h"

namespace janus::engine {

std::vector<const Input*> inputs_of(const ExecutionState& state) {
  std::vector<const Input*> inputs(state.inputs ? state.inputs->index + 1 : 0);
  for (const Input* input = state.inputs; input; input = input->previous) inputs[input->index] = input;
  return inputs;
}

}  // namespace janus::engine
