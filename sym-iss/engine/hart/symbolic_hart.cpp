#include "engine/hart/symbolic_hart.h"

#include "devices/functional_machine.h"
#include "engine/hart/charges.h"
#include "engine/hart/detector_shortcut.h"
#include "engine/state/state_parts.h"
#include "hart/detector_rules.h"
#include "isa/clocks.h"
#include "isa/semantics.h"
#include "support/activity.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace janus::engine {

using term::Term;

static_assert(isa::Hart<SymbolicHart>);

SymbolicHart::SymbolicHart(SymbolicHartConfig config, term::TermPool& pool, solver::Solver& solver,
                           const support::FirmwareImage& image)
    : config_(std::move(config)),
      pool_(pool),
      solver_(solver),
      image_(image),
      known_code_(image),
      main_(image.symbol("main")),
      values_(pool),
      code_pages_(kCodePages) {
  prepare_timing();
  // If costs depend on the address, each address that an access can go to must become a path of its own.
  if (tells_targets_apart()) config_.max_load_targets = config_.max_store_targets = 1;
  usual_ = make_detector_shortcut(*this, config_);
  config_.inside_elsewhere.for_each([this](auto pc, auto object) { inside_elsewhere_.insert(pc, object); });
}

SymbolicHart::~SymbolicHart() = default;

void SymbolicHart::follow_rules_alone() { usual_.reset(); }

// Whether an access may cost more or less at another target. All targets of an access are in one memory.
bool SymbolicHart::tells_targets_apart() const {
  if (!config_.map) return tells_memory_apart(config_.timing, config_.ram_base, config_.ram_size);
  return config_.timing.dcache.geometry.exists() ||
         std::ranges::any_of(config_.map->readable(), [this](const hart::AddressStretch& stretch) {
           return std::ranges::any_of(config_.timing.regions, [&](const hart::TimingRegion& region) {
             const bool covers =
                 region.contains(stretch.base) && stretch.size <= region.size - (stretch.base - region.base);
             return region.overlaps(stretch.base, stretch.size) && !covers;
           });
         });
}

std::unique_ptr<ExecutionState> SymbolicHart::initial_state() {
  devices::require_inside(image_, config_.ram_base, config_.ram_size, config_.map.get());
  auto state = std::make_unique<State>(Memory(config_.ram_size));
  for (const support::Segment& segment : image_.segments()) {
    const std::uint32_t offset = segment.address - config_.ram_base;
    for (std::uint32_t i = 0; i < segment.bytes.size(); ++i) {
      if (segment.bytes[i]) state->memory.write(offset + i, segment.bytes[i]);
    }
  }
  state->hart.pc = image_.entry();
  state->board.own() = config_.board;
  hold_interrupts(*state);
  if (config_.detectors.follows_memory()) {
    state->shadow = std::make_shared<Shadow>();
    state->shadow->begin(*this, config_.detectors);
  }
  state->model = std::make_shared<term::Assignment>(term::Assignment{0});  // not empty: it is known to satisfy the path
  await_device_inputs(*state);
  state->stretch.measure = config_.measure;
  if (config_.stretch) state->stretch.start(*config_.stretch, config_.measure);
  keep_first_state(*state);
  return state;
}

std::unique_ptr<ExecutionState> SymbolicHart::initial_state(std::shared_ptr<const Frontier> frontier) {
  auto model = std::make_shared<term::Assignment>();
  auto ahead = std::make_shared<LogAhead>(std::move(frontier), pool_, *model);
  auto state = initial_state();
  state->model = std::move(model);
  state->ahead = std::move(ahead);
  return state;
}

std::vector<const term::ByteChunk*> SymbolicHart::input_chunks() const {
  std::vector<const term::ByteChunk*> chunks;
  for (const auto& [place, chunk] : input_chunks_) chunks.push_back(chunk);
  return chunks;
}

std::optional<Ending> SymbolicHart::run(State& state, std::uint64_t budget,
                                        std::vector<std::unique_ptr<State>>& siblings) {
  state_ = &state;
  siblings_ = &siblings;
  ending_.reset();
  dead_stack_ = seen_ ? &state.arrivals.dead : nullptr;
  forget_pages();
  if (usual_) usual_->begin();
  update_guards();
  check_events_ = true;
  const std::uint64_t retired = state.hart.retired;
  const std::size_t before = siblings.size();
  const bool by_boundary = !config_.interrupts.empty();
  count_from_ = {state.hart.cycles, retired};
  is_running_ = true;
  if (state.ahead) std::swap(statistics_, uncounted_);
  record(!state.ahead);
  state.at_merge_point = false;
  if (!std::exchange(paused_, false) && ends_repetitions_) take_up_repetition();
  while (!ending_ && !state.at_merge_point && siblings.size() == before && state.hart.retired - retired < budget) {
    paused_ = asked_to_pause();
    if (paused_) break;
    if (state.ahead) look_whether_back();
    if (ending_) break;
    if (state.inputs_due > 0 && !feed_devices()) continue;
    if (by_boundary && !decide_arrivals()) continue;
    if (!state.ahead) look_for_repetition();
    if (stretch_ && execute_stretch(std::min(retired + budget, stretch_limit()))) continue;
    if (check_events_ || state.hart.cycles >= event_cycle_) {
      advance_devices();
      if (ending_) break;
      if (by_boundary && is_at_new_boundary()) continue;
    }
    limit_ = std::min(event_cycle_, cycle_ahead());
    std::uint64_t most = std::min(kPauseInterval, budget - (state.hart.retired - retired));
    if (stretch_) most = std::min(most, stretch_policy_.next_look(state));
    if (by_boundary || repetition_.is_choosing(state)) most = 1;
    std::uint64_t left = most;
    for (; left > 0 && state.hart.cycles < limit_; --left) {
      execute_one();
      if (state.hart.pc != repetition_.pc() || ending_ || siblings.size() != before) continue;
      end_if_back();
    }
    spend_on_instructions(state, most - left);
  }
  is_running_ = false;
  last_run_ = {&state, state.hart.retired};
  restart_if_needed();
  statistics_.cycles += state.hart.cycles - count_from_.first;
  statistics_.instructions += state.hart.retired - count_from_.second;
  if (state.ahead) {
    std::swap(statistics_, uncounted_);
    if (ending_) ending_ = lost();
  }
  return std::move(ending_);
}

void SymbolicHart::execute_concrete_stretches(bool eager) {
  ConcreteStretch::Machine machine{config_.ram_base, config_.ram_size,       config_.map,    extensions(),
                                   config_.htif,     config_.semihosting.on, config_.timing, main_};
  for (const devices::ForeignModule& module : config_.modules) machine.modules.push_back(module.region);
  machine.detectors = config_.detectors;
  machine.is_inside_elsewhere = [this](std::uint32_t pc, std::uint32_t object) {
    return inside_elsewhere_.contains(pc, object);
  };
  machine.noted_inside = [this](std::uint32_t pc, std::uint32_t object) { noted_inside(pc, object); };
  machine.left_unreported = [this](std::uint32_t pc, std::uint32_t object) {
    if (before_stretch_) suspect({pc, object}, *before_stretch_);
  };
  if (eager) machine.hot = 1;
  stretch_ = std::make_unique<ConcreteStretch>(std::move(machine), counts_);
  stretch_policy_ = StretchPolicy(eager);
}

std::uint64_t SymbolicHart::instructions() const {
  if (!is_running_) return statistics_.instructions;
  if (state_->ahead) return uncounted_.instructions;  // which is the other way round meanwhile
  return statistics_.instructions + (state_->hart.retired - count_from_.second);
}

// Whether a concrete hart does what is asked of this one: nobody follows single instructions, and while a repetition is
// looked for, the clocks that are read are known.
bool SymbolicHart::may_stretch() const {
  const bool seen = !config_.interrupts.empty() || coverage_ || discovers_everywhere_ || followed_ || merge_points_ ||
                    facts_ || !watchers_.empty() || config_.stretch;
  if (seen || (config_.detectors.follows_memory() && !state_->shadow)) return false;
  if (state_->shadow && !config_.detectors.any()) return false;
  if (state_->board.get().moves() || repetition_.is_choosing(*state_)) return false;
  return !repetition_.looking() || (repetition_.looks_long() && !stretch_->may_have_seen_clocks());
}

// Lets the concrete hart go on, if that seems worth while. Returns whether it executed anything.
bool SymbolicHart::execute_stretch(std::uint64_t last_retired) {
  if (!may_stretch() || !stretch_policy_.is_due(*state_)) return false;
  const std::uint64_t retired = state_->hart.retired;
  if (config_.detectors.has(hart::Detector::bounds)) before_stretch_ = std::make_unique<const State>(*state_);
  const bool only_paused =
      stretch_->run(*state_, last_retired, repetition_.kept(), [this] { return asked_to_pause(); });
  stretch_policy_.ended(*state_, state_->hart.retired - retired, only_paused);
  if (const std::uint32_t written = stretch_->moved_handler()) handler_was_moved(written);
  forget_pages();  // the snapshot shares the pages
  if (usual_) usual_->changed();
  check_events_ = true;
  if (state_->hart.retired == retired) return false;
  if (stretch_->may_have_seen_clocks()) repetition_.saw_time(*state_);
  if (state_->hart.pc == repetition_.pc()) end_if_back();
  return true;
}

// The path is where a state of it was kept.
void SymbolicHart::end_if_back() {
  if (repetition_.is_back(*state_)) end({.reason = Termination::Repeats, .unexpected = config_.repeating_fails});
}

// Lets devices catch up, takes a pending interrupt, and skips waiting time.
void SymbolicHart::advance_devices() {
  auto& s = state_->hart;
  while (true) {
    if (const auto code = state_->board.get().finisher.exit_code()) return exit(*code);  // a reset by the watchdog
    check_events_ = false;
    const devices::Picoseconds event = state_->board.get().next_event();
    event_cycle_ = event == devices::kNever ? ~std::uint64_t{0} : config_.timing.cycle_at(event);
    if (s.cycles >= event_cycle_) {
      state_->board.own().advance_to(config_.timing.time_at(s.cycles));
      make_moves();
      update_lines();
      check_events_ = true;
      if (ending_) return;
      continue;
    }
    // Interrupts are on here, and the next instruction is the handler's.
    if (config_.stretch && config_.stretch->interrupts_off && interrupt_ready())
      state_->stretch.arrived(*config_.stretch, s, false, pool_);
    if (take_interrupt()) {  // taking an interrupt costs cycles, so another event may be due
      if (followed_) followed_->interrupted(*state_);
      for (Technique* watcher : watchers_) watcher->interrupted(*state_);
      continue;
    }
    if (!s.waiting) break;
    const std::uint64_t until = std::min(event_cycle_, next_opening());
    if (until == ~std::uint64_t{0}) {
      end({.reason = Termination::WaitsForever});
      return;
    }
    pass_time(until);
    if (!config_.interrupts.empty()) {  // one may arrive there
      check_events_ = true;
      return;
    }
  }
  check_events_ = false;
}

void SymbolicHart::update_lines() {
  const devices::Board& board = state_->board.get();
  set_interrupt_line(hart::interrupt::kSoftware, board.software_interrupt());
  set_interrupt_line(hart::interrupt::kTimer, board.timer_interrupt());
  set_interrupt_line(hart::interrupt::kExternal, board.external_interrupt());
  set_mtime_offset(board.clint.mtime_offset());
}

inline void SymbolicHart::execute_one() {
  auto& s = state_->hart;
  abandoned_ = false;
  late_ = {};
  const unsigned part = extensions().alignment();
  const isa::Instruction* fetched = may_fetch(s.pc, part) ? fetch() : nullptr;
  if (fetched && fetched->length > part && !may_fetch(s.pc + part, part)) fetched = nullptr;
  if (!fetched) {
    if (abandoned_ || ending_) return;
    begin(isa::TimingClass::System);
    trap(isa::Exception::InstructionAccessFault, word(failing_fetch()));
    complete();
    if (ending_) return;
    if (followed_) followed_->interrupted(*state_);
    for (Technique* watcher : watchers_) watcher->interrupted(*state_);
    return;
  }
  const isa::Instruction& instruction = *fetched;  // valid until the next fetch
  const std::uint32_t pc = s.pc;
  if (config_.stretch) [[unlikely]]
    state_->stretch.arrived(*config_.stretch, state_->hart, instruction.opcode == isa::Opcode::wfi, pool_);
  const std::uint64_t retired = s.retired;
  const bool follows = state_->shadow != nullptr;
  const bool usual = follows && usual_ && usual_->before(own_shadow(), instruction);
  if (follows && !usual) {
    settle_allocation();
    own_shadow().arrive(*this, config_.detectors);
    if (usual_) usual_->changed();
  }
  if (!usual && config_.detectors.any() && detects(instruction)) return;
  if (instruction.opcode == isa::Opcode::jalr) {
    const Word32 base = get(instruction.rs1);
    if (base.term && jumps_astray(values_.add(base, word(instruction.immediate)))) return;
  } else if (instruction.opcode == isa::Opcode::mret) {
    if (s.mepc.term && jumps_astray(s.mepc)) return;
  }
  if (follows && !usual) {
    shadow()->decide(*this, config_.detectors);  // may fork
    if (abandoned_ || !tell_stacks_apart(instruction)) return;
    if (config_.detectors.unwritten != hart::Unwritten::AsItIs) write_unwritten(instruction);
    shadow_step_ = own_shadow().before(*this, instruction, config_.detectors);
  }
  if (!begin(instruction)) return;
  isa::execute(*this, instruction);
  if (abandoned_) return;
  complete();
  if (late_) fall_behind();
  if (follows && s.retired != retired) {
    if (usual)
      usual_->after(own_shadow(), instruction, pc);
    else
      own_shadow().after(*this, shadow_step_, config_.detectors);
  }
  if (coverage_) coverage_->executed(*state_, pc, instruction);
  if (counts_ && s.retired != retired) count_executed(pc, instruction);
  if (followed_) followed_->executed(*state_, pc, instruction, s.retired != retired);
  if (merge_points_ && merge_points_->executed(*state_, pc, instruction)) {
    state_->at_merge_point = true;
    limit_ = 0;
  }
  if (!watchers_.empty()) notify_executed(pc, instruction);
  if (halted(pc) && !ending_) halt();
}

// The running state has executed `instruction`, and goes on behind it.
inline void SymbolicHart::count_executed(std::uint32_t pc, const isa::Instruction& instruction) {
  if (state_->widened) {
    if (widened_counts_) widened_counts_->executed(pc, instruction, state_->hart.pc);
    return;
  }
  if (counts_->executed(pc, instruction, state_->hart.pc) && discoveries_) discoveries_->add(*state_);
}

Shadow& SymbolicHart::own_shadow() {
  std::shared_ptr<Shadow>& shadow = state_->shadow;
  if (shadow.use_count() > 1) shadow = std::make_shared<Shadow>(*shadow);
  return *shadow;
}

void SymbolicHart::notify_executed(std::uint32_t pc, const isa::Instruction& instruction) {
  for (Technique* watcher : watchers_) watcher->executed(*state_, {pc, instruction, accesses_, called_hook_});
  accesses_.clear();
  if (instruction.opcode == isa::Opcode::ecall) forget_pages();  // a watcher may have copied the state and its pages
}

inline const isa::Instruction* SymbolicHart::fetch() {
  const std::uint32_t offset = state_->hart.pc - config_.ram_base;
  if (code_ && code_->number == offset / Memory::kPageBytes) {
    const std::uint32_t slot = slot_of(offset);
    if (code_->valid[slot]) return &code_->slots[slot];
  }
  return fetch_new(state_->hart.pc);
}

// Fetches an instruction on another page than the last instruction, or one that is not decoded yet.
const isa::Instruction* SymbolicHart::fetch_new(std::uint32_t pc) {
  const unsigned part = extensions().alignment();
  const std::uint32_t home_pc = home(pc, part);
  if (home_pc != pc && home(pc, 4) != home_pc) return fetch_uncached(pc);  // the last half of an alias
  pc = home_pc;
  if (!in_ram(pc, part)) return nullptr;
  const std::uint32_t offset = pc - config_.ram_base, number = offset / Memory::kPageBytes;
  const std::uint32_t inside = offset % Memory::kPageBytes;
  const Memory::Page* page = page_to_read(offset);
  if (!page || !page->is_concrete(inside, part)) return fetch_uncached(pc);
  std::uint32_t bits = 0;
  std::memcpy(&bits, page->bytes(inside), part);
  const unsigned length = isa::length_of(bits, extensions());
  if (inside + length > Memory::kPageBytes || !page->is_concrete(inside, length)) return fetch_uncached(pc);
  std::unique_ptr<CodePage>& entry = code_pages_[number % kCodePages];
  if (!entry) entry = std::make_unique<CodePage>();
  if (entry->page.get() != page || entry->number != number) {
    entry->number = number;
    entry->page = state_->memory.hold(offset);
    entry->valid.reset();
    forget_pages();  // the page is shared now: a store must copy the page first
  }
  const std::uint32_t slot = slot_of(offset);
  if (!entry->valid[slot]) {
    std::memcpy(&bits, page->bytes(inside), length);
    entry->slots[slot] = isa::decode(bits, extensions());
    entry->valid[slot] = true;
  }
  code_ = entry.get();
  return &entry->slots[slot];
}

// Fetches an instruction with symbolic bytes, one that lies on two pages, or one on a page that is all zeros. Null if
// there is none, or the instruction is abandoned.
const isa::Instruction* SymbolicHart::fetch_uncached(std::uint32_t pc) {
  begin(isa::TimingClass::System);
  const auto resolved = resolve_code(pc);  // each feasible instruction is a path
  if (!resolved) return nullptr;
  uncached_ = isa::decode(*resolved, extensions());
  return &uncached_;
}

// Finds the instruction at `address`, for the timing model. Outside memory `instruction` stays empty. Symbolic code is
// resolved as in a fetch; false if that ended the path.
bool SymbolicHart::peek(std::uint32_t address, std::optional<isa::Instruction>& instruction) {
  address = home(address, 4);
  if (!in_ram(address, extensions().alignment())) return true;
  const std::uint32_t offset = address - config_.ram_base, slot = slot_of(offset);
  if (code_ && code_->number == offset / Memory::kPageBytes && code_->valid[slot]) {
    instruction = code_->slots[slot];
    return true;
  }
  const auto word = resolve_code(address);
  if (word) instruction = isa::decode(*word, extensions());
  const bool cut_off = !in_ram(address, 4) && !abandoned_ && !ending_;  // its second half is outside of memory
  return word.has_value() || cut_off;
}

// Ends the path. Only the first ending of an instruction counts.
void SymbolicHart::end(Ending ending) {
  if (!ending_) ending_ = std::move(ending);
  limit_ = 0;
}

// A question has no answer, so a side of a decision is dropped.
void SymbolicHart::note_given_up() {
  ++statistics_.gave_up;
  ++statistics_.gave_up_at[pc()];
}

// Whether a question has no answer because the exploration has to end. Then the instruction is abandoned, so that
// nothing is lost: the state waits in front of the question.
bool SymbolicHart::is_broken_off() {
  if (!is_over()) return false;
  ++statistics_.broken_off;
  abandon();
  return true;
}

// The firmware ended with an exit code.
void SymbolicHart::exit(std::uint32_t code) {
  const bool fine = config_.ends.is_fine(code);
  end({.reason = fine ? Termination::Exited : Termination::FailingExit, .exit_code = code});
}

void SymbolicHart::halt() {
  Ending ending{.reason = Termination::Halted};
  switch (config_.ends.halt) {
    case EndRules::Halt::IsFine: break;
    case EndRules::Halt::IsViolation: ending.unexpected = true; break;
    case EndRules::Halt::ByMain:
      if (config_.htif.tohost) {
        ending.detail = "without a word in tohost";
      } else if (main_ && !state_->main_call.returned) {
        ending.detail = state_->main_call.entered ? "before main returned" : "before main was called";
      }
      ending.unexpected = !ending.detail.empty();
      break;
  }
  end(std::move(ending));
}

void SymbolicHart::unhandled_trap(isa::Exception cause, Word32 value) {
  stay();
  std::uint32_t number = 0;  // stays 0 if the value is a term and there is no model
  if (!value.term) {
    number = value.bits.raw;
  } else if (state_->model) {
    number = static_cast<std::uint32_t>(value_in_model(*state_, value.term));
  }
  end({.reason = Termination::UnhandledTrap, .cause = cause, .trap_value = number, .trap_term = value.term});
}

SymbolicHart::Word32 SymbolicHart::read_csr(std::uint16_t number) {
  if (isa::is_clock(number)) need_exact_time();  // false only if the path ended
  if (seen_) note_csr(number, false);
  return HartCore::read_csr(number);
}

bool SymbolicHart::write_csr(std::uint16_t number, Word32 value) {
  const bool depends_on_time = isa::is_clock(number) || number == isa::csr::mcountinhibit;
  if (seen_) note_csr(number, true);
  return (!depends_on_time || need_exact_time()) && HartCore::write_csr(number, value);
}

// --- Decisions.

void SymbolicHart::assign_model(const State& state) {
  if (evaluated_model_ == state.model) return;
  evaluated_model_ = state.model;
  evaluator_.assign(*evaluated_model_);
}

std::uint64_t SymbolicHart::value_in_model(const State& state, Term term) {
  assign_model(state);
  return evaluator_(term);
}

std::optional<bool> SymbolicHart::branch(Word<1> condition) {
  if (!condition.term) return condition.bits.raw != 0;
  ++statistics_.branches_on_terms;
  return decide(condition.term);
}

std::optional<bool> SymbolicHart::decide(Term condition) {
  if (abandoned_) return std::nullopt;
  if (condition.is_constant()) return condition->value != 0;
  if (facts_) return decide_by_facts(condition);
  if (config_.by_value) {
    const auto simpler = fork_by_values(condition);
    if (!simpler) return std::nullopt;
    if (simpler->is_constant()) return (*simpler)->value != 0;
    condition = *simpler;
  } else {
    look_at(condition);
  }
  const Term negated = pool_.bit_not(condition);
  const bool holds = value_in_model(*state_, condition) != 0;
  const Term here = holds ? condition : negated;
  const Term other = holds ? negated : condition;
  if (state_->path.recently_assumed(here)) return holds;  // decided before the instruction was started again
  if (std::optional<bool> decided; state_->ahead && decide_by_log(here, holds, decided)) return decided;
  const auto other_seeds = keep_seeds(here);
  term::Assignment model = other_seeds ? *other_seeds->front().model : *state_->model;
  const solver::Answer answer = other_seeds ? solver::Answer::Sat : solver_.check(state_->path, other, model);
  check_for_pause();
  for (Technique* watcher : watchers_) watcher->decided(*state_, condition, holds, answer);
  switch (answer) {
    case solver::Answer::Unsat:
      if (config_.log) state_->log.append(Decision::OneSided);
      return holds;
    case solver::Answer::Sat:
      fork(other, other_seeds ? other_seeds->front().model : std::make_shared<const term::Assignment>(std::move(model)),
           holds);
      siblings_->back()->seeds = other_seeds;
      break;
    case solver::Answer::Unknown:
      if (is_broken_off()) return std::nullopt;
      note_given_up();
      if (config_.log) state_->log.append(Decision::CutOff);
      break;
  }
  state_->path = solver::extend(state_->path, here);
  return holds;
}

// `condition`: of the sibling. `holds`: the decision's condition holds on the path of the running state.
void SymbolicHart::fork(Term condition, std::shared_ptr<const term::Assignment> model, bool holds) {
  const support::InActivity forking(support::Activity::Forking);
  ++statistics_.forks;
  ++statistics_.forks_at[pc()];
  if (profile_) profile_->forked(*state_);
  spend_on_fork(*state_);
  ++state_->depth;
  state_->tree_fraction /= 2;
  auto sibling = std::make_unique<State>(*state_);
  sibling->path = solver::extend(sibling->path, condition);
  sibling->model = std::move(model);
  sibling->seeds.reset();
  if (!sibling->model) note_lost_model(*sibling);
  if (config_.log) {
    state_->log.append(Decision::Stayed);
    sibling->log.append(Decision::Restarted);
    sibling->restarted_at = sibling->hart.cycles;
  }
  if (tree_) tree_->forked(*state_, *sibling, holds);
  siblings_->push_back(std::move(sibling));
  forget_pages();  // all pages are shared now: a store must copy its page first
  limit_ = 0;
}

// Restricts the path to the inputs for which `condition` holds. Ends the path, and returns false, if there are none or
// the solver finds none. Abandons the instruction if the question was broken off.
bool SymbolicHart::assume(Term condition) {
  if (condition.is_constant()) {
    if (condition->value != 0) return true;
    end({.reason = Termination::AssumeFailed});
    return false;
  }
  if (facts_) return assume_by_facts(condition);
  keep_seeds(condition);
  if (value_in_model(*state_, condition) != 0) {
    state_->path = solver::extend(state_->path, condition);
    return true;
  }
  if (is_ahead()) {
    lose_path();
    return false;
  }
  term::Assignment model = *state_->model;
  const solver::Answer answer = solver_.check(state_->path, condition, model);
  if (answer == solver::Answer::Sat) {
    state_->path = solver::extend(state_->path, condition);
    state_->model = std::make_shared<const term::Assignment>(std::move(model));
    return true;
  }
  if (answer == solver::Answer::Unknown && is_broken_off()) return false;
  end({.reason = answer == solver::Answer::Unsat ? Termination::AssumeFailed : Termination::SolverGaveUp});
  return false;
}

}  // namespace janus::engine
