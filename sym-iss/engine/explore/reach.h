// What every path of an exploration has behind it, of an exploration that came to no end.
#pragma once

#include <optional>

#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "engine/search/searcher.h"

namespace janus::engine {

// `ended` and `unconfirmed` of `so_far` are read. `cut_decisions`: how many decisions have lost a side. `visit` shows
// all states that wait or run.
std::optional<Reach::Least> behind_every_path(const ExplorationConfig& config, const ExplorationResult& so_far,
                                              std::uint64_t cut_decisions, const CaseMaker& cases,
                                              const std::function<void(const Searcher::Visit&)>& visit);

}  // namespace janus::engine
