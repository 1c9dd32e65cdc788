// Which conjuncts of a path condition read a variable, so that a question about a few words of a long path costs what
// it depends on, and not the length of the path.
//
// A conjunct points to the last one before it that reads a variable, too, for each of its variables; the last reader of
// each variable along a path is a persistent array, kept as an annotation (path_annotation.h). Conjuncts with very many
// variables are in one list instead, through which every question looks. A short path is walked.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/path_annotation.h"
#include "support/persistent_array.h"
#include "term/support.h"

namespace janus::solver {

class PathReaders {
 public:
  explicit PathReaders(term::Support& support) : support_(support) {}

  // The conjuncts of a path that read one of some variables, last to first. A conjunct of whose variables nothing is
  // known (Support::kMany) counts as one of them.
  class Walk {
   public:
    const Conjunct* next();  // null at the end

   private:
    friend PathReaders;
    Walk(term::Support& support, std::span<const std::uint32_t> variables) : support_(support), variables_(variables) {}
    void push(const Conjunct* conjunct);
    const Conjunct* pop();

    term::Support& support_;
    std::span<const std::uint32_t> variables_;
    const Conjunct* walked_ = nullptr;    // the next one to look at, on a short path
    std::vector<const Conjunct*> queue_;  // else: those to look at, a heap by depth
  };
  // `variables` must be ascending. They and the path must outlive the walk.
  Walk walk(const PathCondition& path, std::span<const std::uint32_t> variables);

  // What a question depends on, directly or through other variables.
  struct Dependencies {
    std::vector<term::Term> conjuncts;     // first to last
    std::vector<std::uint32_t> variables;  // of these and of the question, in no order
    bool known = true;                     // if not, nobody knows, and both are empty
  };
  Dependencies dependencies(const PathCondition& path, term::Term question);
  // The same for some variables, in any order.
  Dependencies dependencies(const PathCondition& path, std::span<const std::uint32_t> variables);

  // Whether `condition` itself is a conjunct of the path.
  bool has_conjunct(const PathCondition& path, term::Term condition);

 private:
  struct LastReaders {
    support::PersistentArray<const Conjunct*> of_variable;
    const Conjunct* wide = nullptr;
  };
  class Search;

  const LastReaders& last_readers(const PathCondition& path);
  void learn(LastReaders& last, const Conjunct& conjunct);

  term::Support& support_;
  PathAnnotation<Layer::Readers, LastReaders> annotation_;
  // The last search for dependencies has found what has its number.
  std::uint32_t searches_ = 0;
  std::vector<std::uint32_t> variable_marks_, conjunct_marks_;  // by variable; by depth
};

}  // namespace janus::solver
