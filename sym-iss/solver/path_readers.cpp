#include "solver/path_readers.h"

#include <algorithm>

#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Support;
using term::Term;

constexpr std::uint32_t kShortPath = 48;            // conjuncts
constexpr std::size_t kMostLinked = 32;             // variables of a conjunct
constexpr std::uint32_t kWide = ~std::uint32_t{0};  // in EarlierReader: for more variables than that

bool is_wide(const Conjunct& conjunct) { return conjunct.earlier.front().variable == kWide; }

const Conjunct* earlier(const Conjunct& conjunct, std::uint32_t variable) {
  return std::ranges::lower_bound(conjunct.earlier, variable, {}, &EarlierReader::variable)->conjunct;
}

bool is_before(const Conjunct* a, const Conjunct* b) { return a->depth < b->depth; }

}  // namespace

const PathReaders::LastReaders& PathReaders::last_readers(const PathCondition& path) {
  return annotation_.at(path, [this](LastReaders& last, const PathCondition& up_to) { learn(last, *up_to.last()); });
}

void PathReaders::learn(LastReaders& last, const Conjunct& conjunct) {
  const Support::Set set = support_.of(conjunct.term);
  const auto& variables = support_.variables(set);
  const bool is_new = conjunct.earlier.empty();
  if (set == Support::kMany || variables.size() > kMostLinked) {
    if (is_new) conjunct.earlier.push_back({kWide, last.wide});
    last.wide = &conjunct;
    return;
  }
  if (is_new) conjunct.earlier.reserve(variables.size());
  for (const std::uint32_t variable : variables) {
    if (is_new) conjunct.earlier.push_back({variable, last.of_variable[variable]});
    last.of_variable.set(variable, &conjunct);
  }
}

PathReaders::Walk PathReaders::walk(const PathCondition& path, std::span<const std::uint32_t> variables) {
  Walk walk(support_, variables);
  if (path.depth() <= kShortPath) {
    walk.walked_ = path.last();
    return walk;
  }
  const LastReaders& last = last_readers(path);
  for (const std::uint32_t variable : variables) walk.push(last.of_variable[variable]);
  walk.push(last.wide);
  return walk;
}

const Conjunct* PathReaders::Walk::next() {
  while (walked_) {
    spend(term::Work::Conjunct);
    const Conjunct* const conjunct = std::exchange(walked_, walked_->parent);
    if (support_.has_any(support_.of(conjunct->term), variables_)) return conjunct;
  }
  while (!queue_.empty()) {
    spend(term::Work::Conjunct);
    const Conjunct* const conjunct = pop();
    if (is_wide(*conjunct)) {
      push(conjunct->earlier.front().conjunct);
      if (support_.has_any(support_.of(conjunct->term), variables_)) return conjunct;
      continue;
    }
    for (const auto& [variable, before] : conjunct->earlier) {
      if (std::ranges::binary_search(variables_, variable)) push(before);
    }
    return conjunct;
  }
  return nullptr;
}

void PathReaders::Walk::push(const Conjunct* conjunct) {
  if (!conjunct) return;
  queue_.push_back(conjunct);
  std::ranges::push_heap(queue_, is_before);
}

// The last conjunct of the queue, which may be there several times.
const Conjunct* PathReaders::Walk::pop() {
  const Conjunct* const last = queue_.front();
  while (!queue_.empty() && queue_.front() == last) {
    std::ranges::pop_heap(queue_, is_before);
    queue_.pop_back();
  }
  return last;
}

// One search for dependencies.
class PathReaders::Search {
 public:
  Search(PathReaders& readers, const PathCondition& path) : readers_(readers), support_(readers.support_), path_(path) {
    if (++readers_.searches_ == 0) {  // wrapped around: old marks would look like new ones
      std::ranges::fill(readers_.variable_marks_, 0);
      std::ranges::fill(readers_.conjunct_marks_, 0);
      readers_.searches_ = 1;
    }
    if (readers_.conjunct_marks_.size() <= path.depth()) readers_.conjunct_marks_.resize(2 * path.depth() + 1);
  }

  Dependencies run(std::span<const std::uint32_t> asked) {
    add(asked);
    if (!(path_.depth() <= kShortPath ? pass_over() : follow())) return {{}, {}, false};
    std::ranges::sort(taken_, is_before);
    for (const Conjunct* conjunct : taken_) found_.conjuncts.push_back(conjunct->term);
    return std::move(found_);
  }

 private:
  bool is_marked(std::uint32_t variable) const {
    return variable < readers_.variable_marks_.size() && readers_.variable_marks_[variable] == readers_.searches_;
  }
  void add(std::span<const std::uint32_t> variables) {
    for (const std::uint32_t variable : variables) {
      if (is_marked(variable)) continue;
      if (readers_.variable_marks_.size() <= variable) readers_.variable_marks_.resize(2 * std::size_t{variable} + 64);
      readers_.variable_marks_[variable] = readers_.searches_;
      found_.variables.push_back(variable);
    }
  }

  // Takes a conjunct if it was not taken yet. Whether it was not.
  bool take(const Conjunct& conjunct) {
    spend(term::Work::Conjunct);
    std::uint32_t& mark = readers_.conjunct_marks_[conjunct.depth];
    if (mark == readers_.searches_) return false;
    mark = readers_.searches_;
    taken_.push_back(&conjunct);
    add(support_.variables(support_.of(conjunct.term)));
    return true;
  }
  bool reads_found(const Conjunct& conjunct) {
    return std::ranges::any_of(support_.variables(support_.of(conjunct.term)),
                               [this](std::uint32_t variable) { return is_marked(variable); });
  }

  // Both are false if somebody reads unknown variables.
  bool pass_over() {
    for (bool more = !found_.variables.empty(); more;) {
      more = false;
      for (const Conjunct* c = path_.last(); c; c = c->parent) {
        if (support_.of(c->term) == Support::kMany) return false;
        if (reads_found(*c) && take(*c)) more = true;
      }
    }
    return true;
  }
  bool follow() {
    const LastReaders& last = readers_.last_readers(path_);
    for (std::size_t followed = 0; followed < found_.variables.size();) {
      for (; followed < found_.variables.size(); ++followed) {
        const std::uint32_t variable = found_.variables[followed];
        for (const Conjunct* c = last.of_variable[variable]; c; c = earlier(*c, variable)) take(*c);
      }
      for (const Conjunct* c = last.wide; c; c = c->earlier.front().conjunct) {
        if (support_.of(c->term) == Support::kMany) return false;
        if (reads_found(*c)) take(*c);
      }
    }
    return true;
  }

  PathReaders& readers_;
  Support& support_;
  const PathCondition& path_;
  std::vector<const Conjunct*> taken_;
  Dependencies found_;
};

PathReaders::Dependencies PathReaders::dependencies(const PathCondition& path, Term question) {
  const Support::Set asked = support_.of(question);
  if (asked == Support::kMany) return {{}, {}, false};
  return dependencies(path, support_.variables(asked));
}

PathReaders::Dependencies PathReaders::dependencies(const PathCondition& path,
                                                    std::span<const std::uint32_t> variables) {
  return Search(*this, path).run(variables);
}

bool PathReaders::has_conjunct(const PathCondition& path, Term condition) {
  const auto& variables = support_.variables(support_.of(condition));
  if (variables.empty()) return false;
  Walk conjuncts = walk(path, std::span(variables).last(1));  // the newest one has the fewest readers, mostly
  while (const Conjunct* c = conjuncts.next()) {
    if (c->term == condition) return true;
  }
  return false;
}

}  // namespace janus::solver
