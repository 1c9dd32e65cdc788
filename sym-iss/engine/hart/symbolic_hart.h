// The symbolic hart: the same semantics as the concrete one, over words that may be terms. It executes one state at a
// time; where both directions of a branch are feasible it makes a sibling state that will take the other one.
//
// How an instruction forks. Everything that can fork goes through decide(c): the state's own model says which side it
// is on; the solver says whether the other side is feasible too. If it is, the sibling is a copy of the state as it was
// before the instruction (nothing has been written yet: rule 3 of isa/hart_concept.h), with the negated condition on
// its path and a model of its own, and it executes the instruction again. The running state goes on.
//
// Soundness. No value is fixed without forking a sibling for all others; where the solver gives up, the side that was
// dropped is counted in `gave_up`, and the verdict can no longer be safe. Not thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/hart/coverage.h"
#include "engine/hart/merge_points.h"
#include "engine/state/execution_state.h"
#include "engine/state/technique.h"
#include "engine/state/termination.h"
#include "hart/bus.h"
#include "hart/hart_core.h"
#include "isa/decoder.h"
#include "isa/hooks.h"
#include "solver/solver.h"
#include "support/firmware_image.h"
#include "term/symbolic_values.h"
#include "term/work_clock.h"

namespace janus::engine {

struct SymbolicHartConfig {
  std::uint32_t ram_base = devices::memory_map::kRamBase;
  std::uint32_t ram_size = devices::memory_map::kDefaultRamSize;  // bytes
  bool hooks = true;
  std::optional<std::uint32_t> tohost;
  hart::TimingProfile timing;
  // A symbolic address that can go to at most this many places stays a term (an ite over them); one that can go to more
  // forks until it does not.
  std::uint32_t max_load_targets = 1024;
  std::uint32_t max_store_targets = 64;
  bool division_by_zero = false;  // a division by zero ends the path, in front of the instruction
};

struct SymbolicHartStatistics {
  std::uint64_t instructions = 0;
  std::uint64_t cycles = 0;
  std::uint64_t forks = 0;
  std::uint64_t branches_on_terms = 0;
  std::uint64_t gave_up = 0;          // sides of a decision dropped because the solver gave up
  std::uint64_t concretizations = 0;  // values fixed although others were feasible: none, by design
};

class SymbolicHart : public hart::HartCore<SymbolicHart, term::SymbolicValues> {
 public:
  using Word32 = Word<32>;
  using State = ExecutionState;

  // `image` names inputs after symbols. All references must outlive the hart.
  SymbolicHart(SymbolicHartConfig config, term::TermPool& pool, solver::Solver& solver,
               const support::FirmwareImage& image);

  // Tells `coverage`, which must outlive the hart, of every instruction from now on; null, as at first, to stop that.
  void track(Coverage* coverage) { coverage_ = coverage; }
  // Makes run() stop at merge points and keep call stacks; `points` must outlive the hart, or be null, as at first.
  void stop_at(MergePoints* points) { merge_points_ = points; }

  // Makes run() return soon, between two instructions, whenever `asked` is set; or once it is so late, and that is
  // between the same two in every run. Either must outlive the hart.
  void pause_when(const std::atomic<bool>* asked) { pause_ = asked; }
  void pause_at(const term::WorkClock::time_point* time) { pause_at_ = time; }

  // Tells `technique`, which must outlive the hart, of everything from now on.
  void watch_for(Technique& technique) { watchers_.push_back(&technique); }

  // Decides by `facts` alone from now on, which must outlive the hart and tells only what is cheap to know: a side that
  // it does not refute is taken to be feasible. Then states may have no model, and paths no input; the solver is asked
  // where a value is needed, and not at branches (deferred_decisions.cpp).
  void decide_by(solver::Solver& facts) { facts_ = &facts; }

  // Asks the solver for a model of the state's path if it has none: Unsat if no input takes it.
  solver::Answer find_model(State& state);

  // The state before the first instruction.
  std::unique_ptr<State> initial_state();

  // Executes `state` until its path ends, it forks, it comes to a merge point, `budget` more instructions have retired,
  // or it is to pause. Forked siblings are added to `siblings`. Nothing is returned if the path has not ended.
  std::optional<Ending> run(State& state, std::uint64_t budget, std::vector<std::unique_ptr<State>>& siblings);

  // Whether the last run() has returned for no other reason than to pause.
  bool paused() const { return paused_; }

  const SymbolicHartStatistics& statistics() const { return statistics_; }
  // The value of a term under the state's model.
  std::uint64_t value_in_model(const State& state, term::Term term);

  // --- isa::Hart and HartCore.
  hart::ArchitecturalState<term::SymbolicValues>& state() { return state_->hart; }
  term::SymbolicValues& values() { return values_; }
  const hart::TimingProfile& timing() const { return config_.timing; }
  std::optional<bool> branch(Word<1> condition);
  std::optional<std::uint32_t> resolve(Word32 word);
  template <unsigned W>
  std::optional<Word<W>> load(Word32 address);
  template <unsigned W>
  bool store(Word32 address, Word<W> value);
  std::optional<Word32> load_for_store(std::uint32_t address);
  bool environment_call();
  Word32 read_csr(std::uint16_t number);
  bool can_fetch(std::uint32_t address) const { return in_ram(address, 4); }
  bool peek(std::uint32_t address, std::optional<isa::Instruction>& instruction);
  std::optional<std::uint32_t> latency(Word32 cycles, std::uint32_t least);
  std::uint32_t ram_base() const { return config_.ram_base; }
  std::uint32_t ram_size() const { return config_.ram_size; }
  void unhandled_trap(isa::Exception cause, Word32 value);
  void interrupts_changed() {
    look_around_ = true;
    limit_ = 0;
  }
  void discard_decoded() {}  // what is decoded belongs to a page as it is, so stale code is never executed

 private:
  // Pages found lately, so that most accesses do not walk the tree. Entries of an earlier generation are void.
  struct CachedPage {
    std::uint32_t number = 0;
    std::uint64_t generation = 0;
    const Memory::Page* readable = nullptr;
    Memory::Page* writable = nullptr;
  };
  // The instructions of a page. Who holds a page keeps it from being written to in place, so what was decoded stays
  // true of it; a state that stores into its code has another page from then on.
  struct CodePage {
    std::uint32_t number = 0;
    Memory::HeldPage page;
    static constexpr std::uint32_t kSlots = Memory::kPageBytes / isa::kInstructionAlignment;
    static std::uint32_t slot_of(std::uint32_t offset) {
      return offset % Memory::kPageBytes / isa::kInstructionAlignment;
    }
    std::array<isa::Instruction, kSlots> slots;
    std::bitset<kSlots> valid;
  };
  static constexpr std::size_t kCachedPages = 64, kCodePages = 256;
  static constexpr std::uint64_t kStretch = 1024;  // instructions between two looks at whether to pause

  bool in_ram(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - config_.ram_base;
    return config_.ram_size >= size && offset <= config_.ram_size - size;
  }

  // symbolic_hart.cpp: execution and decisions.
  void execute_one();
  bool asked_to_pause() const { return pause_ && pause_->load(std::memory_order_relaxed); }
  bool is_late() const { return pause_at_ && term::WorkClock::now() >= *pause_at_; }
  // To be called where an instruction may have taken long.
  void look_whether_to_pause() {
    if (asked_to_pause() || is_late()) limit_ = 0;
  }
  const isa::Instruction* fetch();
  const isa::Instruction* fetch_new(std::uint32_t pc);
  void advance_devices();
  void update_lines();
  void end(Ending ending);
  std::optional<bool> decide(term::Term condition);
  void tell_executed(std::uint32_t pc, const isa::Instruction& instruction);
  void note_access(const MemoryAccess& access) {
    if (!watchers_.empty()) accesses_.push_back(access);
  }
  bool assume(term::Term condition);
  void assign_model(const State& state);
  void fork(term::Term condition, std::shared_ptr<const term::Assignment> model);
  bool divides_by_zero(const isa::Instruction& instruction);

  // deferred_decisions.cpp: what changes if the feasibility of a path is asked about later.
  std::optional<bool> decide_by_facts(term::Term condition);
  bool assume_by_facts(term::Term condition);
  solver::Answer ask_facts(term::Term condition, std::shared_ptr<const term::Assignment>& model);
  void note_lost_model(State& state);
  bool need_model();

  // symbolic_memory.cpp: loads, stores, symbolic addresses.
  enum class Place { Memory, Device, Nowhere };
  const Memory::Page* page_to_read(std::uint32_t offset);
  Memory::Page& page_to_write(std::uint32_t offset);
  void forget_pages();
  template <unsigned W>
  Word<W> load_memory(std::uint32_t address);
  template <unsigned W>
  void store_memory(std::uint32_t address, Word<W> value);
  std::optional<Place> place_of(term::Term address, unsigned size);
  struct Targets {  // addresses low, low + 2^stride_bits, ..., as many as count
    std::uint32_t low, count;
    unsigned stride_bits;
  };
  template <unsigned W>
  std::optional<Word<W>> load_targets(const Targets& targets, term::Term offset, std::uint32_t first, unsigned bits);
  std::optional<Targets> targets_of(term::Term address, unsigned size, std::uint32_t limit);
  std::optional<std::uint64_t> extreme(term::Term term, std::uint64_t low, std::uint64_t high, bool largest);
  bool needs_exact_time(std::uint32_t address);
  void add_access_to_nowhere(term::Term address, unsigned size, bool store);
  std::optional<std::uint32_t> read_device(std::uint32_t address, unsigned size);
  template <unsigned W>
  bool store_device(std::uint32_t address, Word<W> value);
  template <unsigned W>
  bool check_tohost(std::uint32_t address, Word<W> value);

  // symbolic_hooks.cpp: the hook ABI.
  void hook_condition(isa::HookCode code, std::uint8_t number);
  void make_register_symbolic(std::uint8_t number);
  void make_memory_symbolic(std::uint32_t address, std::uint32_t size, std::string name);
  const Input& new_input(std::string name, std::uint32_t size, std::optional<std::uint32_t> address);
  std::string default_name(std::optional<std::uint32_t> address) const;
  std::string string_at(std::uint32_t address);
  void hook_error(std::string detail);

  SymbolicHartConfig config_;
  term::TermPool& pool_;
  solver::Solver& solver_;
  const support::FirmwareImage& image_;
  solver::Solver* facts_ = nullptr;  // null if every decision is the solver's
  const std::atomic<bool>* pause_ = nullptr;
  const term::WorkClock::time_point* pause_at_ = nullptr;
  bool paused_ = false;
  Coverage* coverage_ = nullptr;  // null if nobody wants to know
  MergePoints* merge_points_ = nullptr;
  std::vector<Technique*> watchers_;
  std::vector<MemoryAccess> accesses_;  // of this instruction, if anybody watches
  term::SymbolicValues values_;
  std::deque<Input> inputs_;
  SymbolicHartStatistics statistics_;

  // Of the state that runs now.
  State* state_ = nullptr;
  std::vector<std::unique_ptr<State>>* siblings_ = nullptr;
  std::optional<Ending> ending_;
  bool look_around_ = false;  // interrupts or device events may be due
  std::uint64_t event_cycle_ = 0;
  std::uint64_t limit_ = 0;  // the loop runs while cycles < limit_; 0 makes it look at what has happened
  std::array<CachedPage, kCachedPages> pages_;
  std::uint64_t generation_ = 1;  // of pages_
  std::vector<std::unique_ptr<CodePage>> code_pages_;
  const CodePage* code_ = nullptr;  // the page of the last instruction, or null
  isa::Instruction uncached_;       // an instruction with symbolic bits, resolved

  term::Evaluator evaluator_;
  std::shared_ptr<const term::Assignment> evaluated_model_;  // the one evaluator_ remembers values of
};

}  // namespace janus::engine
