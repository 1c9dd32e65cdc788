// Invariants of widened cells (widening.h): conditions of what the cells hold that every state satisfies that comes to
// a place, as far as it was seen. What firmware asserts is mostly such a condition: a sum is that of its parts, a digit
// is at most nine, a count is what lies between two indices. A widened state without it violates what is asserted in
// the next round of the loop.
//
// A violation that does not happen gives the candidates: the condition that failed, in what the cells hold where it
// failed. As in Houdini (Flanagan, Leino, FME 2001), a candidate holds until a state comes for which it does not follow
// from the path; behind that, a weaker one takes its place at that pc, and in the end none. A state that satisfies a
// condition may be widened by a state that satisfies it, so nothing is assumed that was not shown.
//
// Not thread-safe. All terms are of one pool.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "engine/revisit/cells.h"
#include "engine/state/execution_state.h"
#include "solver/solver.h"
#include "term/support.h"
#include "term/term_pool.h"

namespace janus::engine {

class CellInvariants {
 public:
  static constexpr std::size_t kMost = 32, kMostRead = 24;  // invariants, and cells of one
  static constexpr std::size_t kMaxNodes = 512;             // of a condition
  static constexpr double kQuestionSeconds = 0.25;          // per question whether one holds

  CellInvariants(term::TermPool& pool, solver::Solver& solver) : pool_(pool), solver_(solver) {}

  // Some bytes from a cell on, or a register.
  struct Place {
    cells::Key key;
    unsigned bytes;
    auto operator<=>(const Place&) const = default;
  };
  struct Content {
    Place place;
    term::Term term;
    bool is_new = false;  // since the path was widened
  };
  // What is there in a state; null if that is not known.
  using Contents = std::function<term::Term(cells::Cell, unsigned bytes)>;

  // `violated` is the condition under which something goes wrong, which cannot happen; `decided` are those that the
  // path has decided since it was widened, and `contents` is what cells hold. `at_zero`: whatever else `violated` reads
  // counts as zero; otherwise it must read nothing else. Returns whether anything is new.
  bool learn(term::Term violated, const std::vector<term::Term>& decided, const std::vector<Content>& contents,
             bool at_zero);
  std::vector<Place> latest() const;  // what the latest one reads
  // All that was learned may hold again.
  void begin_again();
  // The variable that stands for what is at a place.
  term::Term stands_for(const Place& place);
  // An invariant that holds in a state.
  struct Held {
    term::Term condition;  // of the variables that stand for what is at these places
    const std::vector<Content>* reads;
  };
  // The invariants that hold in `state`, which has a model. What does not hold will not be asked for again at this pc.
  std::vector<Held> holding(const ExecutionState& state, const Contents& contents);
  // Whether it says something of any of these bytes of memory.
  bool reads(const Held& held, cells::Cell cell, unsigned bytes);
  // The same of other contents; null if these are not known.
  term::Term instance(const Held& held, const Contents& contents);
  // What is at `place`, if the invariant says it of the other contents; null otherwise, or if these are not known.
  term::Term solved(const Held& held, const Place& place, const Contents& contents);
  // One place for each that says what is there.
  std::set<Place> defined_by(const std::vector<Held>& all);

 private:
  struct Invariant {
    std::vector<term::Term> forms;                      // the strongest first
    std::vector<Content> reads = {};                    // with the variables that stand for the places
    std::map<std::uint32_t, std::size_t> form_at = {};  // by pc: the forms before do not hold
  };
  bool is_read_by(term::Term term, term::Term variable);
  std::pair<term::Term, term::Term> equation_of(const Held& held, const Place& place);

  term::TermPool& pool_;
  solver::Solver& solver_;
  term::Support support_;
  std::vector<Invariant> invariants_;
  std::set<const term::Node*> known_;  // the strongest forms
};

}  // namespace janus::engine
