#include "app/tree_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/branch_sides.h"
#include "app/markup.h"
#include "app/plural.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "support/error.h"

namespace janus::app {
namespace {

using engine::FoldedTree;
using engine::Termination;

constexpr std::size_t kMostDrawn = 400;  // of a drawing

// What became of the paths of a side, on all nodes behind it as well.
struct Ends {
  std::map<Termination, std::uint64_t> ended;
  std::uint64_t merged = 0, waiting = 0;

  std::uint64_t paths() const {
    std::uint64_t sum = merged + waiting;
    for (const auto& [reason, count] : ended) sum += count;
    return sum;
  }
  std::uint64_t failed() const {
    std::uint64_t sum = 0;
    for (const auto& [reason, count] : ended)
      sum += engine::row(reason).consequence == engine::Consequence::Violation ? count : 0;
    return sum;
  }
  Ends& operator+=(const Ends& other) {
    for (const auto& [reason, count] : other.ended) ended[reason] += count;
    merged += other.merged;
    waiting += other.waiting;
    return *this;
  }
  std::string text() const {
    std::string text;
    const auto add = [&](std::uint64_t count, std::string_view what) {
      if (count > 0) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", count, what);
    };
    for (const auto& [reason, count] : ended) add(count, engine::row(reason).text);
    add(merged, kMerged);
    return text;
  }
  // "3 paths ended (2: the firmware ended; 1: assertion failed), 4 states wait".
  std::string whole() const {
    const std::uint64_t gone = paths() - waiting;
    std::string result = gone > 0 ? fmt::format("{} ended ({})", plural(gone, "path"), text()) : std::string();
    if (waiting > 0)
      result += fmt::format("{}{}", gone > 0 ? ", " : "",
                            waiting == 1 ? "1 state waits" : fmt::format("{} states wait", waiting));
    return result.empty() ? "no path" : result;
  }
};

// The tree with sums, and its sides in the order in which a person reads them.
class Reading {
 public:
  Reading(const FoldedTree& tree, const support::DebugInfo& debug) : tree_(tree), debug_(debug) {
    for (const FoldedTree::Side& side : tree.sides()) ends_.push_back({side.ended, side.merged, side.here});
    for (std::size_t node = tree.nodes().size() - 1; node > 0; --node) {
      for (const std::size_t side : {2 * node, 2 * node + 1}) ends_[tree.nodes()[node].parent] += ends_[side];
    }
  }

  // Of the paths that did not part any more on this side.
  Ends own(std::size_t side) const {
    const FoldedTree::Side& one = tree_.sides()[side];
    return {one.ended, one.merged, one.here};
  }
  const FoldedTree::Side& side(std::size_t number) const { return tree_.sides()[number]; }
  const FoldedTree::Node& node_of(std::size_t side) const { return tree_.nodes()[tree_.sides()[side].node]; }
  const Ends& ends(std::size_t side) const { return ends_[side]; }
  support::SourceLocation location(const FoldedTree::Node& node) const { return debug_.locate(node.place); }
  std::string place(const FoldedTree::Node& node) const { return debug_.describe(node.place); }
  // The sides that come next, those with most paths first.
  std::vector<std::size_t> next(std::size_t side) const {
    std::vector<std::size_t> sides;
    for (const std::size_t node : tree_.sides()[side].nodes) sides.insert(sides.end(), {2 * node + 1, 2 * node});
    std::ranges::stable_sort(sides, std::greater<>{}, [&](std::size_t each) { return weight(each / 2); });
    return sides;
  }
  std::string title(std::size_t side) const {
    if (side < 2) return "all paths";
    return fmt::format("{} {}", place(node_of(side)), side % 2 ? "jumps" : "goes on");
  }
  std::string text(std::size_t side) const {
    // Paths that came to an earlier line again are counted there.
    if (ends(side).paths() == 0) return fmt::format("{} to a line above", plural(this->side(side).states, "time"));
    std::string text = ends(side).whole();
    if (const std::uint64_t folded = node_of(side).folded; folded > 0 && side % 2 == 0)
      text += fmt::format(", {} not drawn", plural(folded, "fork"));
    return text;
  }

 private:
  std::uint64_t weight(std::size_t node) const { return ends_[2 * node].paths() + ends_[2 * node + 1].paths(); }

  const FoldedTree& tree_;
  const support::DebugInfo& debug_;
  std::vector<Ends> ends_;  // by side
};

nlohmann::ordered_json side_json(const Reading& reading, std::size_t side) {
  const Ends& ends = reading.ends(side);
  nlohmann::ordered_json json = {{"states", reading.side(side).states}, {"paths", ends.paths()}};
  json["ended"] = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : ends.ended) json["ended"][std::string(engine::row(reason).key)] = count;
  json["merged"] = ends.merged;
  json["waiting"] = ends.waiting;
  return json;
}

std::string json_text(const FoldedTree& tree, const Reading& reading) {
  nlohmann::ordered_json json;
  json["paths"] = reading.ends(0).paths();
  json["start"] = side_json(reading, 0);
  json["folded"] = tree.nodes().front().folded;
  json["nodes"] = nlohmann::ordered_json::array();
  for (std::size_t number = 1; number < tree.nodes().size(); ++number) {
    const FoldedTree::Node& node = tree.nodes()[number];
    const support::SourceLocation at = reading.location(node);
    const std::uint32_t parent = tree.sides()[node.parent].node;
    nlohmann::ordered_json entry = {{"number", number}, {"parent", parent}};
    entry["side"] = parent == 0 ? "start" : node.parent % 2 ? "jumps" : "goes_on";
    entry["pc"] = fmt::format("0x{:08x}", node.place);
    entry["function"] = at.function;
    entry["file"] = at.file;
    entry["line"] = at.line;
    entry["forks"] = node.forks;
    entry["folded"] = node.folded;
    entry["jumps"] = side_json(reading, 2 * number + 1);
    entry["goes_on"] = side_json(reading, 2 * number);
    json["nodes"].push_back(std::move(entry));
  }
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string dot_quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + "\"";
}

// In the order of the drawing: sides with their depth, at most kMostDrawn, those with most paths first.
struct DrawnRow {
  std::size_t side, depth;
};
std::vector<DrawnRow> drawn_rows(const Reading& reading) {
  // A large tree loses its smallest branches: a side is drawn only with the side in front of it, which has more paths.
  std::vector<std::pair<std::uint64_t, DrawnRow>> open{{reading.ends(0).paths(), {0, 0}}};
  std::vector<bool> drawn;
  const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
  for (std::size_t rows = 0; rows < kMostDrawn && !open.empty(); ++rows) {
    std::ranges::pop_heap(open, less);
    const DrawnRow row = open.back().second;
    open.pop_back();
    drawn.resize(std::max(drawn.size(), row.side + 1));
    drawn[row.side] = true;
    for (const std::size_t next : reading.next(row.side)) {
      open.push_back({reading.ends(next).paths(), {next, row.depth + 1}});
      std::ranges::push_heap(open, less);
    }
  }
  std::vector<DrawnRow> rows, left{{0, 0}};
  while (!left.empty()) {
    const DrawnRow row = left.back();
    left.pop_back();
    if (row.side >= drawn.size() || !drawn[row.side]) continue;
    rows.push_back(row);
    const auto next = reading.next(row.side);
    for (auto it = next.rbegin(); it != next.rend(); ++it) left.push_back({*it, row.depth + 1});
  }
  return rows;
}

std::string dot_text(const FoldedTree& tree, const Reading& reading) {
  std::string text =
      "digraph forks {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
      "  edge [fontname=\"sans-serif\", fontsize=9];\n";
  text +=
      fmt::format("  n0 [label={}, shape=ellipse];\n", dot_quoted("start: " + plural(reading.ends(0).paths(), "path")));
  std::vector<bool> drawn(tree.nodes().size());
  std::string edges;
  for (const DrawnRow& row : drawn_rows(reading)) {
    if (row.side < 2) continue;
    const std::size_t number = row.side / 2;
    const FoldedTree::Node& node = tree.nodes()[number];
    if (!drawn[number]) {
      drawn[number] = true;
      text += fmt::format("  n{} [label={}];\n", number,
                          dot_quoted(fmt::format("{}: {}", reading.place(node), plural(node.forks, "fork"))));
      edges += fmt::format("  {}{} -> n{};\n", node.parent < 2 ? "n" : "s", node.parent < 2 ? 0 : node.parent, number);
    }
    const Ends& ends = reading.ends(row.side);
    text += fmt::format("  s{} [label={}, shape=plain{}];\n", row.side, dot_quoted(reading.text(row.side)),
                        ends.failed() > 0 ? ", fontcolor=red" : "");
    edges += fmt::format("  n{} -> s{} [label=\"{}\"];\n", number, row.side, row.side % 2 ? "jumps" : "goes on");
  }
  return text + edges + "}\n";
}

std::string svg_text(const Reading& reading) {
  constexpr std::size_t kHeight = 18, kIndent = 14, kBar = 160, kLetter = 7;
  const auto rows = drawn_rows(reading);
  const auto all = static_cast<double>(std::max<std::uint64_t>(reading.ends(0).paths(), 1));
  std::string body;
  std::size_t width = 0, y = 0;
  for (const DrawnRow& row : rows) {
    const Ends& ends = reading.ends(row.side);
    const std::size_t x = row.depth * kIndent;
    const double length = kBar * static_cast<double>(ends.paths()) / all;
    const double failed = kBar * static_cast<double>(ends.failed()) / all;
    const std::string title = reading.title(row.side) + ": " + reading.text(row.side);
    body += fmt::format(
        "<rect x=\"{0}\" y=\"{1}\" width=\"{2:.1f}\" height=\"12\" fill=\"#5b8def\"/><rect x=\"{0}\" y=\"{1}\" "
        "width=\"{3:.1f}\" height=\"12\" fill=\"#c0322b\"/><text x=\"{4}\" y=\"{5}\">{6}</text>\n",
        x, y + 3, std::max(length, 1.0), ends.failed() > 0 ? std::max(failed, 1.0) : 0, x + kBar + 8, y + 13,
        marked_up(title));
    width = std::max(width, x + kBar + 8 + title.size() * kLetter);
    y += kHeight;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n{2}</svg>\n",
      width, y, body);
}

// Whether all paths of a side ended where it begins, since an assertion failed.
bool only_fails(const Reading& reading, std::size_t side) {
  const Ends ends = reading.own(side);
  const auto failed = ends.ended.find(Termination::AssertFailed);
  return reading.side(side).nodes.empty() && failed != ends.ended.end() && failed->second == ends.paths();
}

// What a side is, in words: its line, or what the condition came out as there.
std::string where_to(const Reading& reading, std::size_t side, const isa::ImageCode& code, const TreeWords& words) {
  const bool jumps = side % 2 == 1;
  const std::size_t other = side ^ 1U;
  const std::uint32_t pc = reading.node_of(side).place;
  const auto instruction = code.at(pc);
  if (instruction && instruction->opcode == isa::Opcode::ecall) {
    if (only_fails(reading, side) && !only_fails(reading, other)) return "fails";
    if (only_fails(reading, other) && !only_fails(reading, side)) return "holds";
  }
  if (!instruction || !isa::is_branch(*instruction)) return jumps ? "one way" : "the other way";
  return words.side(pc, jumps);
}

}  // namespace

engine::FoldedTree::PlaceOf places_of_tree(const support::DebugInfo& debug) {
  // A line may have several conditions: they differ in their columns, or in the numbers that they compare with. Copies
  // of one lead to the same lines.
  struct Known {
    explicit Known(const support::DebugInfo& debug)
        : code(debug.image()), statements(debug.image()), sides(debug, [](const auto&) { return std::string(); }) {}
    const isa::ImageCode code;
    const support::SourceStatements statements;
    const BranchSides sides;
    std::map<std::tuple<std::string, int, int, int, int, std::int32_t>, std::uint32_t> places;
    std::unordered_map<std::uint32_t, std::uint32_t> of;  // by pc
  };
  constexpr int kHook = -1, kOther = -2;
  const auto place_of = [&debug](Known& known, std::uint32_t pc) {
    const support::SourceLocation at = debug.locate(pc);
    if (at.line == 0) return pc;
    const auto instruction = known.code.at(pc);
    const bool is_branch = instruction && isa::is_branch(*instruction);
    const bool is_hook = instruction && instruction->opcode == isa::Opcode::ecall;
    const int jumps = is_branch ? debug.locate_line(isa::target_of(pc, *instruction)).line : is_hook ? kHook : kOther;
    const int goes_on = is_branch ? debug.locate_line(isa::next_pc(pc, *instruction)).line : 0;
    const int column = is_branch ? known.statements.column(pc) : 0;
    const auto compared = is_branch ? known.sides.constant_of(pc) : std::nullopt;
    const std::int32_t constant = compared ? compared->number : 0;
    return known.places.try_emplace({at.file, at.line, jumps, goes_on, column, constant}, pc).first->second;
  };
  return [place_of, known = std::make_shared<Known>(debug)](std::uint32_t pc) {
    const auto [entry, is_new] = known->of.try_emplace(pc, pc);
    if (is_new) entry->second = place_of(*known, pc);
    return entry->second;
  };
}

std::string tree_text(const FoldedTree& tree, const support::DebugInfo& debug, const std::string& file) {
  const Reading reading(tree, debug);
  if (file.ends_with(".json")) return json_text(tree, reading);
  return file.ends_with(".dot") ? dot_text(tree, reading) : svg_text(reading);
}

std::uint64_t merged_states(const FoldedTree& tree) {
  std::uint64_t sum = 0;
  for (const FoldedTree::Side& side : tree.sides()) sum += side.merged;
  return sum;
}

void require_tree_file(const std::string& file) {
  if (file.ends_with(".json") || file.ends_with(".dot") || file.ends_with(".svg")) return;
  throw support::InputError(
      fmt::format("explore: --tree needs a file that ends with .json, .dot or .svg, not '{}'", file),
      support::exit_code::kUsage);
}

std::string tree_details(const FoldedTree& tree, const support::DebugInfo& debug, const TreeWords& words) {
  const Reading reading(tree, debug);
  const isa::ImageCode code(debug.image());
  const auto all = static_cast<double>(std::max<std::uint64_t>(reading.ends(0).paths(), 1));
  const auto rows = drawn_rows(reading);
  std::string text = "<div class=\"tree\">\n";
  const auto share = [&](const Ends& ends) {
    return fmt::format("<span class=\"share\"><span class=\"bar\" style=\"width:{:.1f}%\"></span></span>",
                       100 * static_cast<double>(ends.paths()) / all);
  };
  std::vector<std::size_t> open;  // sides whose <details> is
  const auto close = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) {
      const Ends rest = reading.own(open.back());
      if (rest.paths() > 0) {
        text += fmt::format("<p{}>{} no further fork: {}</p>\n", rest.failed() > 0 ? " class=\"fails\"" : "",
                            share(rest), rest.whole());
      }
      text += "</details>\n";
    }
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DrawnRow& row = rows[i];
    close(row.depth);
    const std::string title = row.side < 2 ? "<b>all paths</b>"
                                           : fmt::format("{} <b>{}</b>", words.place(reading.node_of(row.side).place),
                                                         marked_up(where_to(reading, row.side, code, words)));
    const std::string line =
        fmt::format("{} {}: {}", share(reading.ends(row.side)), title, marked_up(reading.text(row.side)));
    const std::string kind = reading.ends(row.side).failed() > 0 ? " class=\"fails\"" : "";
    if (i + 1 < rows.size() && rows[i + 1].depth > row.depth) {
      text += fmt::format("<details{}><summary{}>{}</summary>\n", row.depth < 3 ? " open=\"\"" : "", kind, line);
      open.push_back(row.side);
    } else {
      text += fmt::format("<p{}>{}</p>\n", kind, line);
    }
  }
  close(0);
  return text + "</div>\n";
}

}  // namespace janus::app
