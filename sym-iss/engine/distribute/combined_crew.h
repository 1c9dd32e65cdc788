// Two crews as one: the workers of the first come first.
#pragma once

#include <memory>

#include "engine/distribute/crew.h"

namespace janus::engine {

std::unique_ptr<Crew> combined(std::unique_ptr<Crew> first, std::unique_ptr<Crew> second);

}  // namespace janus::engine
