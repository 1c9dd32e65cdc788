// By which variable a question is split into cases.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/layer_context.h"
#include "solver/path_condition.h"

namespace janus::solver {

struct Cases {
  term::Term variable;
  std::vector<std::uint64_t> values;  // all that it can have on the path, by what is known
};

// The variable of the question with the fewest values. None if every variable has one value only, or more than `most`.
std::optional<Cases> cases_of(LayerContext& context, const PathCondition& path, term::Term question,
                              std::uint64_t most);

}  // namespace janus::solver
