// Machine code that computes an expression about a call. Nothing in it branches, so it makes no paths: && and ||
// compute both sides. Values have 32 bits, and are signed as in C: narrower types become int, and what meets an
// unsigned int is unsigned. A pointer moves by what it points to.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "call/code.h"
#include "call/expression.h"
#include "call/plan.h"
#include "isa/extensions.h"

namespace janus::call {

// What the names in an expression stand for: a word in memory, or a constant.
using Meaning = std::variant<Cell, std::uint32_t>;

struct Scope {
  // Of Return, Name and SizeOf. Nothing: the name means nothing here.
  std::function<std::optional<Meaning>(const Expression::Node&)> meaning;
  const support::SourceTypes& types;
  isa::Extensions extensions;
  std::uint32_t scratch = 0;  // Plan::scratch
};

// Appends code that leaves the value in a0, and changes a1 and a2. Returns whether the value is signed. Throws
// support::InputError (kUsage) with one line if a name means nothing, or if an operand has no type to compute with.
bool compute(const Claim& claim, const char* option, const Scope& scope, Code& code);

}  // namespace janus::call
