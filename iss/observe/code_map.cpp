#include "observe/code_map.h"

namespace janus::observe {

CodeMap::CodeMap(const support::FirmwareImage& image) : image_(image), debug_(image) {}

const CodeMap::Place& CodeMap::at(std::uint32_t pc) {
  if (const auto found = places_.find(pc); found != places_.end()) return found->second;
  const support::Symbol* symbol = image_.covering(pc, true);
  const auto [function, fresh] = function_indices_.try_emplace(symbol, static_cast<std::uint32_t>(functions_.size()));
  if (fresh) functions_.push_back(symbol ? Function{symbol->name, symbol->address} : Function{"(unknown)", 0});
  const support::SourceLocation location = debug_.locate_line(pc);
  const Place place{function->second, file_index(location.file), location.line};
  return places_.emplace(pc, place).first->second;
}

std::uint32_t CodeMap::file_index(const std::string& name) {
  const auto [file, fresh] = file_indices_.try_emplace(name, static_cast<std::uint32_t>(files_.size()));
  if (fresh) files_.push_back(name.empty() ? "???" : name);
  return file->second;
}

}  // namespace janus::observe
