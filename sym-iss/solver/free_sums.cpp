#include "solver/free_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "term/work_clock.h"

namespace janus::solver {

using term::Kind;
using term::Term;

namespace {

constexpr unsigned kByte = 8;

std::uint64_t negated(std::uint64_t value, unsigned width) { return (0 - value) & term::mask(width); }

// The longest run of values in a set, both ends included.
std::pair<unsigned, unsigned> longest_run(const ByteSet& values) {
  unsigned first = 0, last = 0, begin = 0, before = 0;
  bool any = false;
  values.for_each([&](unsigned value) {
    if (!any || value != before + 1) begin = value;
    if (!any || value - begin > last - first) std::tie(first, last) = std::pair(begin, value);
    any = true;
    before = value;
    return true;
  });
  return {first, last};
}

}  // namespace

// --- One sum.

std::optional<FreeSum> FreeSum::of(std::vector<Digit> digits, unsigned width) {
  const std::uint64_t mask = term::mask(width);
  std::ranges::stable_sort(digits, {}, &Digit::weight);
  FreeSum sum;
  std::uint64_t& reach = sum.highest;
  bool is_exact = true;
  for (const Digit& digit : digits) {
    if (reach < mask && digit.weight > reach + 1) break;
    const bool is_all = digit.most > (mask - reach) / digit.weight;
    reach = is_all ? mask : reach + digit.weight * digit.most;
    is_exact = is_exact && digit.is_exact;
    sum.digits.push_back(digit);
  }
  // Where values between are excluded, or others beyond, all values of the word must be there without them.
  if (!is_exact && reach < mask) {
    const std::size_t before = digits.size();
    std::erase_if(digits, [](const Digit& digit) { return !digit.is_exact; });
    return digits.size() < before ? of(std::move(digits), width) : std::nullopt;
  }
  if (sum.digits.size() < FreeSums::kFewestDigits) return std::nullopt;
  return sum;
}

// From the largest weight down, each digit takes as much as it can: the others can add up to what is left.
void FreeSum::assign(term::Assignment& model) const {
  std::uint64_t left = model[word->value];
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    const std::uint64_t times = std::min(left / digit->weight, digit->most);
    left -= times * digit->weight;
    model.set(digit->variable, digit->down ? digit->zero - times : digit->zero + times);
  }
}

// --- All sums of a question.

bool FreeSums::find(const std::vector<Term>& conditions) {
  by_itself_.clear();
  visited_.clear();
  elsewhere_.clear();
  digits_.clear();
  all_.clear();
  free_.clear();
  replacements_.clear();
  look_at(conditions);
  // Digits that are in the same sums.
  std::map<std::uint32_t, std::vector<std::size_t>> where;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (const auto& [variable, coefficient] : all_[i].coefficients) {
      if (!elsewhere_.contains(variable)) where[variable].push_back(i);
    }
  }
  std::map<std::vector<std::size_t>, Group> groups;
  for (const auto& [variable, sums] : where) groups[sums].push_back(variable);
  for (const auto& [sums, group] : groups) {
    if (group.size() >= kFewestDigits) replace(sums, group);
  }
  return !free_.empty();
}

void FreeSums::look_at(const std::vector<Term>& conditions) {
  const auto& variables = context_.pool.variables();
  for (const Term condition : conditions) {
    const auto variable = only_variable(condition);
    if (variable && variables[*variable].width <= kByte)
      by_itself_[*variable].push_back(condition);
    else
      visit(condition);
  }
}

std::optional<std::uint32_t> FreeSums::only_variable(Term term) {
  const auto& variables = context_.support.variables(context_.support.of(term));
  return variables.size() == 1 ? std::optional(variables[0]) : std::nullopt;
}

bool FreeSums::is_of_digit(Term condition) const {
  const auto& variables = context_.support.variables(context_.support.of(condition));
  return variables.size() == 1 && digits_.contains(variables[0]);
}

void FreeSums::visit(Term root) {
  std::vector<Term> open{root};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.is_constant() || !visited_.insert(term.node()).second) continue;
    term::spend(term::Work::Visit);
    if (term.is(Kind::Variable)) {
      elsewhere_.insert(static_cast<std::uint32_t>(term->value));
      continue;
    }
    if (term.is(Kind::Add) || term.is(Kind::Sub)) {
      if (auto form = term::words_of_sum(context_.pool, term); form && form->words.size() >= kFewestDigits) {
        Sum sum{term, std::move(*form)};
        for (const auto& [word, coefficient] : sum.form.words) {
          if (const auto variable = digit(word); variable && !sum.coefficients.contains(*variable))
            sum.coefficients.emplace(*variable, coefficient);
          else
            open.push_back(word);
        }
        all_.push_back(std::move(sum));
        continue;
      }
    }
    for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) open.push_back(term->child[i]);
  }
}

// The variable of a word that may be a digit.
std::optional<std::uint32_t> FreeSums::digit(Term word) const {
  if (word.is(Kind::ZeroExtend)) word = word->child[0];
  if (!word.is(Kind::Variable) || word.width() > kByte) return std::nullopt;
  return static_cast<std::uint32_t>(word->value);
}

// The digit of smallest weight in a sum.
std::uint32_t FreeSums::unit_of(const Sum& sum, const Group& group) {
  return std::ranges::min(group, {}, [&](std::uint32_t variable) { return weight(sum, variable); });
}

std::uint64_t FreeSums::weight(const Sum& sum, std::uint32_t variable) {
  const std::uint64_t c = sum.coefficients.at(variable);
  return std::min(c, negated(c, sum.term.width()));
}

// How often the digits are in each of the sums what they are in `base`. Nothing if that is not the same for all of
// them.
std::optional<std::vector<std::uint64_t>> FreeSums::multiples(const Sum& base, const std::vector<std::size_t>& sums,
                                                              const Group& group) const {
  const std::uint32_t unit = unit_of(base, group);
  const std::uint64_t one = weight(base, unit);
  const bool is_negative = one != base.coefficients.at(unit);
  std::vector<std::uint64_t> result;
  for (const std::size_t i : sums) {
    const Sum& sum = all_[i];
    const std::uint64_t mask = term::mask(sum.term.width());
    const std::uint64_t times = weight(sum, unit) / one;
    const bool negates = is_negative != (weight(sum, unit) != sum.coefficients.at(unit));
    const std::uint64_t factor = (negates ? 0 - times : times) & mask;
    for (const std::uint32_t variable : group) {
      if (sum.coefficients.at(variable) != (factor * base.coefficients.at(variable) & mask)) return std::nullopt;
    }
    result.push_back(factor);
  }
  return result;
}

// `unit`: what a weight of 1 stands for. Nothing if the conditions contradict one another.
std::optional<FreeSum::Digit> FreeSums::digit_of(const Sum& base, std::uint32_t variable, std::uint64_t unit) {
  const unsigned bits = context_.pool.variables()[variable].width;
  ByteSet values = ByteSet::below(1U << bits);
  for (const Term condition : by_itself_[variable])
    values &= tables_.satisfying(condition, variable, bits, context_.evaluator);
  if (!values.any()) return std::nullopt;
  const auto [low, high] = longest_run(values);
  unsigned outside = 0;
  values.for_each([&](unsigned value) { return value >= low && value <= high ? true : (++outside, false); });
  const bool down = weight(base, variable) != base.coefficients.at(variable);
  return FreeSum::Digit{variable, weight(base, variable) / unit, down ? high : low, high - low, down, outside == 0};
}

// Puts a free word in the place of the digits of a group, in all sums that have them.
void FreeSums::replace(const std::vector<std::size_t>& sums, Group group) {
  const auto widest = std::ranges::max(sums, {}, [&](std::size_t i) { return all_[i].term.width(); });
  for (const std::size_t i : sums) {
    const Sum& base = all_[i];
    if (base.term.width() != all_[widest].term.width()) continue;
    const std::uint64_t unit = weight(base, unit_of(base, group));
    std::erase_if(group, [&](std::uint32_t variable) { return weight(base, variable) % unit != 0; });
    const auto factors = multiples(base, sums, group);
    if (!factors) continue;
    std::vector<FreeSum::Digit> digits;
    for (const std::uint32_t variable : group) {
      const auto digit = digit_of(base, variable, unit);
      if (!digit) return;
      digits.push_back(*digit);
    }
    auto sum = FreeSum::of(std::move(digits), base.term.width());
    if (!sum) return;
    sum->word = context_.pool.variable(fmt::format("+{}", base.term->id), base.term.width());
    std::uint64_t constant = 0;  // what the digits add if the word is 0
    for (const FreeSum::Digit& digit : sum->digits) {
      digits_.insert(digit.variable);
      constant += base.coefficients.at(digit.variable) * digit.zero;
    }
    for (std::size_t n = 0; n < sums.size(); ++n) put(*sum, all_[sums[n]], (*factors)[n], unit, constant);
    free_.push_back(std::move(*sum));
    return;
  }
}

// Puts factor * (unit * word + constant) in the place of the digits.
void FreeSums::put(const FreeSum& sum, const Sum& into, std::uint64_t factor, std::uint64_t unit,
                   std::uint64_t constant) {
  const unsigned bits = into.term.width();
  auto& form = replacements_.try_emplace(into.term.node(), into.form).first->second;
  std::erase_if(form.words, [&](const auto& one) {
    const auto variable = digit(one.first);
    return variable && std::ranges::find(sum.digits, *variable, &FreeSum::Digit::variable) != sum.digits.end();
  });
  form.words.emplace_back(context_.pool.extract(sum.word, bits - 1, 0), factor * unit & term::mask(bits));
  form.constant = (form.constant + factor * constant) & term::mask(bits);
}

const term::SumOfWords* FreeSums::replacement(Term sum) const {
  const auto found = replacements_.find(sum.node());
  return found != replacements_.end() ? &found->second : nullptr;
}

}  // namespace janus::solver
