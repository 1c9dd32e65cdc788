// Explorations as text: what was found so far and what has yet to be explored, for files and for other processes.
//
//   janus-checkpoint 1\n
//   SUM LENGTH\n             16 digits, a hash of everything behind this line; bytes of the JSON text
//   JSON                     what it belongs to, counts, statistics, findings
//   LENGTH frontier ...      any number of them, binary (state/frontier.h), each behind its length in bytes
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/explore/exploration.h"
#include "engine/explore/records.h"

namespace janus::engine {

struct Checkpoint {
  // What the paths depend on, by name: version, firmware, options. Paths are not found again with another one.
  std::vector<std::pair<std::string, std::string>> identity;
  Snapshot snapshot;
  std::map<std::string, std::uint64_t> reached;  // how often places of riscv_cover() were reached
  Records records = {};                          // as far as somebody wants them
};

std::string text_of(const Checkpoint& checkpoint);

// Throws support::InputError with one line that names `origin` if the text is no checkpoint, or a damaged one.
Checkpoint parse_checkpoint(const std::string& text, const std::string& origin);

}  // namespace janus::engine
