// Devices that receive what nobody knows: the symbolic hart puts variables on the wires to the devices. They are the
// first inputs of a path. If the number of words is not known, each number is a path, before the first instruction.
#include <fmt/format.h>

#include "devices/data_sheet.h"
#include "engine/hart/symbolic_hart.h"
#include "support/contract.h"

namespace janus::engine {

using term::Term;

// Gives devices the inputs that are due, up to the first whose number of words is not known.
void SymbolicHart::feed_known_devices(State& state) {
  while (state.inputs_due > 0) {
    const DeviceInput& input = next_device_input(state);
    if (input.least != input.most) return;
    feed_device(state, input, input.most);
  }
}

// Gives devices all inputs that are due. False if the path has to start again, for its siblings or for a pause.
bool SymbolicHart::feed_devices() {
  while (state_->inputs_due > 0) {
    const DeviceInput& input = next_device_input(*state_);
    const auto number = resolve(values_.from_term<32>(number_of_words(input)));
    if (!number) {
      abandoned_ = false;
      return false;
    }
    feed_device(*state_, input, *number);
    feed_known_devices(*state_);
  }
  return true;
}

const DeviceInput& SymbolicHart::next_device_input(const State& state) const {
  return config_.device_inputs[config_.device_inputs.size() - state.inputs_due];
}

Term SymbolicHart::number_of_words(const DeviceInput& input) {
  return pool_.variable(fmt::format("{}.words", input.device), 32);
}

// Restricts a new variable to a range.
void SymbolicHart::bound(State& state, Term variable, std::uint32_t low, std::uint32_t high) {
  const auto constant = [&](std::uint32_t value) { return pool_.constant(variable.width(), value); };
  for (const Term condition :
       {pool_.bit_not(pool_.ult(variable, constant(low))), pool_.bit_not(pool_.ult(constant(high), variable))}) {
    if (!condition.is_constant()) state.path = solver::extend(state.path, condition);
  }
  auto model = std::make_shared<term::Assignment>(*state.model);
  model->resize(std::max<std::size_t>(model->size(), variable->value + 1));
  (*model)[variable->value] = low;
  state.model = std::move(model);
}

void SymbolicHart::feed_device(State& state, const DeviceInput& input, std::uint32_t words) {
  const devices::Received received = *devices::data_sheet(input.device)->receives;
  const bool is_stream = received.bytes == 1;
  std::vector<devices::Datum> symbols;
  Input* stream = nullptr;
  // No word at all is also an input: then the device has none, in place of what it has without --symbolic.
  if (is_stream || words == 0) stream = &new_device_input(state, input.device, input.device, words);
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::string name = is_stream ? "" : fmt::format("{}.{}[{}]", input.device, received.word, i);
    Input& of = is_stream ? *stream : new_device_input(state, input.device, name, received.bytes);
    term::ByteChunk* const chunk = chunk_of(of.index, is_stream ? i : 0, received.bytes);
    const Term word = pool_.byte_chunks().divide(*chunk, 8 * received.bytes).front();
    of.chunks.push_back(chunk);
    symbols.emplace_back(static_cast<const void*>(word.node()));
    const auto [low, high] = input.range(i, received.bytes);
    bound(state, word, low, high);
  }
  state.board.own().feed(input.device, std::move(symbols));
  --state.inputs_due;
}

Input& SymbolicHart::new_device_input(State& state, const std::string& device, std::string name, std::uint32_t size) {
  Input& input = inputs_.emplace_back(Input{.previous = state.inputs,
                                            .index = state.inputs ? state.inputs->index + 1 : 0,
                                            .name = std::move(name),
                                            .device = device,
                                            .size = size,
                                            .chunks = {}});
  input.total_size = size + (input.previous ? input.previous->total_size : 0);
  state.inputs = &input;
  statistics_.most_inputs = std::max<std::uint64_t>(statistics_.most_inputs, input.index + 1);
  statistics_.most_input_bytes = std::max(statistics_.most_input_bytes, input.total_size);
  return input;
}

}  // namespace janus::engine
