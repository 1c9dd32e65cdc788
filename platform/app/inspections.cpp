#include "app/inspections.h"

#include <fmt/format.h>

#include "support/standard_streams.h"

namespace janus::app {

void Inspections::take(const hart::Inspection& inspection, bool once, const std::function<void()>& before) {
  if (inspection.code == isa::HookCode::Cover) {
    ++covered_[inspection.name];
    return;
  }
  std::string line = inspection.machine
                         ? calls(inspection)
                         : fmt::format("janus: {}{}{} ({})\n", inspection.name, inspection.name.empty() ? "" : " = ",
                                       inspection.value, debug_.describe(inspection.pc));
  if (once) {
    if (printed_.size() > kMostLines || !printed_.insert(line).second) return;
    if (printed_.size() > kMostLines) line = "janus: further values are not printed\n";
  }
  if (before) before();
  support::print_err(line);
}

// "janus: stack: f at a.c:7, called by main at a.c:20", a line for each call.
std::string Inspections::calls(const hart::Inspection& inspection) {
  if (!frames_) frames_ = std::make_unique<support::CallFrames>(debug_.image());
  std::string text = fmt::format("janus: stack: {}\n", debug_.describe(inspection.pc));
  for (const std::uint32_t call : frames_->callers(inspection.pc, *inspection.machine))
    text += fmt::format("  called by {}\n", debug_.describe(call));
  return text;
}

std::map<std::string, std::uint64_t> Inspections::covered() const {
  auto all = covered_;
  for (const std::string& name : debug_.image().cover_points()) all.try_emplace(name, 0);
  return all;
}

std::string Inspections::summary(std::uint64_t widened) const {
  std::string reached, missed;
  for (const auto& [name, count] : covered()) {
    std::string& list = count ? reached : missed;
    list += (list.empty() ? "" : ", ") + name;
  }
  if (reached.empty() && missed.empty()) return {};
  const std::string how = widened > 0 ? "not reached, unless by widened states: " : "not reached: ";
  if (reached.empty()) return fmt::format("{}{}\n", how, missed);
  return fmt::format("reached: {}{}{}\n", reached, missed.empty() ? "" : "; " + how, missed);
}

}  // namespace janus::app
