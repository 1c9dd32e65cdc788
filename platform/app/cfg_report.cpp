#include "app/cfg_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "isa/disassembler.h"
#include "isa/image_code.h"

namespace janus::app {
namespace {

using program::BasicBlock;
using program::Function;
using program::FunctionStructure;
using program::kNoNode;
using Json = nlohmann::ordered_json;

std::string hexadecimal(std::uint32_t address) { return fmt::format("0x{:08x}", address); }

// A quoted string in Graphviz's language. Names come from the ELF file and may contain any bytes.
std::string dot_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c < ' ' || c > '~' ? '?' : c;
  }
  return result + '"';
}

using Names = std::map<std::uint32_t, std::string>;

Names names_of(const std::vector<Function>& functions) {
  Names names;
  for (const Function& function : functions) names.emplace(function.entry, function.name);
  return names;
}

std::string name_of(const Names& names, std::uint32_t entry) {
  const auto name = names.find(entry);
  return name == names.end() ? hexadecimal(entry) : name->second;
}

class Drawing {
 public:
  Drawing(const std::vector<Function>& functions, const std::string& only, const support::FirmwareImage& image,
          const support::DebugInfo& debug)
      : code_(image), debug_(debug), names_(names_of(functions)), all_(only.empty()) {
    text_ = fmt::format("digraph {} {{\n  node [shape=box, fontname=monospace];\n", dot_string(image.path()));
    for (const Function& function : functions) {
      if (all_ || function.name == only) draw(function);
    }
    text_ += calls_ + "}\n";
  }

  const std::string& text() const { return text_; }

 private:
  auto out() { return std::back_inserter(text_); }
  static std::string node(const program::BasicBlock& block) { return fmt::format("b{:08x}", block.begin); }

  void draw(const Function& function) {
    const program::FunctionStructure structure(function);
    std::string title = function.name;
    if (!function.returns) title += ", does not return";
    if (structure.loops.irreducible()) title += ", irreducible";
    fmt::format_to(out(), "  subgraph cluster_{:08x} {{\n    label={};\n", function.entry, dot_string(title));
    for (std::uint32_t index = 0; index < function.blocks.size(); ++index) draw(function, structure, index);
    text_ += "  }\n";
  }

  void draw(const Function& function, const program::FunctionStructure& structure, std::uint32_t index) {
    const program::BasicBlock& block = function.blocks[index];
    fmt::format_to(out(), "    {} [label=\"", node(block));
    line(fmt::format("{} to {}", hexadecimal(block.begin), hexadecimal(block.last)));
    const auto place = debug_.locate_line(block.begin);
    if (!place.file.empty()) line(fmt::format("{}:{}", place.file, place.line));
    const std::uint32_t innermost = structure.loops.innermost(index);
    const program::Loop* loop = innermost == program::kNoNode ? nullptr : &structure.loops.loops()[innermost];
    const bool header = loop && loop->header == index;
    if (header) line(fmt::format("{}loop, depth {}", loop->irreducible ? "irreducible " : "", loop->depth));
    disassemble(block);
    for (const std::uint32_t callee : block.callees) line(fmt::format("to {}", name_of(names_, callee)));
    if (block.ends == program::BlockEnd::JumpsIndirectly) line("to an unknown address");
    text_ += '"';
    if (index == function.entry_block) text_ += ", style=bold";
    if (header) fmt::format_to(out(), ", peripheries=2, color={}", loop->irreducible ? "red" : "blue");
    text_ += "];\n";
    for (const program::BlockEdge& edge : block.successors) {
      const bool back = structure.loops.is_back_edge({index, edge.block});
      fmt::format_to(out(), "    {} -> {}{};\n", node(block), node(function.blocks[edge.block]),
                     back ? " [style=bold, color=blue, label=back]" : "");
    }
    if (!all_) return;
    for (const std::uint32_t callee : block.callees) {
      fmt::format_to(std::back_inserter(calls_), "  {} -> b{:08x} [style=dashed, color=gray, constraint=false];\n",
                     node(block), callee);
    }
  }

  void disassemble(const program::BasicBlock& block) {
    for (std::uint32_t address = block.begin; address < block.end;) {
      const isa::Instruction instruction = code_.at(address).value_or(isa::Instruction{});
      line(isa::disassemble(instruction, address));
      address = isa::next_pc(address, instruction);
    }
  }

  // Appends a left-aligned line to the current label.
  void line(const std::string& content) {
    const std::string safe = dot_string(content);
    text_.append(safe, 1, safe.size() - 2);
    text_ += "\\l";
  }

  isa::ImageCode code_;
  const support::DebugInfo& debug_;
  Names names_;
  bool all_;
  std::string text_, calls_;  // calls lead from cluster to cluster, so they are written outside of all clusters
};

Json index_or_null(std::uint32_t index) { return index == program::kNoNode ? Json(nullptr) : Json(index); }

void add_source(Json& json, const support::SourceLocation& place) {
  if (place.file.empty()) return;
  json["file"] = place.file;
  json["line"] = place.line;
}

Json block_as_json(const Function& function, const program::FunctionStructure& structure, std::uint32_t index,
                   const support::DebugInfo& debug, const Names& names) {
  const program::BasicBlock& block = function.blocks[index];
  Json json{{"begin", hexadecimal(block.begin)}, {"end", hexadecimal(block.end)}, {"ends", to_string(block.ends)}};
  add_source(json, debug.locate_line(block.begin));
  json["dominator"] = index_or_null(structure.dominators[index]);
  json["post_dominator"] = index_or_null(structure.post_dominators[index]);
  json["loop"] = index_or_null(structure.loops.innermost(index));
  json["edges"] = Json::array();
  for (const program::BlockEdge& edge : block.successors) {
    json["edges"].push_back({{"to", edge.block},
                             {"kind", to_string(edge.kind)},
                             {"back", structure.loops.is_back_edge({index, edge.block})}});
  }
  json["calls"] = Json::array();
  for (const std::uint32_t callee : block.callees)
    json["calls"].push_back({{"entry", hexadecimal(callee)}, {"name", name_of(names, callee)}});
  return json;
}

Json edges_as_json(const std::vector<program::GraphEdge>& edges) {
  Json json = Json::array();
  for (const auto& [from, to] : edges) json.push_back({from, to});
  return json;
}

Json loop_as_json(const program::Loop& loop, const std::vector<std::uint32_t>& blocks) {
  Json json{{"header", loop.header},
            {"parent", index_or_null(loop.parent)},
            {"depth", loop.depth},
            {"irreducible", loop.irreducible}};
  json["blocks"] = blocks;
  json["back_edges"] = edges_as_json(loop.back_edges);
  json["exits"] = edges_as_json(loop.exits);
  return json;
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// A JSON array of element(0) to element(count - 1), one element in each line. Built as text, since one Json value for
// the whole graph would take too much memory.
template <class Element>
std::string array_of(std::size_t count, Element element) {
  std::string text = "[";
  for (std::uint32_t i = 0; i < count; ++i) text += (i ? ",\n" : "\n") + element(i);
  return text + "]";
}

std::string function_as_json(const Function& function, const support::DebugInfo& debug, const Names& names) {
  const program::FunctionStructure structure(function);
  Json json{{"name", function.name},
            {"entry", hexadecimal(function.entry)},
            {"entry_block", function.entry_block},
            {"returns", function.returns},
            {"irreducible", structure.loops.irreducible()}};
  add_source(json, debug.locate_line(function.entry));
  std::string text = dumped(json);
  text.pop_back();
  text += ",\n\"blocks\": " + array_of(function.blocks.size(), [&](std::uint32_t i) {
            return dumped(block_as_json(function, structure, i, debug, names));
          });
  const auto& loops = structure.loops.loops();
  std::vector<std::vector<std::uint32_t>> own_blocks(loops.size());  // without the blocks of inner loops
  for (std::uint32_t block = 0; block < function.blocks.size(); ++block) {
    if (const std::uint32_t loop = structure.loops.innermost(block); loop != program::kNoNode)
      own_blocks[loop].push_back(block);
  }
  text += ",\n\"loops\": " +
          array_of(loops.size(), [&](std::uint32_t i) { return dumped(loop_as_json(loops[i], own_blocks[i])); });
  return text + "}";
}

}  // namespace

std::string cfg_as_dot(const std::vector<Function>& functions, const std::string& only,
                       const support::FirmwareImage& image, const support::DebugInfo& debug) {
  return Drawing(functions, only, image, debug).text();
}

std::string cfg_as_json(const std::vector<Function>& functions, const std::string& only,
                        const support::FirmwareImage& image, const support::DebugInfo& debug) {
  const Names names = names_of(functions);
  std::vector<const Function*> wanted;
  for (const Function& function : functions) {
    if (only.empty() || function.name == only) wanted.push_back(&function);
  }
  return fmt::format(
      "{{\"firmware\": {}, \"entry\": \"{}\",\n\"functions\": {}}}\n", dumped(image.path()), hexadecimal(image.entry()),
      array_of(wanted.size(), [&](std::uint32_t i) { return function_as_json(*wanted[i], debug, names); }));
}

}  // namespace janus::app
