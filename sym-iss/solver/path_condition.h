// Path conditions: conjunctions that grow along a path. Forks share their common prefix.
//
// A path condition is a handle to its last conjunct; each conjunct points to the conjunct before it. Conjuncts are
// reference-counted, and freed with the last path condition that contains them. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "term/term.h"

namespace janus::solver {

struct Conjunct;

// The facts that a solver layer derived from a path condition, kept with its last conjunct (path_annotation.h).
class Annotation {
 public:
  virtual ~Annotation() = default;
};
enum class Layer : std::uint8_t { Domain, Order, Values, Readers };
inline constexpr std::size_t kAnnotatingLayers = 4;

// The last conjunct before this one that reads a variable, too (path_readers.h).
struct EarlierReader {
  std::uint32_t variable;
  const Conjunct* conjunct;  // null: there is none
};

// One conjunct of a path condition, with a pointer to those before it.
struct Conjunct {
  term::Term term;                       // of width 1
  const Conjunct* parent;                // null for the first
  std::uint32_t depth;                   // number of conjuncts up to and including this one
  mutable std::uint32_t references = 0;  // path conditions that end here, plus conjuncts whose parent this is
  mutable std::array<std::unique_ptr<Annotation>, kAnnotatingLayers> annotations{};
  mutable std::vector<EarlierReader> earlier{};  // by variable; empty until somebody asks
};

// A handle as large as a pointer. The empty path condition is true.
class PathCondition {
 public:
  PathCondition() = default;
  explicit PathCondition(const Conjunct* last) : last_(last) { acquire(); }
  PathCondition(const PathCondition& other) : PathCondition(other.last_) {}
  PathCondition(PathCondition&& other) noexcept : last_(std::exchange(other.last_, nullptr)) {}
  PathCondition& operator=(PathCondition other) noexcept {
    std::swap(last_, other.last_);
    return *this;
  }
  ~PathCondition() { release(); }

  const Conjunct* last() const { return last_; }
  std::uint32_t depth() const { return last_ ? last_->depth : 0; }
  // The conjuncts, first to last.
  std::vector<term::Term> terms() const;
  // Whether one of the last `window` conjuncts is `condition` itself: a cheap test for a question just decided.
  bool recently_assumed(term::Term condition, unsigned window = 8) const;

 private:
  void acquire() const {
    if (last_) ++last_->references;
  }
  void release();

  const Conjunct* last_ = nullptr;
};

// The conjunction of `path` and `condition`.
PathCondition extend(const PathCondition& path, term::Term condition);

}  // namespace janus::solver
