// The ways a concrete run ends.
#pragma once

#include <string_view>

namespace janus::prototype {

enum class End {
#define END(name, text) name,
#include "prototype/end.def"
#undef END
};

std::string_view to_string(End end);

}  // namespace janus::prototype
