// What an exploration leaves beside its test cases, for `janus report`: the file exploration.stats.
//
// It is written with the first test case, with the firmware alone, and again when the exploration has ended, with what
// --stats has and the summary. So a directory of which the second is missing is that of an exploration that was killed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/explore/exploration.h"

namespace janus::app {

inline constexpr char kExplorationFile[] = "exploration.stats";

// Who has explored, and when.
struct Provenance {
  std::string command;  // for a shell; empty: not known
  std::string made;     // date, time and version, for people; empty: not known
};
// Of this process, now.
Provenance provenance_now(std::string command);

struct StoredExploration {
  std::filesystem::path firmware;  // absolute
  Provenance provenance;
  std::optional<engine::ExplorationResult> result;  // what --stats knows, without findings; nothing if it was killed
  std::string summary;
  std::size_t findings = 0;
  bool all_paths = false;  // there is a test case for each path
};

// The text of the file at the beginning of an exploration.
std::string text_of_beginning(const std::string& firmware, const Provenance& provenance);
// The text in the end. `statistics`: what --stats writes.
std::string text_of_end(const std::string& firmware, const Provenance& provenance, const std::string& summary,
                        const std::string& statistics, bool all_paths);

// Throws support::InputError with one line if the file cannot be read, or is none of these.
StoredExploration load_exploration(const std::filesystem::path& file);

}  // namespace janus::app
