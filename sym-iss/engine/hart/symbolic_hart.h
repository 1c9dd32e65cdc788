// The symbolic hart: the semantics of the concrete hart, over words that may be terms. The hart executes one state at a
// time. Where both sides of a branch are feasible, the hart forks a sibling state that will take the other side.
//
// How an instruction forks. Every decision goes through decide(c). The state's own model says on which side of `c` the
// state is. The solver says whether the other side is feasible too. If so, the hart forks a sibling: a copy of the
// state from before the instruction, with the opposite condition on its path and a model of its own. (The state is
// still as it was before the instruction, because instructions decide before they write: rule 3 of isa/hart_concept.h.)
// The sibling will execute the instruction again. The running state goes on.
//
// Soundness. The hart never fixes a value without forking a sibling for all other values. Where the solver gives up,
// the hart drops the other side and counts it in `gave_up`; the verdict then cannot be safe. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "devices/foreign_module.h"
#include "engine/hart/concrete_stretch.h"
#include "engine/hart/coverage.h"
#include "engine/hart/merge_points.h"
#include "engine/hart/repetition.h"
#include "engine/hart/seen_states.h"
#include "engine/hart/symbolic_hart_config.h"
#include "engine/state/device_input.h"
#include "engine/state/discoveries.h"
#include "engine/state/execution_state.h"
#include "engine/state/folded_tree.h"
#include "engine/state/frontier.h"
#include "engine/state/technique.h"
#include "engine/state/termination.h"
#include "engine/state/work_profile.h"
#include "hart/bus.h"
#include "hart/hart_core.h"
#include "hart/htif.h"
#include "hart/inspection.h"
#include "hart/semihosting.h"
#include "isa/decoder.h"
#include "isa/hooks.h"
#include "program/execution_counts.h"
#include "program/known_code.h"
#include "solver/solver.h"
#include "support/firmware_image.h"
#include "term/substitute.h"
#include "term/support.h"
#include "term/symbolic_values.h"

namespace janus::engine {

class DetectorShortcut;

// Whether the state follows inputs to begin with: then it should run before others.
bool follows_seed(const ExecutionState& state);

struct SymbolicHartStatistics {
  std::uint64_t instructions = 0, cycles = 0;
  std::uint64_t forks = 0, branches_on_terms = 0;
  std::uint64_t gave_up = 0;          // sides of decisions that were dropped because the solver gave up
  std::uint64_t broken_off = 0;       // questions that had no answer because the exploration had to end
  std::uint64_t concretizations = 0;  // values fixed although others were feasible: 0 by design
  // Of every few decisions one is looked at: whether --by-value would fork by values there.
  std::uint64_t looked_at = 0, by_value = 0;
  std::uint64_t symbolic_addresses = 0;                 // accesses with several targets
  std::uint64_t arrivals = 0;                           // forks at which an interrupt arrives
  std::uint64_t seen_again = 0;                         // paths that came to a state that was seen on another
  std::uint64_t restarts = 0;                           // of the exploration (seen_states.h)
  std::uint64_t ignored_hooks = 0;                      // `ecall`s that were no hooks although t0 had a hook's code
  std::uint32_t moved_handler = 0;                      // as hart::ConcreteHart::moved_handler()
  std::uint64_t most_inputs = 0, most_input_bytes = 0;  // of one path
  std::map<std::uint32_t, std::uint64_t> assertions;    // how often each was checked, by the pc of its hook
  std::map<std::uint32_t, std::uint64_t> gave_up_at;    // gave_up, by pc
  std::map<std::uint32_t, std::uint64_t> forks_at;      // forks, by pc
};

class SymbolicHart : public hart::HartCore<SymbolicHart, term::SymbolicValues> {
 public:
  using Word32 = Word<32>;
  using State = ExecutionState;

  // The symbols of `image` give inputs their names. All references must outlive the hart.
  SymbolicHart(SymbolicHartConfig config, term::TermPool& pool, solver::Solver& solver,
               const support::FirmwareImage& image);
  ~SymbolicHart();

  // Reports every instruction to `coverage` from now on. `coverage` must outlive the hart. Null, the initial value,
  // stops the reports.
  void track(Coverage* coverage) { coverage_ = coverage; }
  // Counts every instruction in `counts` from now on, those of widened states in `widened` instead. Both must outlive
  // the hart. Null, the initial value, counts nothing; `widened` is not used without `counts`.
  void count(program::ExecutionCounts* counts, program::ExecutionCounts* widened = nullptr) {
    counts_ = all_counts_ = counts;
    widened_counts_ = widened;
  }
  // Concrete stretches count late; from now on, everything is in the counts.
  void tell_counts() const {
    if (stretch_) stretch_->tell_counts();
  }
  // Notes in `discoveries` from now on which states take branches in directions that are new to the counts of count().
  // `discoveries` must outlive the hart. `everywhere`: also in what is concrete, which then is in no concrete stretch.
  void discover(Discoveries* discoveries, bool everywhere) {
    discoveries_ = discoveries;
    discovers_everywhere_ = everywhere;
  }
  // Tells `profile` of forks and, if it follows calls, of every instruction from now on. `profile` must outlive the
  // hart. Null, the initial value, tells nobody.
  void tell(WorkProfile* profile) {
    profile_ = whole_profile_ = profile;
    followed_ = profile && profile->follows_calls() ? profile : nullptr;
  }
  // Draws forks in `tree` from now on. `tree` must outlive the hart. Null, the initial value, draws nothing.
  void draw(FoldedTree* tree) { tree_ = tree; }
  // Makes run() stop at merge points and keep call stacks up to date. `points` must outlive the hart. Null, the initial
  // value, means no merge points.
  void stop_at(MergePoints* points) { merge_points_ = points; }

  // The registers that may be read before they are written from there on, by bit; all but x0 without merge points.
  std::uint32_t live_at(std::uint32_t pc) const { return merge_points_ ? merge_points_->live_at(pc) : ~1U; }

  // Makes run() return soon after `*asked` is set, between two instructions. `*asked` must outlive the hart.
  void pause_when(const std::atomic<bool>* asked) { pause_ = asked; }
  // A question without an answer counts as broken off, and not as given up by the solver, while `*over` is set. `*over`
  // must outlive the hart.
  void broken_off_when(const std::atomic<bool>* over) { over_ = over; }
  // Makes run() return soon after `stop` returns true, between two instructions. run() asks every few instructions, and
  // whenever an instruction has asked the solver. Empty, the initial value, stops nothing.
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }

  // Reports instructions, decisions and interrupts to `technique` from now on. `technique` must outlive the hart.
  void watch_for(Technique& technique) { watchers_.push_back(&technique); }
  void watch_no_more(const Technique& technique) { std::erase(watchers_, &technique); }

  // Decides branches by `facts` alone from now on: a side that `facts` does not refute counts as feasible. `facts`
  // should be cheap to ask, and must outlive the hart. States may then have no model, and no input may take a path. The
  // solver is asked only where a value is needed (deferred_decisions.cpp).
  void decide_by(solver::Solver& facts) { facts_ = &facts; }

  // Lets a concrete hart execute what touches nothing symbolic, from now on (concrete_stretch.h). Has no effect while
  // something has to see every instruction: coverage, discoveries, calls, merge points, techniques, detectors. Must be
  // called after count().
  // If `eager`, tries at every instruction: for tests.
  void execute_concrete_stretches(bool eager = false);

  // Asks detectors by their rules at every instruction, from now on. Costs time, and changes nothing else: for tests.
  void follow_rules_alone();

  // Ends paths that repeat themselves for ever (repetition.h), from now on. For explorations alone: who lets the hart
  // run the same code again, from states of his own, would mistake that for a repetition.
  void end_repetitions() { ends_repetitions_ = true; }

  // Says that the states which run have made-up values: of a loop's body at any iteration, say. A path whose firmware
  // asks for a value, or tells that it has reached a place, is given up then.
  void set_made_up() { made_up_ = true; }

  // Who hears what the firmware tells. Empty, the initial value: nobody.
  void set_inspect(hart::Inspect inspect) { inspect_ = std::move(inspect); }

  // Asks the solver for a model of the state's path condition, unless the state has a model already. Unsat if no input
  // takes the path.
  solver::Answer find_model(State& state);

  // The state before the first instruction. Throws support::InputError if a segment of the image lies outside memory.
  std::unique_ptr<State> initial_state();
  // The same, with a frontier ahead that has states. The hart must not have executed anything.
  std::unique_ptr<State> initial_state(std::shared_ptr<const Frontier> frontier);
  // Instructions executed to bring states back. They are in no statistics.
  std::uint64_t brought_back() const { return uncounted_.instructions; }
  // The inputs in memory of all paths.
  std::vector<const term::ByteChunk*> input_chunks() const;

  // Executes `state` until the path ends, the state forks or arrives at a merge point, `budget` more instructions have
  // retired, or the hart has to pause. Appends forked siblings to `siblings`. Returns the ending of the path, or
  // nothing if the path has not ended.
  std::optional<Ending> run(State& state, std::uint64_t budget, std::vector<std::unique_ptr<State>>& siblings);

  // Whether the last run() returned only because it had to pause.
  bool paused() const { return paused_; }

  const SymbolicHartStatistics& statistics() const { return statistics_; }
  // Those executed until now, also while run() waits for its exploration's next turn.
  std::uint64_t instructions() const;
  void handler_was_moved(std::uint32_t written) { statistics_.moved_handler = written; }
  // The value of a term under the state's model.
  std::uint64_t value_in_model(const State& state, term::Term term);

  // --- isa::Hart and HartCore.
  hart::ArchitecturalState<term::SymbolicValues>& state() { return state_->hart; }
  term::SymbolicValues& values() { return values_; }
  const hart::TimingProfile& timing() const { return config_.timing; }
  std::optional<bool> branch(Word<1> condition);
  bool tell_copies_apart(Word32& to, Word32& from, Word32& bytes);
  bool may_be_inside(Word<1> condition, std::uint32_t object);
  // What other paths have shown depends on which of them came first, so it says nothing where paths are shared.
  bool is_inside_elsewhere(std::uint32_t object) { return inside_elsewhere_.contains(pc(), object); }
  const hart::NotedAccesses& told_accesses() const { return inside_elsewhere_; }
  void noted_inside(std::uint32_t pc, std::uint32_t object);
  void left_unreported(std::uint32_t object) { suspect({pc(), object}, *state_); }
  // `other` was merged into `into`. Either may have done between what the other did not, such as read a clock, so what
  // is known of their repetitions does not hold any more.
  void merged(const State& into, const State& other);
  // The states in front of accesses that `bounds` let pass, and of which another path has told by now that they are
  // meant for the object that they leave.
  std::vector<std::unique_ptr<State>> take_suspects() { return std::exchange(confirmed_, {}); }
  // What states do that may be impossible, or of which others may know more.
  hart::UnsureAccesses& unsure_accesses() { return unsure_; }
  hart::UnsureAccesses unchecked() const;  // those to unknown objects, and beyond one without a report
  // Whether no access was left unreported of which somebody may know what it is meant for. `alone`: the paths of this
  // hart, and those of whom the unsure accesses are, are all there are.
  bool settled(bool alone) const;
  std::uint32_t value_now(const Word32& word);
  std::optional<Word32> word_in_memory(std::uint32_t address);
  bool calls(isa::HookCode code);
  // Gives what the instruction at the pc loads, and nobody has written, its contents.
  void write_unwritten(const isa::Instruction& instruction);
  const Shadow* shadow() const { return state_->shadow.get(); }
  std::optional<std::uint32_t> resolve(Word32 word);
  template <unsigned W>
  std::optional<Word<W>> load(Word32 address);
  template <unsigned W>
  bool store(Word32 address, Word<W> value);
  std::optional<Word32> load_for_store(std::uint32_t address);
  bool environment_call(), host_call();
  void jump(std::uint32_t target) {
    HartCore::jump(target);
    note_jump(target);
  }
  void return_from_trap() {
    if (!config_.interrupts.empty()) note_return_from_trap();
    HartCore::return_from_trap();
    note_jump(next_pc());
  }
  Word32 read_csr(std::uint16_t number);
  bool write_csr(std::uint16_t number, Word32 value);
  isa::Extensions extensions() const { return known_code_.code().extensions(); }
  unsigned part() const { return extensions().alignment(); }  // bytes that are fetched at once
  bool can_fetch(std::uint32_t address) const { return in_ram(home(address, part()), part()); }
  bool peek(std::uint32_t address, std::optional<isa::Instruction>& instruction);
  std::optional<std::uint32_t> latency(Word32 cycles, std::uint32_t least);
  const hart::AddressMap* map() const { return config_.map.get(); }
  std::uint32_t ram_base() const { return config_.ram_base; }
  std::uint32_t ram_size() const { return config_.ram_size; }
  void unhandled_trap(isa::Exception cause, Word32 value);
  void interrupts_changed() {
    check_events_ = true;
    limit_ = 0;
  }
  void discard_decoded() {}  // decoded code is never stale: CodePage

 private:
  // A page that was found lately, so that most accesses need not walk the tree of pages. An entry of an earlier
  // generation is invalid.
  struct CachedPage {
    std::uint32_t number = 0;
    std::uint64_t generation = 0;
    const Memory::Page* readable = nullptr;
    Memory::Page* writable = nullptr;
  };
  // The decoded instructions of a page. A page that somebody holds is never written in place, so the decoded
  // instructions always match the page. A state that stores into its code gets a copy of the page.
  struct CodePage {
    std::uint32_t number = 0;
    Memory::HeldPage page;
    static constexpr std::uint32_t kSlots = Memory::kPageBytes / 2;
    std::array<isa::Instruction, kSlots> slots;
    std::bitset<kSlots> valid;
  };
  static constexpr std::size_t kCachedPages = 64, kCodePages = 256;
  static constexpr std::uint64_t kPauseInterval = 1024;  // instructions between two checks for a pause

  // Where memory has the bytes of an access, which may lie in an alias.
  std::uint32_t home(std::uint32_t address, unsigned size) const {
    return map() ? map()->home(address, size) : address;
  }
  bool in_ram(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - config_.ram_base;
    return config_.ram_size >= size && offset <= config_.ram_size - size &&
           (!config_.map || config_.map->has(address, size));
  }

  // symbolic_hart.cpp: execution and decisions.
  void execute_one();
  bool execute_stretch(std::uint64_t last_retired);
  bool may_stretch() const;
  void take_up_repetition();
  void look_for_repetition();
  void end_if_back();
  bool asked_to_pause() const { return (pause_ && pause_->load(std::memory_order_relaxed)) || (stop_ && stop_()); }
  // Must be called after a step of an instruction that can take long.
  void check_for_pause() {
    if (asked_to_pause()) limit_ = 0;
  }
  std::uint32_t slot_of(std::uint32_t offset) const { return offset % Memory::kPageBytes >> slot_shift_; }
  const isa::Instruction* fetch();
  const isa::Instruction* fetch_new(std::uint32_t pc);
  const isa::Instruction* fetch_uncached(std::uint32_t pc);
  void advance_devices();
  void update_lines();
  void make_moves();
  template <unsigned W>
  void make_move(const devices::Move& move);
  template <unsigned W>
  void write_by_device(std::uint32_t address, Word<W> value);
  void end(Ending ending);
  // Gives the current instruction up, before it has any effect. The state will execute it again.
  void abandon() {
    abandoned_ = true;
    limit_ = 0;
  }
  void exit(std::uint32_t code);
  void halt();
  // Keeps MainCall up to date.
  void note_jump(std::uint32_t target) {
    MainCall& call = state_->main_call;
    if (target == main_ && !call.entered) {
      call = {.entered = true, .returned = false, .return_address = get(isa::kRa).bits.raw};
    } else if (target == call.return_address) {
      call.returned = call.entered;
    }
  }
  std::optional<bool> decide(term::Term condition);
  void notify_executed(std::uint32_t pc, const isa::Instruction& instruction);
  void note_access(const MemoryAccess& access) {
    if (!watchers_.empty()) accesses_.push_back(access);
  }
  bool assume(term::Term condition);
  void assign_model(const State& state);
  void fork(term::Term condition, std::shared_ptr<const term::Assignment> model, bool holds);
  bool detects(const isa::Instruction& instruction);
  Shadow& own_shadow();
  bool jumps_astray(Word32 target);
  bool is_over() const { return over_ && over_->load(std::memory_order_relaxed); }
  void note_given_up();
  bool is_broken_off();

  // device_inputs.cpp: what devices receive.
  void await_device_inputs(State& state);
  void choose_numbers_for_seeds();
  void feed_known_devices();
  bool feed_devices();
  const DeviceInput& next_device_input() const;
  term::Term number_of_words(const DeviceInput& input);
  void restrict_variable(term::Term variable, std::uint32_t low, std::uint32_t high);
  void feed_device(const DeviceInput& input, std::uint32_t words);
  Input& new_device_input(const std::string& device, std::string name, std::uint32_t size);

  // symbolic_time.cpp: clocks of states that stand for several paths, and interrupts that may arrive at any boundary.
  bool need_exact_time();
  void fall_behind();
  void hold_interrupts(State& state);
  void keep_first_state(const State& state);
  bool awaits_interrupts() const;
  bool decide_arrivals();
  bool is_at_new_boundary() const {
    return state_->hart.waiting || state_->arrivals.boundary != state_->hart.cycles ||
           state_->arrivals.traps != state_->hart.traps;
  }
  bool was_seen();
  void count_handlers();
  void follow_stack();
  void arrive_as_planned();
  bool should_arrive(const SymbolicInterrupt& interrupt, std::uint32_t left);
  bool shows_interrupts();
  void fork_arrival(std::size_t index);
  void arrive(std::size_t index);
  std::uint64_t next_opening() const;
  void note_return_from_trap();
  void note_csr(std::uint16_t number, bool written);
  void restart_if_needed();

  // concrete_choices.cpp: values that have to be concrete, or should be.
  struct ByteTable {
    struct Case {
      std::uint64_t value;    // of the term,
      term::Term condition;   // if this holds, and none of the earlier ones
      std::size_t intervals;  // of the byte
    };
    std::vector<Case> cases;  // empty if the term has too many values
  };
  const ByteTable* byte_table(term::Term term);
  std::optional<bool> decide_violation(term::Term violation);
  std::optional<std::uint32_t> resolve_by_halves(Word32 word);
  std::optional<std::uint32_t> resolve_finish(Word32 value), resolve_tohost(Word32 value);
  std::optional<std::uint32_t> resolve_code(std::uint32_t pc);
  std::optional<std::uint32_t> resolve_exit_code(term::Term value, std::uint32_t command, unsigned shift);
  term::Term known(term::Term term) { return state_->fixed ? with_fixed(term) : term; }
  term::Term with_fixed(term::Term term);
  void fix(std::uint32_t variable, std::uint64_t value);
  void fix_inputs_of(term::Term term);
  term::Term input_of_few_values(term::Term condition);
  std::optional<term::Term> fork_by_values(term::Term condition);
  void look_at(term::Term condition);

  // logged_decisions.cpp: paths that are brought back.
  bool is_ahead();
  void record(bool is_on);
  void count_executed(std::uint32_t pc, const isa::Instruction& instruction);
  void look_whether_back();
  std::uint64_t cycle_ahead() const;
  std::uint64_t stretch_limit() const;
  void go_on_counting();
  static Ending lost();
  void lose_path() { end(lost()); }
  bool decide_by_log(term::Term here, bool holds, std::optional<bool>& decided);
  void part(term::Term condition);
  void note_fork(State& state, Decision decision) const;
  std::optional<std::uint32_t> logged(std::uint32_t now, unsigned bits = 32);

  // deferred_decisions.cpp: decisions if the feasibility of a path is checked later.
  std::optional<bool> decide_by_facts(term::Term condition);
  bool assume_by_facts(term::Term condition);
  solver::Answer ask_facts(term::Term condition, std::shared_ptr<const term::Assignment>& model);
  void note_lost_model(State& state);
  bool need_model();

  bool tells_targets_apart() const;
  // symbolic_memory.cpp: loads, stores, symbolic addresses.
  enum class Place { Memory, ReadOnly, Device, Unmapped };
  const Memory::Page* page_to_read(std::uint32_t offset);
  Memory::Page& page_to_write(std::uint32_t offset);
  void forget_pages();
  template <unsigned W>
  Word<W> load_memory(std::uint32_t address);
  template <unsigned W>
  void store_memory(std::uint32_t address, Word<W> value);
  std::optional<Word32> home_of(Word32 address, unsigned size);
  std::optional<Place> place_of(Word32 address, unsigned size, bool store);
  std::optional<Place> place_of_term(term::Term address, unsigned size, bool store);
  bool can_write(std::uint32_t address, unsigned size) const {
    return in_ram(address, size) && (!config_.map || config_.map->can_write(address, size));
  }
  template <unsigned W>
  std::optional<Word<W>> read_reserved(const hart::ReservedRegion& region, std::uint32_t address);
  std::optional<bool> is_within(term::Term address, unsigned size, std::uint32_t first, std::uint64_t bytes);
  std::optional<bool> is_permitted(Word32 address, unsigned size, std::uint8_t wanted, isa::Exception otherwise);
  struct Targets {  // `count` addresses: low, low + 2^stride_bits, low + 2 * 2^stride_bits, ...
    std::uint32_t low, count;
    unsigned stride_bits;
    std::uint32_t at(std::uint32_t index) const { return low + (index << stride_bits); }
    std::uint32_t last() const { return at(count - 1); }
  };
  std::uint32_t charged_address(const Targets& targets, bool crosses);
  template <unsigned W>
  std::optional<Word<W>> load_targets(const Targets& targets, term::Term offset, std::uint32_t first, unsigned bits);
  std::optional<bool> find_range(term::Term address, std::uint64_t& low, std::uint64_t& high);
  std::optional<Targets> targets_of(term::Term address, unsigned size, std::uint32_t limit);
  std::optional<bool> crosses_word(term::Term address, unsigned size);
  std::optional<std::uint64_t> extreme_value(term::Term term, std::uint64_t low, std::uint64_t high, bool largest);
  bool add_failing_access(Word32 address, unsigned size, bool store, bool in_memory);
  bool decide_for_device(std::uint32_t address, bool store);
  const hart::ReservedRegion* reserved_at(std::uint32_t address, unsigned size) const {
    return config_.map ? config_.map->reserved_at(address, size) : nullptr;
  }
  template <unsigned W>
  std::optional<Word<W>> read_device(std::uint32_t address);
  template <unsigned W>
  Word<W> value_of(const devices::Datum& datum);
  template <unsigned W>
  bool store_device(std::uint32_t address, Word<W> value);
  template <unsigned W>
  hart::HtifRequest request_of(std::uint32_t address, Word<W> value);
  void carry_out(const hart::HtifRequest& request);
  class ReachedPointers;  // symbolic_pointers.cpp: which objects they lead into
  using Pointers = std::vector<std::pair<std::uint32_t, hart::Origin>>;  // by the address of the word
  bool tell_loaded_apart(term::Term address, unsigned size, Targets& targets);
  std::optional<Pointers> tell_stored_apart(term::Term address, unsigned size, bool stores_null, Targets& targets);
  bool tell_stacks_apart(const isa::Instruction& instruction);
  void note_stored(const Pointers&), settle_allocation(), settle_register(std::uint8_t number, std::uint32_t value);

  // foreign_modules.cpp: modules of which only the place is known.
  const devices::ForeignModule* module_at(std::uint32_t address) const;
  bool may_access(const devices::ForeignModule& module);
  term::Term read_module(const devices::ForeignModule& module, std::uint32_t address, unsigned bytes);

  // symbolic_hooks.cpp: the hook ABI.
  std::optional<bool> is_marked();
  void hook_condition(isa::HookCode code, std::uint8_t number);
  void describe_memory(const isa::HookCall<Word32>& call);
  void assert_cycles();
  void make_register_symbolic(std::uint8_t number);
  std::optional<bool> is_possible_input(Word32 address, Word32 bytes);
  void make_memory_symbolic(std::uint32_t address, std::uint32_t size, std::string name);
  term::ByteChunk* chunk_of(std::uint32_t index, std::uint32_t first, unsigned bytes);
  Input& new_input(std::string name, std::uint32_t size, std::optional<std::uint32_t> address);
  std::string default_name(std::optional<std::uint32_t> address) const;
  std::string string_at(std::uint32_t address);
  bool name_assertion(Ending& ending);

  // symbolic_semihosting.cpp: what firmware asks the host for.
  class SemihostingMachine;
  std::optional<bool> is_semihosting();

  // symbolic_seeds.cpp: inputs to begin with.
  void plant_seeds(State& state);
  void take_from_seeds(State& state, Input& input);
  void assign_to_models(term::Term variable, std::uint64_t value);
  std::shared_ptr<const Seeds> keep_seeds(term::Term condition);

  // symbolic_inspection.cpp: what firmware asks and tells.
  static constexpr std::size_t kMaxPreferences = 64;  // of one path; later ones count no more
  bool may_inspect();
  void inspect(isa::HookCode code, std::uint32_t register_number);
  std::string hook_name();
  void tell_calls();
  void answer_whether_symbolic(std::uint8_t number);
  void concretize(std::uint8_t number);
  std::string described(Word32 word);
  std::string name_of_variable(term::Term variable) const;

  void hook_error(std::string detail);

  SymbolicHartConfig config_;
  term::TermPool& pool_;
  solver::Solver& solver_;
  const support::FirmwareImage& image_;
  program::KnownCode known_code_;
  unsigned slot_shift_ = std::countr_zero(extensions().alignment());
  const std::optional<std::uint32_t> main_;  // the address of the function `main`
  solver::Solver* facts_ = nullptr;          // null if solver_ decides branches
  const std::atomic<bool>* pause_ = nullptr;
  const std::atomic<bool>* over_ = nullptr;
  std::function<bool()> stop_;
  bool paused_ = false;
  std::pair<const State*, std::uint64_t> last_run_{};  // the state that ran last, and how much it had retired by then
  static constexpr std::size_t kMostWaitingRepetitions = 256;
  std::unordered_map<const State*, std::pair<std::uint64_t, Repetition>> waiting_repetitions_;  // as last_run_
  std::unique_ptr<const State> before_stretch_;  // the running state as the last stretch began, if `bounds` may ask
  std::unique_ptr<ConcreteStretch> stretch_;     // null if there are no concrete stretches
  StretchPolicy stretch_policy_;
  Repetition repetition_;
  hart::AddressStretch placed_;               // by place_of_term(), where an access in memory is
  std::unique_ptr<SeenStates> seen_;          // null if every boundary is decided, or interrupts are not symbolic
  std::unique_ptr<const State> first_state_;  // if seen_
  std::optional<std::uint32_t> stack_base_;   // where the dead stack is followed
  DeadStack* dead_stack_ = nullptr;           // of the running state; null without seen_
  bool ends_repetitions_ = false;
  bool made_up_ = false;
  static constexpr std::size_t kMostSuspects = 1024;
  void suspect(hart::NotedAccess access, const State& before);
  bool tells_other_paths() const { return !config_.log && !made_up_ && !state_->widened; }
  hart::NotedAccesses inside_elsewhere_;  // what instructions access
  hart::UnsureAccesses unsure_;
  std::map<hart::NotedAccess, std::unique_ptr<State>> suspects_;  // what they left unreported, and a state before that
  std::vector<std::unique_ptr<State>> confirmed_;                 // of suspects
  bool keeps_suspects_ = true;
  hart::Inspect inspect_;
  Coverage* coverage_ = nullptr;                // null if coverage is not tracked
  program::ExecutionCounts* counts_ = nullptr;  // null if nothing is counted, or at the moment
  program::ExecutionCounts* all_counts_ = nullptr;
  program::ExecutionCounts* widened_counts_ = nullptr;  // null if those of widened states are not counted
  Discoveries* discoveries_ = nullptr;                  // null if nobody asks
  bool discovers_everywhere_ = false;
  WorkProfile* profile_ = nullptr;  // null if nobody asks, or at the moment
  WorkProfile* whole_profile_ = nullptr;
  WorkProfile* followed_ = nullptr;  // the same, if it follows calls
  FoldedTree* tree_ = nullptr;       // null if nobody wants one
  MergePoints* merge_points_ = nullptr;
  std::vector<Technique*> watchers_;
  std::vector<MemoryAccess> accesses_;  // of the current instruction; empty without watchers
  bool abandoned_ = false;              // see abandon()
  term::Term late_;                     // how much longer the current instruction takes than it says; null: no longer
  bool called_hook_ = false;            // the current or last `ecall` was a hook
  term::SymbolicValues values_;
  std::deque<Input> inputs_;
  // By index of the input, first byte, and number of bytes.
  std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, term::ByteChunk*> input_chunks_;
  SymbolicHartStatistics statistics_, uncounted_;  // the second takes the first's place while a path is brought back

  // About the running state.
  State* state_ = nullptr;
  std::vector<std::unique_ptr<State>>* siblings_ = nullptr;
  std::optional<Ending> ending_;
  bool is_running_ = false;                             // run() is under way
  std::pair<std::uint64_t, std::uint64_t> count_from_;  // cycles and instructions of the state
  bool check_events_ = false;                           // interrupts or device events may be due
  std::uint64_t event_cycle_ = 0;
  std::uint64_t limit_ = 0;  // run() executes instructions while cycles < limit_; 0 makes it check what has happened
  std::array<CachedPage, kCachedPages> pages_;
  std::uint64_t generation_ = 1;  // of pages_
  std::vector<std::unique_ptr<CodePage>> code_pages_;
  const CodePage* code_ = nullptr;  // the page of the last instruction, or null
  isa::Instruction uncached_;       // the last fetched instruction that is on no CodePage
  term::Support support_;
  std::shared_ptr<const FixedVariables> fixed_;
  std::optional<term::Substitution> fixing_;  // of the variables in `fixed_` by their values
  std::uint64_t decisions_ = 0;
  std::unordered_map<const term::Node*, ByteTable> byte_tables_;
  term::Evaluator evaluator_;
  std::unique_ptr<DetectorShortcut> usual_;  // null if the rules are asked about every instruction
  Shadow::Step shadow_step_;  // of the instruction under way; no local variable, which costs time to make each time
  std::shared_ptr<const term::Assignment> evaluated_model_;  // the model that evaluator_ caches values of
};

}  // namespace janus::engine
