#include "solver/xor_forms.h"

#include <algorithm>
#include <bit>

#include "support/contract.h"
#include "term/work_clock.h"

namespace janus::solver {

using term::Kind;
using term::Term;

XorRow XorRow::constant(std::size_t words, bool value) {
  XorRow row;
  row.words_.resize(words);
  row.words_[0] = value;
  return row;
}

XorRow XorRow::column(std::size_t words, std::size_t column) {
  XorRow row = constant(words, false);
  row.words_[column / 64] = std::uint64_t{1} << column % 64;
  return row;
}

std::optional<bool> XorRow::value() const {
  if (last_column() != 0) return {};
  return words_[0] == 1;
}

std::size_t XorRow::last_column() const {
  for (std::size_t i = words_.size(); i-- > 0;) {
    if (words_[i] > (i == 0 ? 1 : 0)) return 64 * i + static_cast<std::size_t>(std::bit_width(words_[i])) - 1;
  }
  return 0;
}

XorRow& XorRow::operator^=(const XorRow& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] ^= other.words_[i];
  return *this;
}

namespace {

using Form = XorForms::Form;
using Bit = std::optional<XorRow>;  // nothing if it is no sum

Bit both(const XorRow& a, const XorRow& b) {
  if (const auto known = a.value()) return *known ? b : a;
  if (const auto known = b.value()) return *known ? a : b;
  if (a == b) return a;
  return {};
}

Bit either(const XorRow& a, const XorRow& b) {
  const Bit neither = both(~a, ~b);
  if (!neither) return {};
  return ~*neither;
}

// Of three bits, what two of them are.
Bit majority(const XorRow& a, const XorRow& b, const XorRow& c) {
  if (a == b || a == c || b == ~c) return a;
  if (b == c || a == ~c) return b;
  if (a == ~b) return c;
  return {};
}

Bit choice(const XorRow& condition, const XorRow& then, const XorRow& otherwise) {
  const Bit change = both(condition, then ^ otherwise);
  if (!change) return {};
  return otherwise ^ *change;
}

template <class F>
std::optional<Form> each(unsigned width, F&& bit) {
  Form form;
  for (unsigned i = 0; i < width; ++i) {
    Bit row = bit(i);
    if (!row) return {};
    form.push_back(std::move(*row));
  }
  return form;
}

// a + b + carry.
std::optional<Form> sum(const Form& a, const Form& b, Bit carry) {
  return each(static_cast<unsigned>(a.size()), [&](unsigned i) -> Bit {
    if (!carry) return {};
    const XorRow before = *carry;
    carry = majority(a[i], b[i], before);
    return a[i] ^ b[i] ^ before;
  });
}

Form inverted(Form form) {
  for (XorRow& row : form) row = ~row;
  return form;
}

// A truth value that is a sum if at most one row can differ.
std::optional<Form> equal(const Form& a, const Form& b, const XorRow& zero) {
  XorRow unknown = zero;
  bool is_sum = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const XorRow difference = a[i] ^ b[i];
    if (const auto known = difference.value()) {
      if (*known) return Form{zero};
    } else {
      is_sum = is_sum && (unknown == zero || unknown == difference);
      unknown = difference;
    }
  }
  if (!is_sum) return {};
  return Form{~unknown};
}

// Left for a positive distance, right for a negative one; `fill` comes in.
Form shifted(const Form& word, std::int64_t distance, const XorRow& fill) {
  Form form;
  for (std::int64_t i = 0; i < std::ssize(word); ++i) {
    const std::int64_t from = i - distance;
    form.push_back(from < 0 || from >= std::ssize(word) ? fill : word[static_cast<std::size_t>(from)]);
  }
  return form;
}

// A sum of shifted words.
std::optional<Form> product(const Form& word, std::uint64_t factor, const XorRow& zero) {
  std::optional<Form> result = Form(word.size(), zero);
  for (; factor != 0 && result; factor &= factor - 1)
    result = sum(*result, shifted(word, std::countr_zero(factor), zero), zero);
  return result;
}

// Comparisons that look at the sign alone: whether a word is below 0, or a number below half of all.
Bit sign_in_order(Term order, const Form& a, const Form& b) {
  const unsigned width = order->child[0].width();
  const std::uint64_t half = std::uint64_t{1} << (width - 1);
  const bool is_signed = order.is(Kind::Slt);
  if (order->child[1].is_constant(is_signed ? 0 : half)) return is_signed ? a.back() : ~a.back();
  if (order->child[0].is_constant(is_signed ? term::mask(width) : half - 1)) return is_signed ? ~b.back() : b.back();
  return {};
}

}  // namespace

bool XorForms::begin(std::span<const std::pair<std::uint32_t, unsigned>> variables) {
  forms_.clear();
  columns_.clear();
  bits_.assign(1, {});
  for (const auto& [variable, width] : variables) {
    columns_[variable] = bits_.size();
    for (unsigned bit = 0; bit < width; ++bit) bits_.emplace_back(variable, bit);
    if (bits_.size() > kMaxColumns) return false;
  }
  return true;
}

void XorForms::set_opaque(Term term) {
  if (opaque_.size() <= term->id) opaque_.resize(term->id + term->id / 2 + 64);
  opaque_[term->id] = true;
}

const XorForms::Form* XorForms::of(Term root) {
  std::vector<Term> open{root};
  while (!open.empty() && !is_opaque(root) && forms_.size() < kMaxNodes) {
    const Term term = open.back();
    const std::size_t before = open.size();
    bool is_sum = !is_opaque(term);
    for (unsigned i = 0; i < term::row(term.kind()).arity && !forms_.contains(term.node()); ++i) {
      is_sum = is_sum && !is_opaque(term->child[i]);
      if (!forms_.contains(term->child[i].node())) open.push_back(term->child[i]);
    }
    if (is_sum && open.size() != before) continue;
    open.resize(before - 1);
    if (forms_.contains(term.node())) continue;
    spend(term::Work::Visit);
    auto form = is_sum ? make(term) : std::nullopt;
    if (form) {
      forms_.emplace(term.node(), std::move(*form));
    } else {
      set_opaque(term);
    }
  }
  const auto found = forms_.find(root.node());
  return found == forms_.end() ? nullptr : &found->second;
}

std::optional<XorForms::Form> XorForms::make(Term term) const {
  const auto child = [&](unsigned i) -> const Form& { return forms_.at(term->child[i].node()); };
  const unsigned width = term.width();
  const XorRow zero = XorRow::constant(words(), false);
  switch (term.kind()) {
    case Kind::Constant:
      return each(width, [&](unsigned i) { return XorRow::constant(words(), term->value >> i & 1); });
    case Kind::Variable: {
      const auto found = columns_.find(static_cast<std::uint32_t>(term->value));
      JANUS_REQUIRE(found != columns_.end());
      return each(width, [&](unsigned i) { return XorRow::column(words(), found->second + i); });
    }
    case Kind::Not: return inverted(child(0));
    case Kind::And: return each(width, [&](unsigned i) { return both(child(0)[i], child(1)[i]); });
    case Kind::Or: return each(width, [&](unsigned i) { return either(child(0)[i], child(1)[i]); });
    case Kind::Xor: return each(width, [&](unsigned i) { return child(0)[i] ^ child(1)[i]; });
    case Kind::Add: return sum(child(0), child(1), zero);
    case Kind::Sub: return sum(child(0), inverted(child(1)), ~zero);
    case Kind::Mul:
      if (!term->child[1].is_constant()) return {};
      return product(child(0), term->child[1]->value, zero);
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr: {
      if (!term->child[1].is_constant()) return {};
      const auto distance = static_cast<std::int64_t>(std::min<std::uint64_t>(term->child[1]->value, width));
      return shifted(child(0), term.is(Kind::Shl) ? distance : -distance, term.is(Kind::Ashr) ? child(0).back() : zero);
    }
    case Kind::Eq: return equal(child(0), child(1), zero);
    case Kind::Ult:
    case Kind::Slt: return each(1, [&](unsigned) { return sign_in_order(term, child(0), child(1)); });
    case Kind::Ite: return each(width, [&](unsigned i) { return choice(child(0)[0], child(1)[i], child(2)[i]); });
    case Kind::Extract: return Form(child(0).begin() + term->low, child(0).begin() + term->low + width);
    case Kind::Concat: {
      Form form = child(1);
      form.insert(form.end(), child(0).begin(), child(0).end());
      return form;
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: {
      Form form = child(0);
      const XorRow fill = term.is(Kind::SignExtend) ? form.back() : zero;
      form.resize(width, fill);
      return form;
    }
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem: return {};
  }
  return {};
}

}  // namespace janus::solver
