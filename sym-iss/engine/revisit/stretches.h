// Stretches: what all paths behind a state read before they write it.
//
// A stretch is a piece of paths between two forks, or from a visit, where a state was kept, to the next. It knows which
// registers and bytes it reads before it writes them, and which it surely writes. Once all paths behind a stretch have
// ended, it knows this of all of them together: these cells are live at its beginning, and no other has any influence
// on what follows. So a state that agrees with the visit in the live cells alone can do nothing that was not done
// there. That is the read set of Boonstoppel, Cadar and Engler 2008 (RWset: attacking path explosion in
// constraint-based test generation, section 3).
//
// A path may end because of a visit behind which others have not ended. If that visit is on the same path, the path
// would go round a loop: what it reads there is counted for the visit anyway, and the stretches between the two learn
// nothing of their own. Otherwise nothing is known of any stretch before.
//
// Cost: a search in a set for each access, and a union of two sets for each stretch that ends. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/revisit/live_cells.h"
#include "engine/state/code_words.h"
#include "engine/state/technique.h"

namespace janus::engine {

struct Visit;

struct Stretch {
  // Larger sets are not worth their cost.
  static constexpr std::size_t kMaxChunks = 1024;

  std::shared_ptr<Stretch> before;  // null for the first of a path
  const Stretch* far_before;        // one further before, or this one itself if it is the first; valid until this ends
  std::uint32_t depth = 0;          // stretches before this one
  std::uint32_t open = 1;           // states in it, and stretches right behind it, that have not ended
  std::uint32_t goes_round_to;      // the least depth of a visit because of which a path behind ended while it was open
  bool unknown = false;             // nobody knows what is read
  LiveCells read, written;          // behind the beginning, if all has ended; and in the stretch itself
  std::shared_ptr<Visit> visit;     // where it begins; or null
  // Of the state behind the last instruction.
  const Input* inputs;
  std::uint64_t retired;

  // What the last instruction wrote: it is not in `written` yet, for the states that fork before that instruction.
  struct {
    std::uint64_t cycle = 0;  // behind the instruction
    std::uint32_t registers = 0, first = 0, bytes = 0;
  } last = {};

  // Of a path that goes on with `state`.
  Stretch(std::shared_ptr<Stretch> behind, const ExecutionState& state);
  Stretch(const Stretch&) = delete;
  Stretch& operator=(const Stretch&) = delete;
  // A path without an end has hundreds of thousands of them, which one after the other must not end in a recursion.
  ~Stretch() {
    for (std::shared_ptr<Stretch> last = std::move(before); last && last.use_count() == 1;) {
      std::shared_ptr<Stretch> next = std::move(last->before);
      last = std::move(next);
    }
  }
  void commit();
  // A path ends here since `state` needs no more than these cells.
  void ends_needing(const LiveCells& cells) {
    commit();
    read.insert_but(cells, written);
  }
  // A path ends here because of a visit at the beginning of that stretch, behind which not all has ended.
  void ends_because_of(const Stretch& other);

 private:
  bool is_behind(const Stretch& other) const;
};

class Stretches {
 public:
  // `completed` is called for each visit behind which all paths have ended, with what is live there.
  using Completed = std::function<void(const std::shared_ptr<Visit>&, const LiveCells&)>;
  Stretches(std::uint32_t ram_base, std::uint32_t ram_size, Completed completed)
      : ram_base_(ram_base), code_(ram_base, ram_size), completed_(std::move(completed)) {}

  // False once firmware has changed its code: then nothing that is said here holds.
  bool hold() const { return !code_.changed(); }

  void executed(Stretch& stretch, const ExecutionState& state, const ExecutedInstruction& executed);
  // A path with this stretch has ended. `live`: the registers that the instruction may have read at which it ended.
  void ended(std::shared_ptr<Stretch> stretch, std::uint32_t live);

 private:
  static void note_hook(Stretch& stretch, const ExecutionState& state, const Input* made);
  void note_accesses(Stretch& stretch, const ExecutedInstruction& executed);

  const std::uint32_t ram_base_;
  CodeWords code_;
  const Completed completed_;
};

}  // namespace janus::engine
