// Machine code that computes an expression about a call. Nothing in it branches, so it makes no paths: &&, || and ?:
// compute all sides. Values have 32 or 64 bits, and are signed as in C: narrower types become int, and operands of
// different types meet as C's usual conversions say. A pointer moves by what it points to.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "call/code.h"
#include "call/expression.h"
#include "call/plan.h"
#include "isa/extensions.h"

namespace janus::call {

// What the names in an expression stand for: a word in memory, an address, or an enumerator.
using Meaning = std::variant<Cell, std::uint32_t, std::int64_t>;

struct Scope {
  // Of Return, Name and SizeOf. Nothing: the name means nothing here.
  std::function<std::optional<Meaning>(const Expression::Node&)> meaning;
  const support::SourceTypes& types;
  isa::Extensions extensions;
  std::uint32_t scratch = 0;  // Plan::scratch
};

// Append code that leaves the value in a0, with the upper half of 64 bits in a3; or in a0 whether the expression is not
// 0. Change a0 to a5. Throw support::InputError (kUsage) with one line if a name means nothing, or if an operand has no
// type to compute with.
void compute(const Claim& claim, const char* option, const Scope& scope, Code& code);
void compute_condition(const Claim& claim, const char* option, const Scope& scope, Code& code);

}  // namespace janus::call
