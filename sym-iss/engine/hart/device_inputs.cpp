// Devices that receive what nobody knows: the symbolic hart puts variables on the wires to the devices. They are the
// first inputs of a path. If the number of words is not known, each number is a path, before the first instruction.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "devices/data_sheet.h"
#include "engine/hart/count_inputs.h"
#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

using term::Term;

namespace {

// A variable that no condition reads yet, and the range that it is restricted to.
struct Restriction {
  Term variable;
  std::uint32_t low, high;
};

// The conditions of a restriction that are not always true.
std::vector<Term> conditions_of(const Restriction& one, term::TermPool& pool) {
  const auto constant = [&](std::uint32_t value) { return pool.constant(one.variable.width(), value); };
  std::vector<Term> conditions{pool.bit_not(pool.ult(one.variable, constant(one.low))),
                               pool.bit_not(pool.ult(constant(one.high), one.variable))};
  std::erase_if(conditions, [](Term condition) { return condition.is_constant(); });
  return conditions;
}

// Gives the variables of restrictions values in their ranges, in a model in which not all of them have one.
void obey(std::span<const Restriction> restrictions, std::shared_ptr<const term::Assignment>& model) {
  std::shared_ptr<term::Assignment> changed;
  for (const auto& [variable, low, high] : restrictions) {
    const std::size_t index = variable->value;
    const std::uint64_t value = (changed ? *changed : *model)[index];
    if (value >= low && value <= high) continue;
    if (!changed) changed = std::make_shared<term::Assignment>(*model);
    changed->set(index, low);
  }
  if (changed) model = std::move(changed);
}

}  // namespace

// For a state before its first instruction: plants seeds, and gives devices their inputs, up to the first whose number
// of words is not known.
void SymbolicHart::await_device_inputs(State& state) {
  State* const before = std::exchange(state_, &state);
  state.inputs_due = static_cast<std::uint32_t>(config_.device_inputs.size());
  for (const DeviceInput& input : config_.device_inputs) {
    if (input.least == input.most) continue;
    restrict_variable(number_of_words(input), input.least, input.most);
    const Restriction one{number_of_words(input), input.least, input.most};
    obey({&one, 1}, state.model);
  }
  plant_seeds(state);
  choose_numbers_for_seeds();
  feed_known_devices();
  state_ = before;
}

// A seed brings as many words as it has bytes for.
void SymbolicHart::choose_numbers_for_seeds() {
  if (!state_->seeds) return;
  auto seeds = std::make_shared<Seeds>(*state_->seeds);
  for (Seed& seed : *seeds) {
    auto model = std::make_shared<term::Assignment>(*seed.model);
    for (const DeviceInput& input : config_.device_inputs) {
      if (input.least == input.most) continue;
      const std::size_t words =
          seed.bytes->size() / devices::kind_of(config_.board.plan(), input.device)->receives->bytes;
      const std::size_t index = number_of_words(input)->value;
      model->set(index, std::clamp<std::size_t>(words, input.least, input.most));
    }
    seed.model = std::move(model);
  }
  state_->model = seeds->front().model;
  state_->seeds = std::move(seeds);
}

void SymbolicHart::feed_known_devices() {
  while (state_->inputs_due > 0) {
    const DeviceInput& input = next_device_input();
    if (input.least != input.most) return;
    feed_device(input, input.most);
  }
}

// Gives devices all inputs that are due. False if the path has to start again, for its siblings or for a pause.
bool SymbolicHart::feed_devices() {
  while (state_->inputs_due > 0) {
    const DeviceInput& input = next_device_input();
    const auto number = resolve(values_.from_term<32>(number_of_words(input)));
    if (!number) {
      abandoned_ = false;
      return false;
    }
    feed_device(input, *number);
    feed_known_devices();
  }
  return true;
}

const DeviceInput& SymbolicHart::next_device_input() const {
  return config_.device_inputs[config_.device_inputs.size() - state_->inputs_due];
}

Term SymbolicHart::number_of_words(const DeviceInput& input) {
  return pool_.variable(fmt::format("{}.words", input.device), 32);
}

// Keeps the seeds that are in the range.
void SymbolicHart::restrict_variable(Term variable, std::uint32_t low, std::uint32_t high) {
  const Restriction one{variable, low, high};
  for (const Term condition : conditions_of(one, pool_)) {
    state_->path = solver::extend(state_->path, condition);
    keep_seeds(condition);
  }
}

void SymbolicHart::feed_device(const DeviceInput& input, std::uint32_t words) {
  const devices::Received received = *devices::kind_of(config_.board.plan(), input.device)->receives;
  const bool is_stream = received.bytes == 1;
  std::vector<devices::Datum> symbols;
  // No word at all is also an input: then the device has none, in place of what it has without --symbolic.
  Input* made = is_stream || words == 0 ? &new_device_input(input.device, input.device, words) : nullptr;
  std::vector<Restriction> restrictions;
  for (std::uint32_t i = 0; i < words; ++i) {
    if (!is_stream) {
      const std::string name = fmt::format("{}.{}[{}]", input.device, received.word, i);
      made = &new_device_input(input.device, name, received.bytes);
    }
    term::ByteChunk* const chunk = chunk_of(made->index, is_stream ? i : 0, received.bytes);
    const Term word = pool_.byte_chunks().divide(*chunk, 8 * received.bytes).front();
    made->chunks.push_back(chunk);
    symbols.emplace_back(static_cast<const void*>(word.node()));
    const auto [low, high] = input.range(i, received.bytes);
    restrictions.push_back({word, low, high});
    if (!is_stream) take_from_seeds(*state_, *made);
  }
  if (is_stream) take_from_seeds(*state_, *made);
  for (const auto& [variable, low, high] : restrictions) restrict_variable(variable, low, high);
  // A seed that is left obeys already, and without a model there is nothing to say.
  if (state_->model) obey(restrictions, state_->model);
  state_->board.own().feed(input.device, std::move(symbols));
  --state_->inputs_due;
}

Input& SymbolicHart::new_device_input(const std::string& device, std::string name, std::uint32_t size) {
  Input& input = inputs_.emplace_back(Input{.previous = state_->inputs,
                                            .index = state_->inputs ? state_->inputs->index + 1 : 0,
                                            .name = std::move(name),
                                            .device = device,
                                            .size = size,
                                            .chunks = {}});
  input.total_size = size + (input.previous ? input.previous->total_size : 0);
  state_->inputs = &input;
  count_inputs(*state_, statistics_);
  return input;
}

}  // namespace janus::engine
