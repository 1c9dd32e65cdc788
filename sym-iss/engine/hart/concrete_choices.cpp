// Words of the symbolic hart that have to be concrete, or that are better concrete.
//
// A word that has to be concrete forks the path: resolve() by single values, for words that have few;
// resolve_by_halves() by halves of the range, so that all parts of a large range get their turn. Where the word selects
// among commands, the path forks by what the commands do, and first by whether any is a violation, so that a violation
// is one question away.
//
// With --by-value, a condition that has grown large, or multiplies or divides by an input, and reads an input of few
// values forks by these values. The input has one value on each path then, and everything that was computed from the
// input becomes concrete. So a program is never much slower than its concrete runs for all values.
#include <unordered_set>
#include <vector>

#include "engine/hart/symbolic_hart.h"
#include "term/walk.h"

namespace janus::engine {

using devices::TestFinisher;
using term::Term;

namespace {
constexpr std::size_t kGrown = 24;          // nodes of a condition
constexpr std::uint64_t kFewValues = 256;   // of an input
constexpr std::size_t kFewInputs = 8;       // that a condition reads
constexpr std::uint64_t kLookInterval = 4;  // decisions from one look to the next
constexpr std::uint64_t kFirstLooks = 16, kMostLooks = 256;

// Whether each question about a condition is costly: it is large, or has a product, quotient or remainder of two words
// that are not constant.
bool is_costly(Term condition) {
  using term::Kind;
  bool mixes = false;
  const std::size_t nodes = term::for_each_node(condition, kGrown, [&mixes](Term term) {
    const bool is_mixing =
        term.is(Kind::Mul) || term.is(Kind::Udiv) || term.is(Kind::Urem) || term.is(Kind::Sdiv) || term.is(Kind::Srem);
    mixes = mixes || (is_mixing && !term->child[1].is_constant());
  });
  return mixes || nodes == kGrown;
}

// What is noted of pointers holds for the very words that they are. Here each word becomes `convert(word)`, which is
// equal on this path; `rewrite(address)` does it where memory has a pointer.
template <class Pointers, class Convert, class Rewrite>
void convert_words(Pointers& pointers, const Convert& convert, const Rewrite& rewrite) {
  for (std::uint8_t number = 0; number < 32; ++number) {
    auto entry = pointers.entry(number);
    entry.value = convert(entry.value);
    pointers.set_entry(number, entry);
  }
  std::vector<std::pair<std::uint32_t, typename Pointers::Pointer>> changed;
  pointers.all_words([&](std::uint32_t address) {
    const auto& entry = *pointers.entry_of_word(address);
    const auto word = convert(entry.value);
    if (!(word == entry.value)) changed.push_back({address, {entry.origin, word}});
    return true;
  });
  for (const auto& [address, entry] : changed) {
    rewrite(address);
    pointers.set_word(address, entry.origin, entry.value);
  }
  if (pointers.has_no_terms()) return;
  Pointers before = pointers;
  pointers.take_objects(before, convert);
}
}  // namespace

std::optional<std::uint32_t> SymbolicHart::resolve(Word32 word) {
  if (!word.term) return word.bits.raw;
  if (const ByteTable* table = byte_table(word.term)) {
    for (const ByteTable::Case& one : table->cases) {
      const auto is = decide(one.condition);
      if (!is) return std::nullopt;
      if (*is) return fix_inputs_of(word.term), static_cast<std::uint32_t>(one.value);
    }
  }
  if (!need_model()) return std::nullopt;
  const auto tried = logged(static_cast<std::uint32_t>(value_in_model(*state_, word.term)));
  if (!tried) return std::nullopt;
  const std::uint64_t value = *tried;
  // The model satisfies the equation, so the running state takes this value; a sibling explores all other values.
  if (!decide(pool_.eq(word.term, pool_.constant(32, value)))) return std::nullopt;
  fix_inputs_of(word.term);
  return static_cast<std::uint32_t>(value);
}

// The values of a term that reads one byte alone and has few values, such as an entry of a jump table; null for other
// terms. The condition for a value is about the byte, so it is small, whatever the table looks like. The value with the
// most complex condition comes last: it has no other condition than that the term has none of the other values.
const SymbolicHart::ByteTable* SymbolicHart::byte_table(Term term) {
  constexpr std::size_t kMostTables = 4096, kMostCases = 32, kSmall = 8;
  const auto& variables = support_.variables(support_.of(term));
  if (variables.size() != 1 || pool_.variables()[variables[0]].width != 8) return nullptr;
  if (term::size_of(term, kSmall) < kSmall) return nullptr;
  if (byte_tables_.size() >= kMostTables) byte_tables_.clear();
  const auto [entry, is_new] = byte_tables_.try_emplace(term.node());
  ByteTable& table = entry->second;
  if (!is_new) return table.cases.empty() ? nullptr : &table;
  std::map<std::uint64_t, std::vector<solver::Interval>> bytes;  // by value of the term
  term::Assignment trial;
  for (unsigned i = 0; i < 256 && bytes.size() <= kMostCases; ++i) {
    trial.set(variables[0], i);
    auto& intervals = bytes[term::evaluate(term, trial)];
    if (intervals.empty() || intervals.back().high + 1 != i) intervals.push_back({i, i});
    intervals.back().high = i;
  }
  if (bytes.size() > kMostCases) return nullptr;
  const Term byte = pool_.variables()[variables[0]].term;
  for (const auto& [value, intervals] : bytes) {
    Term any = pool_.truth(false);
    for (const auto& [low, high] : intervals) {
      const Term offset = pool_.sub(byte, pool_.constant(8, low));
      if (high - low < 255) any = pool_.bit_or(any, pool_.ult(offset, pool_.constant(8, high - low + 1)));
    }
    table.cases.push_back({value, any, intervals.size()});
  }
  std::ranges::stable_sort(table.cases, {}, &ByteTable::Case::intervals);
  table.cases.back().condition = pool_.truth(true);
  return &table;
}

std::optional<std::uint32_t> SymbolicHart::resolve_by_halves(Word32 word) {
  constexpr std::uint64_t kFew = 16;
  constexpr int kMaxHalvings = 32;
  if (!word.term) return word.bits.raw;
  for (int i = 0; i < kMaxHalvings; ++i) {
    const solver::ValueSet values = solver_.values(state_->path, word.term);
    if (values.is_empty() || values.max() - values.min() < kFew) break;
    const std::uint64_t middle = values.min() + (values.max() - values.min()) / 2;
    if (!decide(pool_.ult(pool_.constant(32, middle), word.term))) return std::nullopt;
  }
  return resolve(word);
}

// A command that ends the run with the code `value >> shift`, as if the command of some input were given. All codes
// that are violations are one path, which ends here; each other code is a path.
std::optional<std::uint32_t> SymbolicHart::resolve_exit_code(Term value, std::uint32_t command, unsigned shift) {
  for (const std::uint32_t code : config_.ends.exit_codes) {
    const std::uint32_t wanted = code << shift | command;
    if (wanted >> shift != code) continue;
    const auto fine = decide(pool_.eq(value, pool_.constant(32, wanted)));
    if (!fine) return std::nullopt;
    if (*fine) return wanted;
  }
  if (!need_model()) return std::nullopt;
  return static_cast<std::uint32_t>(value_in_model(*state_, value));
}

// A word that is stored to the test finisher.
std::optional<std::uint32_t> SymbolicHart::resolve_finish(Word32 value) {
  if (!value.term) return value.bits.raw;
  const Term low = pool_.extract(value.term, 15, 0);
  for (const std::uint32_t command : {TestFinisher::kFail, TestFinisher::kPass, TestFinisher::kReset}) {
    const auto is = decide(pool_.eq(low, pool_.constant(16, command)));
    if (!is) return std::nullopt;
    if (*is) return command == TestFinisher::kFail ? resolve_exit_code(value.term, command, 16) : command;
  }
  return 0;  // does nothing, as every other word
}

// A word that is stored to `tohost`: with bit 0 set, an exit code (hart/htif.h).
std::optional<std::uint32_t> SymbolicHart::resolve_tohost(Word32 value) {
  if (!value.term) return value.bits.raw;
  const auto exits = decide(pool_.extract(value.term, 0, 0));
  if (!exits) return std::nullopt;
  return *exits ? resolve_exit_code(value.term, 1, 1) : resolve(value);
}

// The instruction at `pc`, which has symbolic bytes. Illegal ones come first.
std::optional<std::uint32_t> SymbolicHart::resolve_code(std::uint32_t pc) {
  if (extensions().has(isa::Extension::C)) {
    const Word<16> low = load_memory<16>(home(pc, 2));
    const auto is_long = branch(values_.eq(values_.extract<1, 0>(low), values_.constant<2>(3)));
    if (!is_long) return std::nullopt;
    if (!*is_long) return resolve(values_.zero_extend<32>(low));
    if (!in_ram(home(pc, 4), 4)) return std::nullopt;
  }
  const Word32 word = load_memory<32>(home(pc, 4));
  if (!word.term) return word.bits.raw;
  Term legal = pool_.truth(false);
  const auto matches = [&](const isa::Row& row) {
    return pool_.eq(pool_.bit_and(word.term, pool_.constant(32, row.mask)), pool_.constant(32, row.match));
  };
  for (const isa::Row& row : isa::kTable) legal = pool_.bit_or(legal, matches(row));
  const auto is_legal = decide(legal);
  if (!is_legal) return std::nullopt;
  for (const isa::Row& row : isa::kTable) {
    if (!*is_legal) break;
    const auto is_this = decide(matches(row));
    if (!is_this) return std::nullopt;
    if (*is_this) break;
  }
  return resolve(word);
}

// --- Targets of jumps.

namespace {

// Whether a term is computed from constants alone, among which conditions choose, as if read from a table.
bool chooses_among_constants(Term term) {
  constexpr std::size_t kMost = 4096;  // nodes
  std::vector<Term> open{term};
  std::unordered_set<const term::Node*> seen;
  while (!open.empty() && seen.size() < kMost) {
    const Term t = open.back();
    open.pop_back();
    if (t.is(term::Kind::Variable)) return false;
    const unsigned conditions = t.is(term::Kind::Ite) ? 1 : 0;
    for (unsigned i = conditions; i < term::row(t.kind()).arity; ++i) {
      if (seen.insert(t->child[i].node()).second) open.push_back(t->child[i]);
    }
  }
  return open.empty();
}

}  // namespace

// As decide(), but if both sides are feasible, the running state takes the side on which `violation` holds. So the
// violation is found now, and not when the searcher comes to the sibling.
std::optional<bool> SymbolicHart::decide_violation(Term violation) {
  const std::size_t before = siblings_->size();
  const auto holds = decide(violation);
  const bool fixed = facts_ || std::ranges::any_of(watchers_, [](Technique* each) { return each->follows_models(); });
  if (!holds || *holds || fixed || siblings_->size() != before + 1) return holds;
  State& sibling = *siblings_->back();
  if (!(sibling.path.last()->term == violation)) return holds;  // --by-value has forked, too
  std::swap(state_->path, sibling.path);
  std::swap(state_->model, sibling.model);
  std::swap(state_->seeds, sibling.seeds);
  return true;
}

// Whether an input sends the program to where the program itself never jumps. Siblings go elsewhere. Also true if the
// jump is abandoned. A target that is not aligned traps by itself.
bool SymbolicHart::jumps_astray(Word32 target) {
  if (!target.term || chooses_among_constants(target.term)) return false;
  Term outside = pool_.truth(true);
  for (const auto& [first, size] : known_code_.executable()) {
    const Term offset = pool_.sub(target.term, pool_.constant(32, first));
    outside = pool_.bit_and(outside, pool_.bit_not(pool_.ult(offset, pool_.constant(32, size))));
  }
  const auto leaves = decide_violation(outside);
  const auto resolved = leaves && !*leaves ? resolve(target) : std::nullopt;
  if (resolved && (*resolved % extensions().alignment() > 1 || known_code_.has(*resolved & ~1U))) return false;
  if (resolved || (leaves && *leaves)) end({.reason = Termination::ControlledJump});
  return true;
}

// --- By value.

Term SymbolicHart::with_fixed(Term term) {
  if (fixed_ != state_->fixed) {
    fixed_ = state_->fixed;
    fixing_.emplace(pool_, [this](Term variable) {
      const auto& value = (*fixed_)[variable->value];
      return value ? pool_.constant(variable.width(), *value) : Term();
    });
  }
  return (*fixing_)(term);
}

// Notes that a variable has one value on this path, which the path condition must imply.
void SymbolicHart::fix(std::uint32_t variable, std::uint64_t value) {
  auto fixed = state_->fixed ? std::make_shared<FixedVariables>(*state_->fixed) : std::make_shared<FixedVariables>();
  fixed->set(variable, value);
  state_->fixed = std::move(fixed);
  const auto simpler = [this](const Word32& word) {
    return word.term ? values_.from_term<32>(known(word.term)) : word;
  };
  for (auto& word : state_->hart.x) word = simpler(word);
  if (!shadow()) return;
  convert_words(own_shadow().pointers, simpler,
                [this](std::uint32_t address) { store_memory<32>(address, load_memory<32>(address)); });
}

// Fixes those inputs that have one value on this path, of a term which has one.
void SymbolicHart::fix_inputs_of(Term term) {
  if (!config_.fixes_inputs || !term) return;
  const auto& variables = support_.variables(support_.of(term));
  if (variables.size() > kFewInputs) return;
  for (const std::uint32_t index : variables) {
    const solver::ValueSet values = solver_.values(state_->path, pool_.variables()[index].term);
    if (values.is_single()) fix(index, values.min());
  }
}

// The input with the fewest values among those that a condition reads; null if the condition is not costly, or reads
// many inputs, or each has too many values.
Term SymbolicHart::input_of_few_values(Term condition) {
  if (!is_costly(condition)) return {};
  const auto& variables = support_.variables(support_.of(condition));
  if (variables.size() > kFewInputs) return {};
  Term best;
  std::uint64_t fewest = kFewValues;
  for (const std::uint32_t index : variables) {
    const Term variable = pool_.variables()[index].term;
    const std::uint64_t values = solver_.values(state_->path, variable).size() + 1;
    if (values > fewest) continue;
    fewest = values;
    best = variable;
  }
  return best;
}

// Gives the inputs of few values that a large condition reads one value each; siblings have the other values. The
// condition with these values; nothing if the instruction is abandoned.
std::optional<Term> SymbolicHart::fork_by_values(Term condition) {
  condition = known(condition);
  while (const Term input = input_of_few_values(condition)) {
    const auto tried = logged(static_cast<std::uint32_t>(value_in_model(*state_, input)));
    if (!tried) return std::nullopt;
    const std::uint64_t value = *tried;
    if (!decide(pool_.eq(input, pool_.constant(input.width(), value)))) return std::nullopt;
    fix(static_cast<std::uint32_t>(input->value), value);
    condition = known(condition);
  }
  return condition;
}

// Looks at the very first decisions and at some of the next ones, so that the look costs next to nothing.
void SymbolicHart::look_at(Term condition) {
  const bool among_first = ++decisions_ <= kFirstLooks;
  if ((!among_first && decisions_ % kLookInterval != 0) || statistics_.looked_at == kMostLooks) return;
  ++statistics_.looked_at;
  if (input_of_few_values(condition)) ++statistics_.by_value;
}

}  // namespace janus::engine
