// Widening: lets what differs between the states of one place be anything, so that finitely many states stand for
// endlessly many. A counter that only goes up, a sum of all inputs, what calls have left below the stack pointer: once
// such a cell, a byte of memory or a register, has had many values at a place, a state that comes there has a fresh
// variable in it. That is the widening of abstract interpretation (Cousot and Cousot 1977), on cells.
//
// The variable has the range of what was seen in the cell, as far as values are known of terms, as long as that range
// does not go on growing (interval widening): a length stays below its limit, and a counter loses every bound.
//
// Two cells that both go on for ever may keep a difference: the free-running indices of a ring are at most its size
// apart, and a third cell counts what lies between them. Once a condition that reads both was to blame, the one has the
// variable of the other and a difference with a range (a zone, Mine 2001, for pairs that were asked for). The constants
// of that condition are what such a range grows to, since a range one too large proves nothing.
//
// A widened state can do all that the state can do, and more. So what is shown for the one holds for the other; but a
// violation that follows may be impossible. The explorer replays each violation on the concrete machine. If one does
// not happen there, refute() finds the cells whose variables the path reads: their differences count from then on, and
// if they were to blame before, nothing widens them any more. The exploration begins again (counterexample-guided
// refinement, Clarke et al. 2000, without interpolants).
//
// Or whatever differs between two states of a place is widened at once. One round of a loop stands for all then, and
// what the firmware asserts is needed to know what the cells have in common: the condition of a violation that does not
// happen is tried as an invariant (cell_invariants.h). What has always been the same function of others stays that: a
// copy in a register. Where the rounds of a loop are a part of others, since most make no input, constants stay as they
// are: such a loop must still end where it ended.
//
// Alternatively, whatever came from inputs is forgotten at each head of a loop at once, and no values are counted. A
// loop must still end where it ended, so what steers it stays.
//
// A cell with a pointer of which detectors know the object is left as it is, unless it is a dead register. What lies
// below the stack pointer is not.
//
// Cost: a visit compares the memory of a state with that of the first one at its place. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/revisit/cell_invariants.h"
#include "engine/revisit/live_path.h"
#include "engine/state/execution_state.h"
#include "solver/solver.h"
#include "term/support.h"
#include "term/term_pool.h"
#include "term/work_clock.h"

namespace janus::engine {

struct LastLook;

class Widening {
 public:
  // A cell with so many values at a place is widened there; fewer suffice for terms, which only grow, and for registers
  // that no instruction seems to read.
  static constexpr std::size_t kManyValues = 16, kManyTerms = 6, kDeadValues = 2;
  // Where a place is visited ever more often, fewer values suffice: something goes up, if only slowly.
  static constexpr std::uint64_t kVisitsToHurry = 64, kFewestValues = 4;
  // Cells are chosen after so many visits of a place, and whenever their number has doubled.
  static constexpr std::uint64_t kFirstChoice = 32;
  // Not before one path has been at the place so often: where all loops end soon, the states are many, and not endless.
  static constexpr std::uint32_t kVisitsOfPath = 24;
  // With at_once_, so many counted seconds, and visits of one path, go by before anything is widened at a place.
  static constexpr double kScoutingSeconds = 0.02;
  static constexpr std::uint32_t kMostScouting = 24;
  // What lies below the stack pointer is widened after so many visits.
  static constexpr std::uint64_t kVisitsToDeadStack = 8;
  static constexpr std::uint32_t kDeadStack = 1024;  // bytes below the stack pointer; a multiple of a chunk

  // A range may grow so often, the last times to the next power of two; then nothing is known of the cell any more.
  static constexpr unsigned kGrowth = 6, kExactGrowth = 2;
  // Violations of which the latest condition alone is blamed.
  static constexpr unsigned kPatience = 8;
  // After so many, nothing is forgotten any more that is live, but for inputs as they came.
  static constexpr unsigned kMostBlamed = 5;
  // If an invariant says something of the cell, no more than this.
  static constexpr unsigned kGrowthIfHeld = 3;
  // A difference, which grows to constants of conditions, may grow more often.
  static constexpr unsigned kGrowthOfDifference = 12;
  static constexpr std::size_t kMaxPairs = 64, kMaxBounds = 32;  // of cells, and of one cell

  // `at_once`: whatever differs between two states of a place is widened, and has a range from the first one on.
  // `ram_base`: the address of offset 0 of memory. `image_end`: the address behind the image, below which nothing is
  // taken for stack. `solver` says which values terms can have.
  Widening(term::TermPool& pool, solver::Solver& solver, std::uint32_t ram_base, std::uint32_t image_end,
           bool at_once = false)
      : pool_(pool),
        solver_(solver),
        ram_base_(ram_base),
        image_end_(image_end),
        at_once_(at_once),
        invariants_(pool, solver) {}

  // Puts variables into the cells of `state` that are widened at its place, and their ranges into its path. `round` is
  // how often the path was widened before: the variables of a round are new to the path. Returns whether `state` has
  // changed; its hash has to be taken afterwards.
  // With at_once_, what is constant stays as it is unless `constants`: a loop must end where it ended.
  bool widen(ExecutionState& state, std::uint32_t round, bool constants = true);
  // Lets every byte of memory that holds a byte of an input as it came be anything; as widen().
  bool forget_inputs(ExecutionState& state);
  // Lets whatever was computed of inputs be anything, in memory and in registers; as widen(). What points into memory
  // stays as it is, and so do the registers that are live and steer a loop (ProgramLoops::steering_registers()).
  struct Registers {
    std::uint32_t live, steering;  // bit r: x[r]
  };
  bool forget_computed(ExecutionState& state, const Registers& registers, std::uint32_t round,
                       const PathReading& reading);
  // `state` is kept at its place, as it is now: counts the values of its cells. `live`: bit r stands for x[r].
  // `of_path`: how often its path was there.
  void visited(const ExecutionState& state, std::uint32_t live, std::uint32_t of_path);
  // Whether a term is a variable that was put into a widened cell, or a part or an extension of it.
  bool is_widened(term::Term term) const;
  // Whether visited() was called with a state at this place.
  bool watches(const ExecutionState& state) const { return places_.contains({state.hart.pc, state.calls}); }
  // A violation at the end of this path does not happen. Returns false if no widened cell is to blame for it.
  bool refute(const ExecutionState& state);
  // Forgets the visits, and keeps what was refuted.
  void begin_again() {
    places_.clear();
    invariants_.begin_again();
  }

  std::size_t cells() const;  // widened at present
  std::size_t refuted() const { return exact_.size(); }

 private:
  using Cell = cells::Cell;
  using Key = cells::Key;
  static constexpr unsigned kWordBytes = 4;
  // Of bytes that hold inputs, from that offset on; 1 is no pc.
  static Key key_of_inputs(std::uint32_t begin) { return {1, cells::kRegisters + begin}; }
  // Cells that are widened together, of which `more` is `less` and a difference.
  struct Pair {
    Key less, more;
    bool has(const Key& key) const { return less == key || more == key; }
  };
  // A cell that is being widened: `bytes` of memory, or a register or a difference. What it was, null if that is not
  // known, and what it becomes.
  struct Put {
    Cell cell;
    unsigned bytes;
    term::Term before, now;
  };

  struct PlaceKey {
    std::uint32_t pc;
    const Frame* calls;
    bool operator==(const PlaceKey&) const = default;
  };
  struct HashOfPlace {
    std::size_t operator()(const PlaceKey& key) const {
      return key.pc * std::size_t{0x9e3779b97f4a7c15} ^ reinterpret_cast<std::uintptr_t>(key.calls);
    }
  };
  struct Values {
    std::unordered_set<std::uint64_t> seen;
    bool has_terms = false;
  };
  // Of what was seen in a cell, or in a few bytes of memory together: unsigned and signed, both ends included.
  struct Range {
    std::uint64_t low, high;
    std::int64_t signed_low, signed_high;
    unsigned growth = 0;
    bool is_signed() const { return static_cast<std::uint64_t>(signed_high - signed_low) < high - low; }
    std::uint64_t first() const { return is_signed() ? static_cast<std::uint64_t>(signed_low) : low; }
    std::uint64_t last() const { return is_signed() ? static_cast<std::uint64_t>(signed_high) : high; }
  };
  struct Place {
    bool had_terms(Cell cell, unsigned bytes) const;
    bool is_dead(Cell cell) const { return cell < cells::kRegisters && (live >> cell & 1) == 0; }
    explicit Place(const ExecutionState& state)
        : registers(state.hart.x), memory(state.memory), last_memory(state.memory) {}
    decltype(hart::ArchitecturalState<term::SymbolicValues>::x) registers;  // of the first state,
    Memory memory;                                                          // its memory,
    Memory last_memory;                                                     // and that of the last one
    std::uint64_t visits = 0, next_choice = kFirstChoice;
    std::uint32_t most_of_path = 0;   // visits
    std::uint32_t live = ~0U;         // registers: bit r for x[r]
    std::map<Cell, Values> values{};  // of cells that are not always the same
    std::set<Cell> widened{};
    std::map<std::pair<Cell, unsigned>, Range> ranges{};          // by cell and bytes, of what is widened
    std::map<std::pair<Cell, unsigned>, term::Term> functions{};  // of another cell, with at_once_; null if it is none
  };

  void note(Place& place, Cell cell, std::uint64_t before, std::uint64_t now, bool is_term);
  bool is_scouting(std::uint32_t pc, const Place& place);
  void note_values(Place& place, const ExecutionState& state);
  void note_parts(const ExecutionState& state, std::uint32_t offset);
  void choose(Place& place, std::uint32_t pc);
  bool is_exact(std::uint32_t pc, Cell cell) const { return exact_.contains(cells::key_of(pc, cell)); }
  bool is_in_pair(const Key& key) const;
  bool is_pointer(const ExecutionState& state, Cell cell) const;
  bool widen_stack(ExecutionState& state);
  bool stays(const ExecutionState& state, Cell cell, term::Term term, const PathReading& reading) const;
  term::Term anything(const ExecutionState& state, Cell cell, term::Term term, std::uint32_t round);
  bool forget_words(ExecutionState& state, std::uint32_t round, const PathReading& reading);
  bool forget_registers(ExecutionState& state, const Registers& registers, std::uint32_t round,
                        const PathReading& reading);
  bool points_into_memory(const ExecutionState& state, term::Term term) const;
  using Anonymous = std::map<std::uint32_t, std::vector<term::ByteChunk*>>;
  memory::SymbolicByte<term::Term> anonymous(Anonymous& bytes, std::string_view name, std::uint32_t at);
  std::vector<Put> to_put(ExecutionState& state, const Place& place);
  void put(ExecutionState& state, Place& place, std::vector<Put>& done, Put next, std::uint32_t round);
  term::Term by_difference(ExecutionState& state, Place& place, std::vector<Put>& done, const Put& next,
                           std::uint32_t round);
  void store(ExecutionState& state, const Put& done) const;
  term::Term content(const ExecutionState& state, Cell cell, unsigned bytes);  // null: of inputs that nobody has read
  const Range* range_of(const ExecutionState& state, Place& place, Cell cell, unsigned bytes, term::Term now);
  void restrict(ExecutionState& state, const Range& range, term::Term made);
  static void grow(Range& range, const solver::ValueSet& seen, const std::set<std::uint64_t>& bounds);
  term::Term variable(Cell cell, unsigned bits, std::uint32_t pc, std::uint32_t round, const Range* range);
  struct Origin;
  void keep_invariants(ExecutionState& state);
  term::Term by_another(std::uint32_t pc, Place& place, const std::vector<Put>& done, const Put& next);
  term::Term by_invariant(const ExecutionState& state, const Place& place, const std::vector<Put>& done,
                          const Put& next);
  bool learn_invariant(const ExecutionState& state, term::Term condition);
  std::vector<CellInvariants::Content> contents_where_widened(const ExecutionState& state, const LastLook& last);
  std::vector<CellInvariants::Content> variables_of(term::Term condition, const LastLook& last);
  bool learn(const ExecutionState& state, term::Term condition, const std::vector<Origin>& read);
  bool relate(term::Term condition, const Origin& one, const Origin& other);
  void add_bounds(const Key& key, term::Term condition);
  bool has_few_values(Cell cell) const;
  bool make_exact(const std::vector<Origin>& read);
  bool note_word(const Memory& memory, Cell cell);
  bool note_bytes(term::Term condition, const Origin& word);

  term::TermPool& pool_;
  solver::Solver& solver_;
  const std::uint32_t ram_base_, image_end_;
  const bool at_once_;
  term::Support support_;
  std::unordered_map<PlaceKey, Place, HashOfPlace> places_;
  unsigned refutations_ = 0;
  bool forgets_ = false;      // forget_computed() was called
  bool keeps_types_ = false;  // what is forgotten
  // What was learned from violations that do not happen:
  std::set<Key> exact_;                            // what is not to be widened any more,
  std::map<Key, std::set<std::uint64_t>> bounds_;  // to what ranges of differences grow,
  std::vector<Pair> pairs_;                        // what keeps a difference,
  std::set<Cell> words_, bytes_;                   // the words whose bytes are widened together, or each by itself,
  CellInvariants invariants_;                      // and what states that come to a place have in common.
  std::vector<CellInvariants::Held> held_;         // of that, in the state that is being widened,
  std::set<CellInvariants::Place> defined_;        // and which cells that defines
  // With at_once_, by pc: what was widened, whether more of that since the last violation, and how long nothing is.
  std::map<std::uint32_t, std::set<Cell>> changes_;
  std::map<Cell, unsigned> parts_;  // bytes of those of a word, less than four; with at_once_
  bool has_new_changes_ = false;
  std::map<std::uint32_t, term::WorkClock::time_point> scouted_until_;
  struct Origin {
    Key key;
    unsigned bytes;
    term::Term variable;
    bool has_range;
  };
  std::unordered_map<std::uint32_t, Origin> origins_;  // of variables, by index
  std::unordered_set<const term::Node*> ranges_;       // conjuncts that are ranges of variables, or invariants
  Anonymous stack_, inputs_;  // what lies below the stack pointer, and what holds inputs, by offset
};

}  // namespace janus::engine
