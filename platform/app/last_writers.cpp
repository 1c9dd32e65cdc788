// Who has written last what a failed assertion names.
#include <algorithm>
#include <cstring>
#include <set>

#include "app/late_stores.h"
#include "app/reported_exploration.h"
#include "app/variable_place.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

// A number or a pointer of the whole image, by its name.
std::optional<FoundVariable> static_variable(const std::string& name, const support::DebugInfo& debug) {
  using Kind = support::SourceType::Kind;
  const auto address = debug.image().symbol(name);
  const auto type = address ? debug.types().variable_at(*address) : std::nullopt;
  if (!type) return std::nullopt;
  const support::SourceType& known = debug.types().type(*type);
  const bool is_number = known.kind == Kind::Integer || known.kind == Kind::Pointer;
  if (!is_number || known.size == 0 || known.size > 4) return std::nullopt;
  return FoundVariable{
      .name = name, .type = *type, .size = known.size, .bytes = {}, .address = *address, .is_static = true};
}

}  // namespace

// Of a variable in memory: what start-up code writes in front of main is there since reset for a reader.
std::optional<RunRecord::LastWrite> PathFollower::last_write(RunRecord& record, const FoundVariable& variable,
                                                             std::size_t before) {
  auto write = record.last_write(RunRecord::Range{*variable.address, variable.size}, before);
  const auto main = debug_.image().symbol("main");
  if (write && main && write->number < record.first_at(*main)) return std::nullopt;
  return write;
}

// Nothing if it is not certain which line it was.
std::optional<LastWriter> PathFollower::last_writer(RunRecord& record, const BegunStatements& begun,
                                                    const RunRecord::LastWrite& write, const FoundVariable& variable,
                                                    std::uint64_t copy) {
  LastWriter writer{.name = variable.name, .value = {}, .retired = write.step.retired};
  if (write.step.is_input) {
    writer.kind = LastWriter::Kind::Input;
    writer.at = AssigningLines::Line{debug_.locate_line(write.step.pc), write.step.pc};
    return writer;
  }
  FoundVariable written = variable;
  const std::uint32_t value = write.step.made.value_or(0);
  std::memcpy(written.bytes.data(), &value, sizeof value);
  const bool is_whole = !write.step.is_store || write.step.address == variable.address.value_or(0);
  if (!is_whole || !write.step.made) return std::nullopt;
  writer.value = value_text(written, debug_);
  writer.at = assigning().line_of({.pc = write.step.pc,
                                   .retired = write.step.retired,
                                   .since = write.step.stored_before,
                                   .made_by = write.step.is_store ? write.step.made_by : std::optional(write.step.pc),
                                   .name = variable.name,
                                   .value = value,
                                   .is_static = variable.is_static,
                                   .is_in_memory = variable.address.has_value(),
                                   .copy = copy},
                                  begun);
  if (!writer.at || line_of_(writer.at->at).empty()) return std::nullopt;
  return writer;
}

// What the line names beside what it assigns, of variables with one address for ever.
std::vector<LastWriter> PathFollower::used_by(RunRecord& record, const BegunStatements& begun, const LastWriter& writer,
                                              std::size_t number) {
  const std::string text = line_of_(writer.at->at);
  const support::Symbol* const function = debug_.image().covering(writer.at->code, true);
  const std::set<std::string> assigned = assigned_by(text);
  std::vector<LastWriter> used;
  for (const std::string& name : all_variables_of_line(text)) {
    const bool is_other =
        assigned.contains(name) || name == writer.name || !function || debug_.types().local_of(function->address, name);
    const auto variable = is_other ? std::nullopt : static_variable(name, debug_);
    if (!variable) continue;
    const auto write = last_write(record, *variable, number);
    if (!write && record.is_whole()) used.push_back({.name = name, .value = {}, .kind = LastWriter::Kind::Reset});
    if (!write) continue;
    auto known = last_writer(record, begun, *write, *variable, 0);
    if (known) used.push_back(std::move(*known));
  }
  return used;
}

std::vector<LastWriter> PathFollower::last_writers(RunRecord& record, const BegunStatements& begun, std::uint32_t pc,
                                                   const std::vector<FoundVariable>& named) {
  std::vector<LastWriter> writers;
  const std::uint64_t copy = statements().copy(pc);
  for (const FoundVariable& variable : named) {
    if (variable.size > 4 || variable.bits != 0) continue;
    std::optional<RunRecord::LastWrite> write;
    if (variable.address) {
      write = last_write(record, variable, record.end());
      if (!write && record.is_whole() && variable.is_static)
        writers.push_back(
            {.name = variable.name, .value = value_text(variable, debug_), .kind = LastWriter::Kind::Reset});
    } else {
      const auto place = place_of_variable(pc, variable.name, debug_);
      if (place && place->kind == VariablePlace::Kind::Register) write = record.last_write(place->number, record.end());
      // What another function has returned may have a variable of the same name there.
      const support::FirmwareImage& image = debug_.image();
      if (write && image.covering(write->step.pc, true) != image.covering(pc, true)) write.reset();
    }
    if (!write) continue;
    auto writer = last_writer(record, begun, *write, variable, copy);
    // What is in memory may be out of date, and is not what was stored then.
    const bool is_current =
        writer && (writer->kind == LastWriter::Kind::Input || writer->value == value_text(variable, debug_));
    if (!is_current) continue;
    if (writer->kind == LastWriter::Kind::Line) writer->used = used_by(record, begun, *writer, write->number);
    writers.push_back(std::move(*writer));
  }
  return writers;
}

}  // namespace janus::app
