// What a symbolic hart is made for: the machine, what is symbolic in it, and what ends a path. A value; copies share
// the map and the seeds, which nobody changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "call/settings.h"
#include "devices/arrivals.h"
#include "devices/board.h"
#include "devices/foreign_module.h"
#include "devices/memory_map.h"
#include "engine/state/device_input.h"
#include "engine/state/platform_name.h"
#include "engine/state/seeds.h"
#include "engine/state/symbolic_interrupt.h"
#include "engine/state/timed_stretch.h"
#include "hart/address_map.h"
#include "hart/detectors.h"
#include "hart/htif.h"
#include "hart/noted_accesses.h"
#include "hart/semihosting.h"
#include "hart/timing.h"
#include "isa/hooks.h"

namespace janus::engine {

// Which ends of a path are violations.
struct EndRules {
  // What a halt is, a jump to itself with interrupts off. ByMain: fine if `main` has returned; a violation if it has
  // not, since firmware that detects an error ends so. Fine also if the firmware has no main. A violation in any case
  // if the firmware has the symbol tohost, by which it would say how it ended.
  enum class Halt { IsFine, IsViolation, ByMain } halt = Halt::ByMain;
  std::vector<std::uint32_t> exit_codes = {0};  // that are no violations

  bool is_fine(std::uint32_t exit_code) const { return std::ranges::find(exit_codes, exit_code) != exit_codes.end(); }
};

struct SymbolicHartConfig {
  std::uint32_t ram_base = devices::memory_map::kRamBase;
  std::uint32_t ram_size = devices::memory_map::kDefaultRamSize;  // bytes
  // Null: RAM fills ram_base and ram_size. Else these are the map's window: set it by set_map().
  std::shared_ptr<const hart::AddressMap> map = {};
  void set_map(std::shared_ptr<const hart::AddressMap> wanted) {
    map = std::move(wanted);
    if (!map) return;
    ram_base = map->window().base;
    ram_size = map->window().size;
  }
  isa::HookRule hooks = isa::HookRule::Always;
  hart::HtifAddresses htif;
  hart::SemihostingSettings semihosting = {};
  devices::Board board = {};                         // at reset
  PlatformName platform = {};                        // that `map` and `board` come from; goes into test cases
  std::vector<DeviceInput> device_inputs = {};       // at most one for each device
  std::vector<devices::ForeignModule> modules = {};  // apart from each other, from devices and from memory
  std::vector<SymbolicInterrupt> interrupts = {};    // at most kMostInterrupts, each once
  Boundaries boundaries = Boundaries::ThatMatter;    // of `interrupts`
  // They arrive like this, and not otherwise; by cycle, ascending.
  std::optional<std::vector<devices::PlannedArrival>> planned = {};
  EndRules ends;
  hart::TimingProfile timing;
  // An access through a symbolic address with at most this many possible targets stays one state (an ite over the
  // targets). With more targets the state forks until few enough are left.
  std::uint32_t max_load_targets = 1024;
  std::uint32_t max_store_targets = 64;
  hart::Detectors detectors = {};             // end a path in front of what they report
  hart::NotedAccesses inside_elsewhere = {};  // what `bounds` knows from paths that others have explored
  std::optional<StretchPlaces> stretch = {};  // keep ExecutionState::stretch
  Measure measure = Measure::Cycles;          // of extreme times
  call::Settings call = {};                   // of a call that the image was prepared for: goes into test cases
  bool repeating_fails = false;               // a path that repeats itself for ever is a violation
  double solver_seconds = 0;                  // counted, the solver's limit for a question; 0 for none
  // Where a condition has grown large and reads an input of few values, fork by the values of the input.
  bool by_value = false;
  // An input that has but one value left once an address is concrete is that value from there. Techniques and merging
  // compare states by their inputs, and do without.
  bool fixes_inputs = false;
  std::shared_ptr<const std::vector<SeedBytes>> seeds = {};  // inputs to begin with; null: none
  bool log = false;  // keep ExecutionState::log; excludes seeds, merging, techniques and bounded checks
};

}  // namespace janus::engine
