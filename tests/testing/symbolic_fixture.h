// A symbolic hart with 64 KiB of memory and a solver, for tests that set up states by hand.
#pragma once

#include <gtest/gtest.h>

#include "engine/hart/symbolic_hart.h"
#include "solver/chain.h"
#include "testing/encode.h"

namespace janus::testing {

class SymbolicFixture {
 public:
  static constexpr std::uint32_t kRamBase = 0x8000'0000, kRamSize = 0x1'0000;
  using State = engine::ExecutionState;
  using States = std::vector<std::unique_ptr<State>>;

  explicit SymbolicFixture(engine::SymbolicHartConfig config = plain())
      : solver(solver::make_solver_chain(pool, {.validate = true, .log_queries = {}})),
        hart(std::move(config), pool, *solver, image) {}

  // Nothing, of an instruction set with all instructions of 32 bits.
  static support::FirmwareImage with_every_extension() {
    support::FirmwareImage image;
    image.assume_isa("rv32ima_b_zbkb_zicond");
    return image;
  }
  static engine::SymbolicHartConfig plain() {
    engine::SymbolicHartConfig config;
    config.ram_size = kRamSize;
    return config;
  }

  std::unique_ptr<State> state_at(std::uint32_t pc) {
    auto state = hart.initial_state();
    state->hart.pc = pc;
    return state;
  }

  static void poke(State& state, std::uint32_t address, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) {
      state.memory.write(address - kRamBase + i, static_cast<std::uint8_t>(word >> (8 * i)));
    }
  }

  // Puts the variable `name` into a register, and gives the variable `value` in the state's model.
  term::Term make_symbolic(State& state, unsigned number, const std::string& name, std::uint32_t value) {
    const term::Term variable = pool.variable(name, 32);
    state.hart.x[number] = {variable, {}};
    set_in_model(state, variable, value);
    return variable;
  }
  void set_in_model(State& state, term::Term variable, std::uint64_t value) {
    auto model = std::make_shared<term::Assignment>(*state.model);
    model->set(variable->value, value);
    state.model = model;
  }

  // The value of a word under the state's model.
  template <unsigned W>
  std::uint64_t value(const State& state, term::SymbolicWord<W> word) {
    return word.term ? hart.value_in_model(state, word.term) : word.bits.raw;
  }
  std::uint8_t byte(const State& state, std::uint32_t address) {
    const auto symbol = state.memory.symbol(address - kRamBase);
    if (!symbol.symbol) return state.memory.byte(address - kRamBase);
    return static_cast<std::uint8_t>(hart.value_in_model(state, symbol.symbol) >> (8 * symbol.index));
  }

  // Runs every state until its path ends or it has retired `instructions`. Returns the states in the order in which
  // they stopped.
  struct Stopped {
    std::unique_ptr<State> state;
    std::optional<engine::Ending> ending;
  };
  std::vector<Stopped> run_all(std::unique_ptr<State> first, std::uint64_t instructions) {
    std::vector<Stopped> stopped;
    States waiting;
    waiting.push_back(std::move(first));
    while (!waiting.empty()) {
      auto state = std::move(waiting.back());
      waiting.pop_back();
      if (state->hart.retired >= instructions) {
        stopped.push_back({std::move(state), std::nullopt});
        continue;
      }
      States siblings;
      auto ending = hart.run(*state, instructions - state->hart.retired, siblings);
      for (auto& sibling : siblings) waiting.push_back(std::move(sibling));
      if (ending) {
        stopped.push_back({std::move(state), std::move(ending)});
      } else {
        waiting.push_back(std::move(state));
      }
    }
    return stopped;
  }

  support::FirmwareImage image = with_every_extension();
  term::TermPool pool;
  std::unique_ptr<solver::Solver> solver;
  engine::SymbolicHart hart;
};

}  // namespace janus::testing
