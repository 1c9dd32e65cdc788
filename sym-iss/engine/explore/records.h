// What an exploration has recorded of its work (coverage, profile), as a value: for a checkpoint, from which another
// process goes on, and for the report of a worker. Calls and the tree of forks belong to paths, and are not in it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <tuple>
#include <vector>

#include "engine/state/work_profile.h"
#include "program/execution_counts.h"

namespace janus::engine {

struct Records {
  std::vector<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>> counts;  // address, executed, taken
  std::vector<std::pair<std::uint32_t, Work>> work;                             // by address, without instructions
  std::vector<DearQuestion> dearest;

  // Of what is recorded; a null pointer means that it is not.
  static Records of(const program::ExecutionCounts* counts, const WorkProfile* profile);
  // The same without the executions that were counted earlier, in the same place.
  Records without_counts_of(const Records& earlier) &&;
  // Whether an instruction was executed, or has gone a way, that is new to `counts`.
  bool have_news_for(const program::ExecutionCounts& counts) const;
  // Adds them to what is recorded here.
  void add_to(program::ExecutionCounts* counts, WorkProfile* profile) const;
};

nlohmann::json json_of(const Records& records);
// Throws nlohmann::json::exception.
Records records_of(const nlohmann::json& entry);

}  // namespace janus::engine
