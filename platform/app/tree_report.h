// The folded tree of forks (engine/state/folded_tree.h) for people and other tools.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/state/folded_tree.h"
#include "support/debug_info.h"

namespace janus::app {

// A place of the tree is a condition of a source line: its branches that lead to the same lines are one. Code
// without lines has a place for each instruction. `debug` must outlive the function.
engine::FoldedTree::PlaceOf places_of_tree(const support::DebugInfo& debug);

// What --tree writes. `file` ends with .json, .dot or .svg.
std::string tree_text(const engine::FoldedTree& tree, const support::DebugInfo& debug, const std::string& file);

// Throws support::InputError (kUsage) if tree_text() knows no such file.
void require_tree_file(const std::string& file);

// How the report calls places, as HTML, and the sides of branches, as text.
struct TreeWords {
  std::function<std::string(std::uint32_t pc)> place;
  std::function<std::string(std::uint32_t pc, bool jumps)> side;
};

// So many states became part of another one, which is no end of a path. What the tree says of them:
std::uint64_t merged_states(const engine::FoldedTree& tree);
inline constexpr std::string_view kMerged = "became part of another path";

// Nested <details>, for the report.
std::string tree_details(const engine::FoldedTree& tree, const support::DebugInfo& debug, const TreeWords& words);

}  // namespace janus::app
