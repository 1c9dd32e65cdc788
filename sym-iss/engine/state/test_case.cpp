#include "engine/state/test_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "isa/decoder.h"
#include "program/known_code.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::engine {
namespace {

using nlohmann::ordered_json;

std::string hex(std::uint32_t value) { return fmt::format("0x{:08x}", value); }

std::string hex_bytes(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

[[noreturn]] void malformed(const std::string& what) { throw std::invalid_argument(what); }

std::uint64_t number_from_hex(const std::string& text) {
  std::size_t used = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(text, &used, 16);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size() || text[0] == '-') malformed("'" + text + "' is not a hexadecimal number");
  return value;
}

std::uint32_t word_from_hex(const std::string& text) {
  const std::uint64_t value = number_from_hex(text);
  if (value > 0xffffffff) malformed("'" + text + "' is more than 32 bits");
  return static_cast<std::uint32_t>(value);
}

std::vector<std::uint8_t> bytes_from_hex(const std::string& text) {
  if (text.size() % 2 || text.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    malformed("'" + text.substr(0, 40) + "' is not a string of hexadecimal bytes");
  }
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// Control characters become '?', because errors quote the file, and the file may contain anything.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

Termination reason_from_key(const std::string& key) {
  for (const TerminationRow& row : kTerminations) {
    if (row.key == key) return row.reason;
  }
  malformed("unknown reason '" + key + "'");
}

// A value of the file with its name, such as inputs[0].pc. Errors name it: the library's own would show its internals.
class Field {
 public:
  Field(const nlohmann::json& value, std::string name) : value_(value), name_(std::move(name)) {}

  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  Field operator[](const char* key) const {
    require(value_.is_object(), "an object");
    const std::string name = name_.empty() ? key : fmt::format("{}.{}", name_, key);
    if (!value_.contains(key)) malformed(fmt::format("'{}' is missing", name));
    return {value_[key], name};
  }
  std::vector<Field> elements() const {
    require(value_.is_array(), "an array");
    std::vector<Field> result;
    for (const auto& element : value_) result.emplace_back(element, fmt::format("{}[{}]", name_, result.size()));
    return result;
  }
  std::string text() const {
    require(value_.is_string(), "a string");
    return value_.get<std::string>();
  }
  bool is_truth() const { return value_.is_boolean(); }
  bool truth() const {
    require(value_.is_boolean(), "true or false");
    return value_.get<bool>();
  }
  std::uint64_t count() const {
    require(value_.is_number_unsigned(), "a count");
    return value_.get<std::uint64_t>();
  }
  std::uint32_t word() const {
    if (count() > 0xffffffff) malformed(fmt::format("'{}' is more than 32 bits", name_));
    return static_cast<std::uint32_t>(count());
  }

 private:
  void require(bool right, const char* what) const {
    if (right) return;
    malformed(name_.empty() ? fmt::format("it is not {}", what) : fmt::format("'{}' is not {}", name_, what));
  }

  const nlohmann::json& value_;
  std::string name_;
};

// Where the text stops being JSON. `byte` counts from 1; the parser has read this byte last.
std::string place_of(const std::string& text, std::size_t byte) {
  if (byte == 0 || byte > text.size()) return "(it ends too early: cut off?)";
  const std::string_view before = std::string_view(text).substr(0, byte - 1);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = byte - (before.find_last_of('\n') + 1);  // npos + 1 is 0
  const char wrong = text[byte - 1];
  const bool printable = wrong > ' ' && wrong <= '~';
  return fmt::format("at line {}, column {}{}", line, column, printable ? fmt::format(" ('{}')", wrong) : "");
}

// Refuses what no device receives. `earlier` has the devices with an input, and
// whether that was all that they receive.
void check_device(const TestInput& input, std::map<std::string, bool>& earlier) {
  const devices::DataSheet* const sheet = devices::data_sheet(input.kind_of_device());
  if (!sheet || !sheet->receives) malformed("a device that receives no inputs");
  const unsigned bytes = sheet->receives->bytes;
  const bool whole = bytes == 1 || input.bytes.empty();  // a stream, or nothing
  if (!whole && input.bytes.size() != bytes) malformed("an input of a device that is no word");
  const auto [before, is_first] = earlier.emplace(input.device, whole);
  if (!is_first && (whole || before->second)) malformed("two inputs of one device");
}

// Test cases of the first versions say only whether every `ecall` is a hook.
isa::HookRule hooks_of(const Field& field) {
  if (field.is_truth()) return field.truth() ? isa::HookRule::Always : isa::HookRule::Never;
  for (const auto rule : {isa::HookRule::Never, isa::HookRule::Marked, isa::HookRule::Always}) {
    if (field.text() == name_of(rule)) return rule;
  }
  malformed("'machine.hooks' is not never, marked or always");
}

call::Settings call_of(const Field& field) {
  const auto texts = [&](const char* key) {
    std::vector<std::string> result;
    for (const Field& text : field[key].elements()) result.push_back(one_line(text.text()));
    return result;
  };
  call::Settings call{one_line(field["function"].text()),
                      one_line(field["after"].text()),
                      texts("objects"),
                      texts("ranges"),
                      texts("links"),
                      texts("stubs"),
                      texts("asserts"),
                      field.has("assumes") ? texts("assumes") : std::vector<std::string>(),
                      field.has("against") ? one_line(field["against"].text()) : std::string(),
                      field.has("with") ? one_line(field["with"].text()) : std::string()};
  if (!call.any()) malformed("a call of no function");
  return call;
}

std::vector<TestInterrupt> interrupts_of(const Field& field) {
  std::vector<TestInterrupt> interrupts;
  for (const Field& entry : field.elements()) {
    TestInterrupt interrupt{entry["name"].text(), {}};
    for (const TestInterrupt& other : interrupts) {
      if (other.name == interrupt.name) malformed("two interrupts of one name");
    }
    for (const Field& arrival : entry["arrivals"].elements()) {
      interrupt.arrivals.push_back(
          {word_from_hex(arrival["pc"].text()), arrival["instructions"].count(), arrival["cycles"].count()});
      const auto& all = interrupt.arrivals;
      if (all.size() > 1 && all[all.size() - 2].cycles > all.back().cycles) malformed("arrivals are not by cycle");
    }
    interrupts.push_back(std::move(interrupt));
  }
  return interrupts;
}

std::vector<devices::ForeignModule> modules_of(const Field& field) {
  std::vector<devices::ForeignModule> modules;
  for (const Field& entry : field.elements()) {
    devices::ForeignModule module{
        one_line(entry["name"].text()), {word_from_hex(entry["base"].text()), entry["size"].word()}, true};
    const bool is_name = std::ranges::all_of(module.name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!is_name || module.name.empty()) malformed("a module of no name");
    if (!devices::is_free(module.region)) malformed("a module where something else is");
    for (const devices::ForeignModule& other : modules) {
      if (devices::meet(module.region, other.region)) malformed("two modules that meet");
      if (module.name == other.name) malformed("two modules of one name");
    }
    modules.push_back(std::move(module));
  }
  return modules;
}

}  // namespace

std::string TestCase::to_json() const {
  ordered_json json;
  json["version"] = 1;
  json["firmware"] = firmware;
  json["fingerprint"] = fmt::format("{:016x}", fingerprint);
  json["inputs"] = ordered_json::array();
  for (const TestInput& input : inputs) {
    ordered_json entry;
    entry["name"] = input.name;
    if (input.device.empty()) {
      entry["pc"] = hex(input.pc);
    } else {
      entry["device"] = input.device;
      if (!input.kind.empty()) entry["kind"] = input.kind;
    }
    if (input.address) entry["address"] = hex(*input.address);
    if (input.answer) entry["answer"] = true;
    entry["bytes"] = hex_bytes(input.bytes);
    if (!input.arrivals.empty()) entry["arrivals"] = input.arrivals;
    entry["value"] = describe(input);
    json["inputs"].push_back(entry);
  }
  for (const TestInterrupt& interrupt : interrupts) {
    ordered_json arrivals = ordered_json::array();
    for (const auto& [address, retired, cycle] : interrupt.arrivals)
      arrivals.push_back({{"pc", hex(address)}, {"instructions", retired}, {"cycles", cycle}});
    json["interrupts"].push_back({{"name", interrupt.name}, {"arrivals", arrivals}});
  }
  for (const devices::ForeignModule& module : modules) {
    json["modules"].push_back({{"name", module.name}, {"base", hex(module.region.base)}, {"size", module.region.size}});
  }
  ordered_json& end = json["end"];
  end["reason"] = row(ending.reason).key;
  if (ending.reason == Termination::Exited || ending.reason == Termination::FailingExit)
    end["exit_code"] = ending.exit_code;
  if (ending.reason == Termination::UnhandledTrap) {
    end["cause"] = static_cast<std::uint32_t>(ending.cause);
    end["trap_value"] = hex(ending.trap_value);
  }
  if (ending.reason == Termination::Repeats) end["violation"] = ending.unexpected;
  end["pc"] = hex(pc);
  end["instructions"] = instructions;
  end["cycles"] = cycles;
  json["machine"]["timing"] = machine.timing;
  if (machine.platform.name.empty()) {
    json["machine"]["memory"] = machine.memory;
  } else {
    json["machine"]["platform"] = {{"name", machine.platform.name},
                                   {"fingerprint", fmt::format("{:016x}", machine.platform.fingerprint)}};
  }
  json["machine"]["hooks"] = name_of(machine.hooks);
  if (machine.stack_limit) json["machine"]["stack_limit"] = hex(*machine.stack_limit);
  if (machine.unwritten != hart::Unwritten::AsItIs)
    json["machine"]["uninitialised"] = machine.unwritten == hart::Unwritten::Zero ? "zero" : "symbolic";
  if (!machine.isa.empty()) json["machine"]["isa"] = machine.isa;
  if (const auto& host = machine.semihosting)
    json["machine"]["semihosting"] = {{"arguments", host->arguments}, {"files", host->files}};
  if (call.any()) {
    json["call"] = {{"function", call.function}, {"after", call.after}, {"objects", call.objects},
                    {"ranges", call.ranges},     {"links", call.links}, {"stubs", call.stubs},
                    {"asserts", call.asserts}};
    if (!call.assumes.empty()) json["call"]["assumes"] = call.assumes;
    if (call.compares()) json["call"].update({{"against", call.against}, {"with", call.with}});
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

TestCase TestCase::from_json(const std::string& text, const std::string& origin) {
  try {
    const auto json = nlohmann::json::parse(text);
    const Field root(json, "");
    if (root["version"].count() != 1) malformed("a version this program does not know");
    TestCase result;
    result.firmware = root["firmware"].text();
    result.fingerprint = number_from_hex(root["fingerprint"].text());
    std::map<std::string, bool> fed;
    for (const Field& entry : root["inputs"].elements()) {
      TestInput input;
      input.name = entry["name"].text();
      if (entry.has("device")) {
        input.device = entry["device"].text();
        if (entry.has("kind")) input.kind = entry["kind"].text();
      } else {
        input.pc = word_from_hex(entry["pc"].text());
      }
      if (entry.has("address")) input.address = word_from_hex(entry["address"].text());
      input.answer = entry.has("answer") && entry["answer"].truth();
      input.bytes = bytes_from_hex(entry["bytes"].text());
      if (entry.has("arrivals")) {
        for (const Field& arrival : entry["arrivals"].elements()) input.arrivals.push_back(arrival.count());
      }
      if (!input.device.empty()) check_device(input, fed);
      result.inputs.push_back(std::move(input));
    }
    if (root.has("modules")) result.modules = modules_of(root["modules"]);
    if (root.has("interrupts")) result.interrupts = interrupts_of(root["interrupts"]);
    const Field end = root["end"];
    result.ending.reason = reason_from_key(end["reason"].text());
    if (end.has("exit_code")) result.ending.exit_code = end["exit_code"].word();
    if (end.has("cause")) result.ending.cause = static_cast<isa::Exception>(end["cause"].word());
    if (end.has("trap_value")) result.ending.trap_value = word_from_hex(end["trap_value"].text());
    if (end.has("violation")) result.ending.unexpected = end["violation"].truth();
    result.pc = word_from_hex(end["pc"].text());
    result.instructions = end["instructions"].count();
    result.cycles = end["cycles"].count();
    const Field machine = root["machine"];
    result.machine.timing = machine["timing"].text();
    if (machine.has("platform")) {
      result.machine.platform = {one_line(machine["platform"]["name"].text()),
                                 number_from_hex(machine["platform"]["fingerprint"].text())};
      if (result.machine.platform.name.empty()) malformed("a platform without a name");
    } else {
      result.machine.memory = machine["memory"].word();
    }
    result.machine.hooks = hooks_of(machine["hooks"]);
    if (machine.has("stack_limit")) result.machine.stack_limit = word_from_hex(machine["stack_limit"].text());
    if (machine.has("uninitialised")) {
      const std::string what = machine["uninitialised"].text();
      if (what != "zero" && what != "symbolic") malformed("'machine.uninitialised' is not symbolic or zero");
      result.machine.unwritten = what == "zero" ? hart::Unwritten::Zero : hart::Unwritten::Symbolic;
    }
    if (machine.has("isa")) result.machine.isa = machine["isa"].text();
    if (machine.has("semihosting")) {
      const Field host = machine["semihosting"];
      result.machine.semihosting = {host["arguments"].text(), host["files"].truth()};
    }
    if (!result.machine.isa.empty() && !isa::parse_isa_name(result.machine.isa).valid)
      malformed("a machine of no RV32I");
    if (result.machine.memory == 0) malformed("a machine without memory");
    if (root.has("call")) result.call = call_of(root["call"]);
    return result;
  } catch (const nlohmann::json::parse_error& error) {
    throw support::InputError(fmt::format("{}: not a test case: not JSON {}", origin, place_of(text, error.byte)));
  } catch (const std::invalid_argument& error) {
    throw support::InputError(fmt::format("{}: not a test case: {}", origin, one_line(error.what())));
  }
}

TestCase TestCase::load(const std::filesystem::path& path) {
  return from_json(support::read_text_file(path), path.string());
}

void TestCase::save(const std::filesystem::path& path) const { support::write_text_file(path, to_json()); }

TestCase make_test_case(const ExecutionState& state, const Ending& ending, const support::FirmwareImage& image) {
  TestCase result;
  result.firmware = std::filesystem::path(image.path()).filename().string();
  result.fingerprint = image.fingerprint();
  const std::vector<const Input*> inputs = inputs_of(state);
  const std::vector<std::string> names = names_of(inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    TestInput entry{.name = names[i],
                    .pc = inputs[i]->pc,
                    .address = inputs[i]->address,
                    .bytes = std::vector<std::uint8_t>(inputs[i]->size),
                    .answer = inputs[i]->answer,
                    .device = inputs[i]->device};
    inputs[i]->for_each_part([&](std::uint32_t offset, term::Term part) {
      const std::uint64_t value = (*state.model)[part->value];
      for (unsigned bit = 0; bit < part.width(); bit += 8)
        entry.bytes[offset + bit / 8] = static_cast<std::uint8_t>(value >> bit);
    });
    result.inputs.push_back(std::move(entry));
  }
  result.ending = ending;
  if (ending.trap_term) {
    result.ending.trap_value = static_cast<std::uint32_t>(term::evaluate(ending.trap_term, *state.model));
    result.ending.trap_term = {};
  }
  result.pc = state.hart.pc;
  result.instructions = state.hart.retired;
  result.cycles = state.hart.cycles;
  return result;
}

namespace {

// Whether a device receives it as a stream of bytes.
bool is_stream(const TestInput& input) {
  const devices::DataSheet* const sheet = devices::data_sheet(input.kind_of_device());
  return !sheet || !sheet->receives || sheet->receives->bytes == 1;
}

}  // namespace

std::string describe(const TestInput& input) {
  const auto& bytes = input.bytes;
  const auto little_endian = [&](std::size_t first, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | bytes[first + i];
    return value;
  };
  if (!input.device.empty() && (bytes.size() == 2 || bytes.size() == 4) && !is_stream(input)) {
    const std::uint32_t value = little_endian(0, bytes.size());
    return fmt::format("{} (0x{:0{}x})", value, value, 2 * bytes.size());
  }
  switch (input.device.empty() ? bytes.size() : 0) {
    case 1: return fmt::format("{} (0x{:02x})", static_cast<std::int8_t>(bytes[0]), bytes[0]);
    case 2: return fmt::format("{} (0x{:04x})", static_cast<std::int16_t>(little_endian(0, 2)), little_endian(0, 2));
    case 4: return fmt::format("{} (0x{:08x})", static_cast<std::int32_t>(little_endian(0, 4)), little_endian(0, 4));
    default: break;
  }
  const auto is_character = [](std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; };
  const bool is_text = std::ranges::all_of(bytes, [&](std::uint8_t byte) { return byte == 0 || is_character(byte); }) &&
                       2 * std::ranges::count_if(bytes, is_character) > std::ssize(bytes);
  std::string text;
  if (bytes.size() % 4 == 0 && input.device.empty() && !is_text) {
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      text += fmt::format("{}{} (0x{:08x})", i ? ", " : "", static_cast<std::int32_t>(little_endian(i, 4)),
                          little_endian(i, 4));
    }
    return "{" + text + "}";
  }
  std::string characters;
  for (std::uint8_t byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", byte);
    characters += is_character(byte) ? static_cast<char>(byte) : '.';
  }
  return fmt::format("{} \"{}\"", text, characters);
}

bool stops_in_front(Termination reason) {
  return detector_of(reason) || reason == Termination::ControlledJump || reason == Termination::Repeats;
}

void make_ready_for(const TestCase& test_case, hart::Detectors& detectors) {
  const Termination reason = test_case.ending.reason;
  const bool follows_memory = reason == Termination::HeapMisused || reason == Termination::BoundsLeft ||
                              reason == Termination::UndefinedUse || reason == Termination::PoisonTouched ||
                              reason == Termination::ReturnOverwritten || reason == Termination::FrameGone ||
                              reason == Termination::MemoryLeaked;
  if (follows_memory) detectors.repeats_finding_at = test_case.pc;
  if (test_case.machine.stack_limit) detectors.stack_limit = test_case.machine.stack_limit;
  detectors.unwritten = test_case.machine.unwritten;
}

bool is_reason_to_stop(Termination reason, std::uint32_t instruction, hart::ConcreteHart& hart,
                       const support::FirmwareImage& image) {
  const isa::Instruction decoded = isa::decode(instruction, hart.extensions());
  const auto& state = hart.state();
  if (const auto detector = detector_of(reason)) return hart.is_reported(*detector, decoded);
  if (reason == Termination::Repeats) return true;  // nothing about the instruction: the path was there before
  if (reason != Termination::ControlledJump) return false;
  const bool returns = decoded.opcode == isa::Opcode::mret;
  if (!returns && decoded.opcode != isa::Opcode::jalr) return false;
  const std::uint32_t target = returns ? state.mepc.raw : state.x[decoded.rs1].raw + decoded.immediate;
  return !program::KnownCode(image).has(target & ~1U);
}

std::vector<devices::ReceivedWords> received_words(const TestCase& test_case) {
  std::vector<devices::ReceivedWords> all;
  for (const TestInput& input : test_case.inputs) {
    if (input.device.empty()) continue;
    auto of = std::ranges::find(all, input.device, &devices::ReceivedWords::device);
    if (of == all.end()) of = all.insert(all.end(), {input.device, {}});
    const unsigned bytes = devices::data_sheet(input.kind_of_device())->receives->bytes;
    for (std::size_t first = 0; first < input.bytes.size(); first += bytes) {
      std::uint32_t word = 0;
      for (unsigned i = bytes; i-- > 0;) word = word << 8 | input.bytes[first + i];
      of->words.emplace_back(word);
    }
  }
  return all;
}

std::vector<devices::PlannedArrival> planned_arrivals(const TestCase& test_case, const devices::BoardPlan& plan) {
  std::vector<devices::PlannedArrival> planned;
  for (const TestInterrupt& interrupt : test_case.interrupts) {
    for (const auto& arrival : interrupt.arrivals) {
      planned.push_back({devices::arrival_row(plan, interrupt.name), arrival.cycles});
    }
  }
  std::ranges::stable_sort(planned, {}, &devices::PlannedArrival::cycle);
  return planned;
}

void TestCaseInputs::next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) {
  while (next_ < case_.inputs.size() && !case_.inputs[next_].device.empty()) ++next_;
  if (next_ >= case_.inputs.size()) {
    throw support::InputError(
        fmt::format("the run asks for an input at 0x{:08x} that the test case does not have", pc));
  }
  const TestInput& input = case_.inputs[next_++];
  if (input.bytes.size() != size) {
    throw support::InputError(fmt::format("the run asks for {} bytes at 0x{:08x}; the test case has {} for '{}'", size,
                                          pc, input.bytes.size(), input.name));
  }
  std::memcpy(bytes, input.bytes.data(), size);
}

}  // namespace janus::engine
