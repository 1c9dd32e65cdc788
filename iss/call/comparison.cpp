#include "call/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/image_code.h"
#include "support/error.h"

namespace janus::call {
namespace {

using isa::Opcode;
using Kind = support::SourceType::Kind;

constexpr std::uint32_t kBehindCopy = 256;  // bytes behind each copy
constexpr std::uint8_t kEnd = 16, kStep = 17;
constexpr std::uint32_t kMstatus = 0x300, kMie = 0x304, kMtvec = 0x305, kMscratch = 0x340;

class ComparisonPlanner {
 public:
  ComparisonPlanner(Plan& plan, const support::FirmwareImage& first, support::SourceTypes& types,
                    const SecondFirmware& second)
      : plan_(plan), first_(first), types_(types), second_(second), next_(plan.places.end) {}

  void make() {
    comparison_.path = second_.image.path();
    comparison_.function = second_.function;
    comparison_.phase = {.address = memory(4)};
    comparison_.exhausted = {.address = memory(4)};
    comparison_.result = plan_.result;
    comparison_.result.address = memory(8);
    comparison_.registers = memory(4 * 32);
    const Kind kind = types_.type(plan_.result.type).kind;
    comparison_.is_extended = kind == Kind::Integer || kind == Kind::Boolean;
    if (plan_.result.size > 0 && !plan_.result_object) {
      comparison_.pointers = pointers(plan_.result.type, plan_.result.size);
      comparison_.padding = padding_in(types_, plan_.result.type, plan_.result.size);
    }
    check_extensions();
    check_prototype();
    plan_stubs();
    keep_objects();
    keep_globals();
    comparison_.store = next_;
    for (const support::Segment& segment : second_.image.segments())
      comparison_.store_bytes += static_cast<std::uint32_t>(segment.bytes.size() + 3) & ~3U;
    next_ += comparison_.store_bytes;
    if (next_ > plan_.places.room || comparison_.store > plan_.places.room)
      refuse("there is no room for both in memory");
    plan_.comparison = std::move(comparison_);
    plan_.places.end = plan_.comparison->store;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("compare: {} and {}: {}", first_.path(), second_.image.path(), why),
                              support::exit_code::kUsage);
  }

  std::uint32_t memory(std::uint32_t bytes) {
    const std::uint32_t at = next_;
    next_ = (at + bytes + kBehindCopy + 63) & ~63U;
    if (next_ < at || next_ > plan_.places.room) refuse("there is no room for both in memory");
    return at;
  }

  // The machine is that of the first firmware.
  void check_extensions() const {
    if (isa::extensions_of(first_.isa()).has(isa::Extension::E)) refuse("RV32E has no register for the names of hooks");
    const auto has = isa::extensions_of(first_.isa()), wants = isa::extensions_of(second_.image.isa());
    if ((has | wants) != has) {
      refuse(fmt::format("the second is for {}, the first for {}; --isa says what the machine has", second_.image.isa(),
                         first_.isa()));
    }
  }

  void check_prototype() {
    const auto other = second_.types.function_at(second_.function);
    if (!plan_.function || !other) return;
    const auto& parameters = plan_.function->parameters;
    if (parameters.size() != other->parameters.size()) {
      refuse(fmt::format("{} takes {} arguments in the first, and {} {} in the second", plan_.function->name,
                         parameters.size(), other->name, other->parameters.size()));
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto &one = types_.type(parameters[i].type), &two = second_.types.type(other->parameters[i].type);
      if (one.size != two.size)
        refuse(fmt::format("argument {} has {} bytes in the first, and {} in the second", i + 1, one.size, two.size));
    }
    const auto &one = types_.type(plan_.function->result), &two = second_.types.type(other->result);
    if (one.size != two.size || (one.kind == Kind::Void) != (two.kind == Kind::Void))
      refuse("the results are of different types");
  }

  void plan_stubs() {
    for (Stub& stub : plan_.stubs) {
      if (!second_.image.symbol(stub.name))
        refuse(fmt::format("--stub {}: the second has no such function", stub.name));
      if (stub.request.kind == StubRequest::Kind::Symbolic) stub.returned = memory(8 + 8 * kMostReturned);
    }
  }

  std::vector<PlaceRun> pointers(std::uint32_t type, std::uint32_t bytes) const {
    return places_in(types_, type, bytes, Kind::Pointer);
  }

  void look_into(Comparison::Kept& kept, std::uint32_t type, std::uint32_t bytes) const {
    kept.pointers = pointers(type, bytes);
    kept.padding = padding_in(types_, type, bytes);
  }

  Comparison::Kept& keep(std::string name, std::uint32_t first, std::uint32_t second, std::uint32_t size, bool input,
                         bool output) {
    return comparison_.kept.emplace_back(Comparison::Kept{.name = std::move(name),
                                                          .first = first,
                                                          .second = second,
                                                          .size = size,
                                                          .input = input ? memory(size) : 0,
                                                          .output = output ? memory(size) : 0,
                                                          .pointers = {},
                                                          .padding = {}});
  }

  void keep_objects() {
    for (const Object& object : plan_.objects) {
      if (object.is_null) continue;
      const std::uint32_t size = object.size.high + (object.is_string ? 1 : 0);
      look_into(keep(object.name, object.base, object.base, size + kBeyond, true, true), object.type, size);
    }
    for (const Argument& argument : plan_.arguments) {
      const bool in_memory = argument.from == Argument::From::Bytes && argument.by_reference;
      if (in_memory) keep(argument.name, argument.cell.address, argument.cell.address, argument.cell.size, true, false);
    }
    if (!plan_.result_object) return;
    look_into(keep("the result", plan_.result_object, plan_.result_object, plan_.result.size, true, true),
              plan_.result.type, plan_.result.size);
  }

  const support::Symbol* global(const support::FirmwareImage& image, const std::string& name) const {
    const support::Symbol* found = nullptr;
    for (const support::Symbol& symbol : image.symbols()) {
      if (symbol.is_function || symbol.size == 0 || symbol.name != name) continue;
      if (found) return nullptr;  // several of this name
      found = &symbol;
    }
    return found;
  }

  bool is_constant(const support::FirmwareImage& image, std::uint32_t address) const {
    return std::ranges::any_of(image.read_only(), [=](const auto& range) { return range.contains(address); });
  }

  // The variables that the debug information of both names: not those of the C library, whose heap and buffers are its
  // own affair.
  void keep_globals() {
    for (const support::Symbol& symbol : first_.symbols()) {
      if (symbol.is_function || symbol.size == 0 || is_constant(first_, symbol.address)) continue;
      const auto type = types_.variable_at(symbol.address);
      if (!type) continue;
      const bool is_input = std::ranges::any_of(plan_.globals, [&](const auto& g) { return g.name == symbol.name; });
      const support::Symbol* const other =
          global(first_, symbol.name) == &symbol ? global(second_.image, symbol.name) : nullptr;
      const auto why = why_apart(symbol, other);
      if (!why.empty()) comparison_.apart.push_back(fmt::format("{}, {}", symbol.name, why));
      if (is_input && (!other || other->size != symbol.size))
        refuse(fmt::format("--object {}=symbolic: the second has no such global", symbol.name));
      if (why.empty() || is_input) {
        look_into(keep(symbol.name, symbol.address, other->address, symbol.size, is_input, why.empty()), *type,
                  symbol.size);
      }
    }
  }

  // Why a global is not compared; empty if it is.
  std::string why_apart(const support::Symbol& symbol, const support::Symbol* other) const {
    if (!other) return "which the second has not, or one of the two has several times";
    if (other->size != symbol.size) return "which has another size in the second";
    return is_constant(second_.image, other->address) ? "a constant in the second" : "";
  }

  Plan& plan_;
  const support::FirmwareImage& first_;
  support::SourceTypes& types_;
  const SecondFirmware& second_;
  Comparison comparison_;
  std::uint32_t next_;
};

}  // namespace

void plan_comparison(Plan& plan, const support::FirmwareImage& first, support::SourceTypes& types,
                     const SecondFirmware& second) {
  ComparisonPlanner(plan, first, types, second).make();
}

support::Segment stored(const Comparison& comparison, const std::vector<support::Segment>& segments) {
  support::Segment store{comparison.store, comparison.store_bytes, {}};
  for (const support::Segment& segment : segments) {
    store.bytes.insert(store.bytes.end(), segment.bytes.begin(), segment.bytes.end());
    store.bytes.resize((store.bytes.size() + 3) & ~std::size_t{3});
  }
  return store;
}

ComparisonCode::ComparisonCode(Code& code, const Plan& plan) : code_(code), plan_(plan), comparison_(*plan.comparison) {
  name_of_result_ = text("the results differ");
  name_of_first_ = text(kOfFirst);
  name_of_second_ = text(kOfSecond);
  name_of_offset_ = text(kAtByte);
  for (const Comparison::Kept& kept : comparison_.kept)
    names_.push_back(kept.output ? text(kept.name + " differs behind the calls") : 0);
  for (std::uint8_t number = isa::kSp; number < 32; ++number) {
    if (number > isa::kTp && !isa::is_saved(number)) continue;
    names_of_registers_.emplace_back(
        number, text(fmt::format("{} is not what it was before the call", isa::kRegisterNames[number])));
  }
  write_pointer_loop();
}

std::uint32_t ComparisonCode::text(const std::string& text) {
  const std::uint32_t at = code_.here();
  for (std::size_t i = 0; i <= text.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 4 && i + j < text.size(); ++j)
      word |= std::uint32_t{static_cast<std::uint8_t>(text[i + j])} << (8 * j);
    code_.word(word);
  }
  return at;
}

// Whole words first, if both are aligned, then bytes.
void ComparisonCode::copy(std::uint32_t from, std::uint32_t to, std::uint32_t bytes) {
  const std::uint32_t words = from % 4 == 0 && to % 4 == 0 ? bytes / 4 * 4 : 0;
  copy_by(Opcode::lw, Opcode::sw, 4, from, to, words);
  copy_by(Opcode::lbu, Opcode::sb, 1, from + words, to + words, bytes - words);
}

void ComparisonCode::copy_by(Opcode load, Opcode store, std::uint32_t step, std::uint32_t from, std::uint32_t to,
                             std::uint32_t bytes) {
  if (bytes == 0) return;
  code_.set(kValue, from);
  code_.set(kOther, to);
  code_.set(kThird, to + bytes);
  const std::uint32_t again = code_.here();
  code_.immediate(load, kFourth, kValue, 0);
  code_.add(store, {.rs1 = kOther, .rs2 = kFourth});
  code_.immediate(Opcode::addi, kValue, kValue, step);
  code_.immediate(Opcode::addi, kOther, kOther, step);
  code_.branch_to(Opcode::bne, kOther, kThird, again);
}

void ComparisonCode::clear(std::uint32_t from, std::uint32_t bytes) {
  const std::uint32_t head = std::min(bytes, (4 - from % 4) % 4), words = (bytes - head) / 4 * 4;
  clear_by(Opcode::sb, 1, from, head);
  clear_by(Opcode::sw, 4, from + head, words);
  clear_by(Opcode::sb, 1, from + head + words, bytes - head - words);
}

void ComparisonCode::clear_by(Opcode store, std::uint32_t step, std::uint32_t from, std::uint32_t bytes) {
  if (bytes == 0) return;
  code_.set(kOther, from);
  code_.set(kThird, from + bytes);
  const std::uint32_t again = code_.here();
  code_.add(store, {.rs1 = kOther, .rs2 = isa::kZero});
  code_.immediate(Opcode::addi, kOther, kOther, step);
  code_.branch_to(Opcode::bne, kOther, kThird, again);
}

void ComparisonCode::keep_inputs() {
  for (const Comparison::Kept& kept : comparison_.kept) {
    if (kept.input) copy(kept.first, kept.input, kept.size);
  }
}

void ComparisonCode::keep_registers() {
  for (const auto& [number, name] : names_of_registers_)
    code_.store(Opcode::sw, number, comparison_.registers + 4 * number, kThird);
}

void ComparisonCode::check_registers() {
  for (const auto& [number, name] : names_of_registers_) {
    code_.load(Opcode::lw, kFifth, comparison_.registers + 4 * number);
    const std::size_t equal = code_.branch(Opcode::beq, kFifth, number);
    code_.set(isa::kHookName, name);
    code_.hook(isa::HookCode::Report);
    code_.arrive(equal);
  }
}

void ComparisonCode::change_firmware(std::uint32_t entry, const std::vector<support::Segment>& segments) {
  for (const Comparison::Kept& kept : comparison_.kept) {
    if (kept.output) copy(kept.first, kept.output, kept.size);
  }
  std::uint32_t from = comparison_.store;
  for (const support::Segment& segment : segments) {
    const auto bytes = static_cast<std::uint32_t>(segment.bytes.size());
    if (bytes > 0) copy(from, segment.address, bytes);
    clear(segment.address + bytes, segment.size - bytes);
    from += (bytes + 3) & ~3U;
  }
  code_.add(Opcode::fence_i, {});
  code_.set(kValue, 1);
  code_.store(Opcode::sw, kValue, comparison_.phase.address, kOther);
  for (const Stub& stub : plan_.stubs) {
    if (stub.returned) code_.store(Opcode::sw, isa::kZero, stub.returned + 4, kOther);
  }
  for (const std::uint32_t csr : {kMstatus, kMie, kMtvec, kMscratch})
    code_.add(Opcode::csrrw, {.rs1 = isa::kZero, .immediate = csr});
  code_.set(kValue, 0);
  code_.set(kOther, 0);
  code_.jump(entry);
}

void ComparisonCode::give_inputs() {
  for (const Comparison::Kept& kept : comparison_.kept) {
    if (kept.input) copy(kept.input, kept.second, kept.size);
  }
}

void ComparisonCode::compare() {
  if (plan_.result.size > 0 && !plan_.result_object) {
    adjust_pointers(comparison_.pointers, plan_.result.address, comparison_.result.address);
    skip_padding(comparison_.padding, plan_.result.address, comparison_.result.address);
    compare_results();
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Comparison::Kept& kept = comparison_.kept[i];
    if (!names_[i]) continue;
    adjust_pointers(kept.pointers, kept.output, kept.second);
    skip_padding(kept.padding, kept.output, kept.second);
    compare_memory(kept, names_[i]);
  }
}

// Of two pointers in memory, at a0 and a1, the first becomes the second where both lie outside of the call's objects:
// each firmware has its own addresses there. One that is null, or that points into an object, must be the same.
void ComparisonCode::write_pointer_loop() {
  pointer_loop_ = code_.here();
  code_.immediate(Opcode::lw, kFifth, kValue, 0);
  code_.immediate(Opcode::lw, kSixth, kOther, 0);
  const std::size_t null = code_.branch(Opcode::beq, kFifth, isa::kZero);
  const std::size_t second_null = code_.branch(Opcode::beq, kSixth, isa::kZero);
  const auto is_inside = [&](std::uint8_t result, std::uint8_t pointer) {
    code_.set(isa::kT0, plan_.places.objects);
    code_.registers(Opcode::sub, result, pointer, isa::kT0);
    code_.set(isa::kT0, plan_.places.end - plan_.places.objects);
    code_.registers(Opcode::sltu, result, result, isa::kT0);
  };
  is_inside(kThird, kFifth);
  is_inside(kFourth, kSixth);
  code_.registers(Opcode::or_, kThird, kThird, kFourth);
  const std::size_t inside = code_.branch(Opcode::bne, kThird, isa::kZero);
  code_.add(Opcode::sw, {.rs1 = kValue, .rs2 = kSixth});
  for (const std::size_t branch : {null, second_null, inside}) code_.arrive(branch);
  code_.registers(Opcode::add, kValue, kValue, kStep);
  code_.registers(Opcode::add, kOther, kOther, kStep);
  code_.branch_to(Opcode::bne, kValue, kEnd, pointer_loop_);
  code_.back();
}

// What belongs to no member of a structure becomes equal.
void ComparisonCode::skip_padding(const std::vector<PlaceRun>& runs, std::uint32_t first, std::uint32_t second) {
  for (const PlaceRun& run : runs) {
    code_.set(kValue, first + run.first);
    code_.set(kOther, second + run.first);
    code_.set(kEnd, first + run.first + run.step * run.count);
    code_.set(kStep, run.step);
    const std::uint32_t again = code_.here();
    code_.immediate(Opcode::lbu, kFifth, kOther, 0);
    code_.add(Opcode::sb, {.rs1 = kValue, .rs2 = kFifth});
    code_.registers(Opcode::add, kValue, kValue, kStep);
    code_.registers(Opcode::add, kOther, kOther, kStep);
    code_.branch_to(Opcode::bne, kValue, kEnd, again);
  }
}

void ComparisonCode::adjust_pointers(const std::vector<PlaceRun>& runs, std::uint32_t first, std::uint32_t second) {
  for (const PlaceRun& run : runs) {
    if ((second + run.first) % 4 != 0 || run.step % 4 != 0) continue;  // a packed structure: compared as a number
    code_.set(kValue, first + run.first);
    code_.set(kOther, second + run.first);
    code_.set(kEnd, first + run.first + run.step * run.count);
    code_.set(kStep, run.step);
    code_.call(pointer_loop_);
  }
}

// Results of 8 bytes are two words; of narrower ones that are numbers, callers read the whole register.
void ComparisonCode::compare_results() {
  for (std::uint32_t offset = 0; offset < plan_.result.size; offset += 4) {
    const auto load = [&](std::uint8_t number, const Cell& cell) {
      const std::uint32_t left = cell.size - offset;
      const Opcode narrow =
          left == 1 ? (cell.is_signed ? Opcode::lb : Opcode::lbu) : (cell.is_signed ? Opcode::lh : Opcode::lhu);
      code_.load(left >= 3 || comparison_.is_extended ? Opcode::lw : narrow, number, cell.address + offset);
    };
    load(kFifth, plan_.result);
    load(kSixth, comparison_.result);
    const std::size_t equal = code_.branch(Opcode::beq, kFifth, kSixth);
    differ(name_of_result_);
    code_.arrive(equal);
  }
}

// One question for all bytes. Where they differ, both get values of the path, of which the first that differ are told.
void ComparisonCode::compare_memory(const Comparison::Kept& kept, std::uint32_t name) {
  const auto loop = [&](std::uint8_t first, auto&& body) {
    code_.set(first, kept.output);
    code_.set(kOther, kept.second);
    code_.set(kThird, kept.output + kept.size);
    const std::uint32_t again = code_.here();
    code_.immediate(Opcode::lbu, kFifth, first, 0);
    code_.immediate(Opcode::lbu, kSixth, kOther, 0);
    body();
    code_.immediate(Opcode::addi, first, first, 1);
    code_.immediate(Opcode::addi, kOther, kOther, 1);
    code_.branch_to(Opcode::bne, first, kThird, again);
  };
  code_.set(kFourth, 0);
  loop(kValue, [&] {
    code_.registers(Opcode::xor_, kFifth, kFifth, kSixth);
    code_.registers(Opcode::or_, kFourth, kFourth, kFifth);
  });
  const std::size_t equal = code_.branch(Opcode::beq, kFourth, isa::kZero);
  std::size_t found = 0;
  loop(kFourth, [&] {
    get_value(kFifth);
    get_value(kSixth);
    found = code_.branch(Opcode::bne, kFifth, kSixth);
  });
  code_.arrive(found);
  code_.set(kOther, kept.output);
  code_.registers(Opcode::sub, kFourth, kFourth, kOther);
  tell(kFourth, name_of_offset_);
  differ(name);
  code_.arrive(equal);
}

void ComparisonCode::differ(std::uint32_t name) {
  tell(kFifth, name_of_first_);
  tell(kSixth, name_of_second_);
  code_.set(isa::kHookName, name);
  code_.hook(isa::HookCode::Report);
}

// Gives the register one of the values that it has on the path, by a0.
void ComparisonCode::get_value(std::uint8_t number) {
  code_.set(isa::kT1, number);
  code_.hook(isa::HookCode::GetValue);
  code_.move(number, kValue);
}

void ComparisonCode::tell(std::uint8_t number, std::uint32_t name) {
  get_value(number);
  code_.set(isa::kT1, number);
  code_.set(isa::kHookName, name);
  code_.hook(isa::HookCode::Print);
}

}  // namespace janus::call
