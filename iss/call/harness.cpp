#include "call/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "call/code.h"
#include "call/expression_code.h"
#include "isa/image_code.h"
#include "support/error.h"

namespace janus::call {
namespace {

using isa::Opcode;
using Kind = support::SourceType::Kind;

constexpr std::uint32_t kFinisher = 0x0010'0000, kPass = 0x5555;

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t word : words) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  }
  return bytes;
}

Opcode load_of(const Cell& cell) {
  if (cell.size == 1) return cell.is_signed ? Opcode::lb : Opcode::lbu;
  if (cell.size == 2) return cell.is_signed ? Opcode::lh : Opcode::lhu;
  return Opcode::lw;
}

Opcode store_of(const Cell& cell) { return cell.size == 1 ? Opcode::sb : cell.size == 2 ? Opcode::sh : Opcode::sw; }

class Harness {
 public:
  Harness(support::FirmwareImage& image, const support::SourceTypes& types, const Plan& plan)
      : image_(image),
        types_(types),
        plan_(plan),
        code_(plan.places.code),
        extensions_(isa::extensions_of(image.isa())) {}

  void make() {
    make_object_maker();
    for (const Stub& stub : plan_.stubs) make_stub(stub);
    std::optional<ComparisonCode> comparison;
    if (second_) comparison.emplace(code_, plan_);
    begin_symbol(fmt::format("{}{}", kHarness, plan_.request.function));
    const std::uint32_t entry = code_.here();
    // Whoever comes back to the place finds what the compiler put there. To come back to `main` is a mistake.
    const bool comes_back = image_.symbol("main") != plan_.places.after || plan_.places.function == plan_.places.after;
    const auto displaced = replace(image_, plan_.places.after, entry, "--after");
    if (comes_back)
      restore(plan_.places.after, displaced);
    else
      refuse_second_time();
    make_inputs();
    make_links();
    make_assumptions();
    if (comparison) comparison->keep_inputs();
    if (comparison) comparison->keep_registers();
    call(plan_.places.function);
    keep_result(plan_.result);
    if (comparison) comparison->check_registers();
    check();
    if (comparison) compare(*comparison);
    finish();
    end_symbol();
    name_inputs();
    if (code_.here() > plan_.places.cells) refuse("the expressions are too long");
    support::Segment segment{plan_.places.code, plan_.places.end - plan_.places.code, bytes_of(code_.words())};
    const auto size = static_cast<std::uint32_t>(segment.bytes.size());
    image_.add(std::move(segment), {plan_.places.code, size}, symbols_);
    if (second_) image_.add(stored(*plan_.comparison, second_->image.segments()), {plan_.comparison->store, 0}, {});
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("{}: --call {}: {}", image_.path(), plan_.request.function, why),
                              support::exit_code::kUsage);
  }

  void begin_symbol(std::string name) { symbols_.push_back({std::move(name), code_.here(), 0, true}); }
  void end_symbol() { symbols_.back().size = code_.here() - symbols_.back().address; }
  void name_input(const std::string& name, const Cell& cell) {
    symbols_.push_back({name, cell.address, std::max(cell.size, 1U), false});
  }

  // Makes the code at `address` jump to `target`. Returns what was there.
  std::vector<std::uint8_t> replace(support::FirmwareImage& image, std::uint32_t address, std::uint32_t target,
                                    const std::string& what) {
    const std::uint32_t distance = target - address;
    const bool near = distance + (1U << 20) < 2U << 20;
    Code jump(address);
    if (near)
      jump.add(Opcode::jal, {.rd = isa::kZero, .immediate = distance});
    else
      jump.jump(target);
    const auto bytes = bytes_of(jump.words());
    const support::Symbol* function = image.covering(address, true);
    if (function && function->size > 0 && address - function->address + bytes.size() > function->size) {
      refuse(
          fmt::format("{}: {} has only {} bytes of code, too few for a jump in their place; name what it calls instead",
                      what, function->name, function->size));
    }
    return image.replace_code(address, bytes);
  }

  void restore(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
    code_.set(kOther, address);
    for (std::uint32_t i = 0; i < bytes.size(); i += 2) {
      code_.set(kValue, static_cast<std::uint32_t>(bytes[i] | bytes[i + 1] << 8));
      code_.add(Opcode::sh, {.rs1 = kOther, .rs2 = kValue, .immediate = i});
    }
    code_.add(Opcode::fence_i, {});
  }

  void refuse_second_time() {
    code_.load(Opcode::lw, kValue, plan_.entered.address);
    const std::size_t first = code_.branch(Opcode::beq, kValue, isa::kZero);
    code_.set(isa::kT0, ~0U);  // no hook's code
    code_.word(isa::kHookMarker);
    code_.add(Opcode::ecall, {});
    code_.arrive(first);
    code_.set(kValue, 1);
    code_.store(Opcode::sw, kValue, plan_.entered.address, kOther);
  }

  void make_object_maker() {
    begin_symbol(kObjectMaker);
    code_.move(kValue, kOther);
    code_.back();
    end_symbol();
  }

  void make_stub(const Stub& stub) {
    begin_symbol(fmt::format("--stub {}", stub.name));
    replace(image_, stub.entry, code_.here(), "--stub " + stub.name);
    if (second_) replace(second_->image, *second_->image.symbol(stub.name), code_.here(), "--stub " + stub.name);
    switch (stub.request.kind) {
      case StubRequest::Kind::Skip: break;
      case StubRequest::Kind::Value:
        code_.set(kValue, stub.request.value);
        if (stub.result.size == 8) code_.immediate(Opcode::srai, kOther, kValue, 31);
        break;
      case StubRequest::Kind::Symbolic:
        // A caller may know which registers the function leaves alone.
        code_.immediate(Opcode::addi, isa::kSp, isa::kSp, static_cast<std::uint32_t>(-16));
        for (const std::uint32_t i : {0U, 1U, 2U})
          code_.add(Opcode::sw, {.rs1 = isa::kSp, .rs2 = static_cast<std::uint8_t>(isa::kT0 + i), .immediate = 4 * i});
        if (stub.returned) {
          return_again(stub);
        } else {
          make_result_symbolic(stub);
          code_.load(load_of(stub.result), kValue, stub.result.address);
          if (stub.result.size == 8) code_.load(Opcode::lw, kOther, stub.result.address + 4);
        }
        for (const std::uint32_t i : {0U, 1U, 2U})
          code_.add(Opcode::lw, {.rd = static_cast<std::uint8_t>(isa::kT0 + i), .rs1 = isa::kSp, .immediate = 4 * i});
        code_.immediate(Opcode::addi, isa::kSp, isa::kSp, 16);
        break;
    }
    code_.back();
    end_symbol();
  }

  // In a comparison the second firmware gets the values that the first has got, and new ones behind them.
  void return_again(const Stub& stub) {
    const std::uint32_t made = stub.returned, used = stub.returned + 4, values = stub.returned + 8;
    const auto address_of_value = [&](std::uint32_t number) {
      code_.load(Opcode::lw, kValue, number);
      code_.immediate(Opcode::slli, isa::kT0, kValue, 3);
      code_.set(kOther, values);
      code_.registers(Opcode::add, kOther, kOther, isa::kT0);
      code_.immediate(Opcode::addi, kValue, kValue, 1);
      code_.store(Opcode::sw, kValue, number, isa::kT0);
    };
    code_.load(Opcode::lw, kValue, used);
    code_.load(Opcode::lw, kOther, made);
    const std::size_t again = code_.branch(Opcode::bne, kValue, kOther);
    code_.set(kOther, kMostReturned);
    const std::size_t room = code_.branch(Opcode::bltu, kValue, kOther);
    code_.set(kValue, 1);
    code_.store(Opcode::sw, kValue, plan_.comparison->exhausted.address, kOther);
    finish();
    code_.arrive(room);
    make_result_symbolic(stub);
    address_of_value(made);
    for (std::uint32_t offset = 0; offset < std::max(stub.result.size, 4U); offset += 4) {
      code_.load(Opcode::lw, kValue, stub.result.address + offset);
      code_.add(Opcode::sw, {.rs1 = kOther, .rs2 = kValue, .immediate = offset});
    }
    code_.arrive(again);
    address_of_value(used);
    code_.immediate(load_of(stub.result), kValue, kOther, 0);
    if (stub.result.size == 8) code_.immediate(Opcode::lw, kOther, kOther, 4);
  }

  void make_result_symbolic(const Stub& stub) {
    code_.make_symbolic(stub.result.address, stub.result.size);
    if (types_.type(stub.type).kind == Kind::Boolean) assume_truth_value(stub.result);
  }

  // In all memory of a type, C's _Bool is 0 or 1.
  void assume_truth_values(std::uint32_t base, std::uint32_t type, std::uint32_t bytes) {
    for (const PlaceRun& run : places_in(types_, type, bytes, Kind::Boolean)) {
      code_.set(kOther, base + run.first);
      code_.set(kThird, base + run.first + run.step * run.count);
      code_.set(kFourth, run.step);
      const std::uint32_t again = code_.here();
      code_.immediate(Opcode::lbu, kValue, kOther, 0);
      code_.immediate(Opcode::sltiu, kValue, kValue, 2);
      code_.assume(kValue);
      code_.registers(Opcode::add, kOther, kOther, kFourth);
      code_.branch_to(Opcode::bne, kOther, kThird, again);
    }
  }

  // A cell with an input of C's type _Bool is 0 or 1.
  void assume_truth_value(const Cell& cell) {
    code_.load(Opcode::lbu, kValue, cell.address);
    code_.immediate(Opcode::sltiu, kValue, kValue, 2);
    code_.assume(kValue);
  }

  void assume_range(const Cell& cell, std::int64_t low, std::int64_t high) {
    const Opcode less = cell.is_signed ? Opcode::slt : Opcode::sltu;
    code_.load(load_of(cell), kValue, cell.address);
    code_.set(kOther, static_cast<std::uint32_t>(low));
    code_.registers(less, kThird, kValue, kOther);
    code_.set(kOther, static_cast<std::uint32_t>(high));
    code_.registers(less, kOther, kOther, kValue);
    code_.registers(Opcode::or_, kValue, kThird, kOther);
    code_.immediate(Opcode::xori, kValue, kValue, 1);
    code_.assume(kValue);
  }

  void make_inputs() {
    for (const Argument& argument : plan_.arguments) {
      switch (argument.from) {
        case Argument::From::Input:
        case Argument::From::Bytes:
          code_.make_symbolic(argument.cell.address, argument.cell.size);
          if (argument.range) assume_range(argument.cell, argument.range->low, argument.range->high);
          assume_truth_values(argument.cell.address, argument.cell.type, argument.cell.size);
          for (const std::size_t member : argument.members) make_object(plan_.objects[member]);
          break;
        case Argument::From::Number: store_number(argument); break;
        case Argument::From::Object: make_object(plan_.objects[argument.object]); break;
        case Argument::From::Link: break;
      }
    }
    for (const Global& global : plan_.globals) {
      code_.make_symbolic(global.cell.address, global.cell.size);
      assume_truth_values(global.cell.address, global.cell.type, global.cell.size);
    }
  }

  void store_number(const Argument& argument) {
    code_.set(kValue, argument.number);
    code_.store(store_of(argument.cell), kValue, argument.cell.address, kOther);
    if (argument.cell.size != 8) return;
    code_.immediate(Opcode::srai, kValue, kValue, 31);
    code_.store(Opcode::sw, kValue, argument.cell.address + 4, kOther);
  }

  void make_object(const Object& object) {
    if (object.is_null) return code_.store(Opcode::sw, isa::kZero, object.pointer, kOther);
    std::optional<std::size_t> null;
    if (object.may_be_null) {
      code_.make_symbolic(object.null.address, 1);
      assume_truth_value(object.null);
      code_.store(Opcode::sw, isa::kZero, object.pointer, kOther);
      code_.load(Opcode::lbu, kValue, object.null.address);
      null = code_.branch(Opcode::bne, kValue, isa::kZero);
    }
    choose_size(object);
    if (object.is_string) {
      fill_string(object);
    } else {
      if (second_) code_.make_symbolic(behind(object), kBeyond);
      make_elements(object);
    }
    code_.load(load_of(object.chosen), kValue, object.chosen.address);
    if (object.is_string) code_.immediate(Opcode::addi, kValue, kValue, 1);
    code_.set(kOther, object.base);
    code_.call(plan_.places.code);  // the object maker comes first
    code_.store(Opcode::sw, kValue, object.pointer, kOther);
    for (const std::size_t member : object.members) make_object(plan_.objects[member]);
    if (null) arrive_far(*null);
  }

  // The first byte behind an object of the largest size.
  static std::uint32_t behind(const Object& object) {
    return object.base + object.size.high + (object.is_string ? 1 : 0);
  }

  void make_elements(const Object& object) {
    code_.make_symbolic(object.base, object.size.high);
    assume_truth_values(object.base, object.type, object.size.high);
  }

  void arrive_far(std::size_t branch) {
    if (code_.words().size() - branch > 1000) refuse("an object that may be null has too many pointers in it");
    code_.arrive(branch);
  }

  void choose_size(const Object& object) {
    if (object.has_size_input()) {
      code_.make_symbolic(object.chosen.address, object.chosen.size);
      assume_range(object.chosen, object.size.low, object.size.high);
    } else {
      code_.set(kValue, object.size.low);
      code_.store(store_of(object.chosen), kValue, object.chosen.address, kOther);
    }
  }

  // Each length is a path, since functions on strings ask for it anyway: characters that are not 0, and a 0.
  void fill_string(const Object& object) {
    code_.load(load_of(object.chosen), kOther, object.chosen.address);
    code_.set(kThird, object.size.low);
    const std::size_t first = code_.branch(Opcode::beq, kOther, kThird);
    const std::uint32_t again = code_.here();
    code_.immediate(Opcode::addi, kThird, kThird, 1);
    code_.set(kFourth, object.size.high);
    const std::size_t last = code_.branch(Opcode::beq, kThird, kFourth);
    code_.branch_to(Opcode::bne, kOther, kThird, again);
    code_.arrive(first);
    code_.arrive(last);
    code_.store(store_of(object.chosen), kThird, object.chosen.address, kFourth);
    code_.set(isa::kT1, object.base);
    code_.move(isa::kT2, kThird);
    code_.hook(isa::HookCode::MakeMemorySymbolic);
    code_.set(kOther, object.base);
    code_.registers(Opcode::add, kThird, kThird, kOther);
    const std::size_t empty = code_.branch(Opcode::beq, kOther, kThird);
    const std::uint32_t next = code_.here();
    code_.immediate(Opcode::lbu, kValue, kOther, 0);
    code_.assume(kValue);
    code_.immediate(Opcode::addi, kOther, kOther, 1);
    code_.branch_to(Opcode::bne, kOther, kThird, next);
    code_.arrive(empty);
    code_.add(Opcode::sb, {.rs1 = kThird, .rs2 = isa::kZero});
    if (!second_) return;
    code_.immediate(Opcode::addi, isa::kT1, kThird, 1);
    code_.set(kOther, behind(object) + kBeyond);
    code_.registers(Opcode::sub, isa::kT2, kOther, isa::kT1);
    code_.hook(isa::HookCode::MakeMemorySymbolic);
  }

  // Where an expression is computed: before the values of --link are there, with them, behind the call.
  enum class Stage : std::uint8_t { Links, Assumptions, Returned };

  // What names mean: size(NAME) and arguments first, then globals; `return` only behind the call.
  std::optional<Meaning> meaning(const Expression::Node& node, Stage stage) const {
    if (node.is == Operator::Return) {
      return stage == Stage::Returned && plan_.result.size > 0 ? std::optional<Meaning>(plan_.result) : std::nullopt;
    }
    if (node.is == Operator::SizeOf) {
      const Object* object = plan_.object(node.name);
      return object ? std::optional<Meaning>(object->chosen) : std::nullopt;
    }
    for (const Argument& argument : plan_.arguments) {
      if (argument.name != node.name || argument.from == Argument::From::Number) continue;
      if (stage == Stage::Links && argument.from == Argument::From::Link) return std::nullopt;
      return argument.cell;
    }
    for (const support::Symbol& symbol : image_.symbols()) {
      if (symbol.name != node.name || symbol.is_function) continue;
      Cell cell{.address = symbol.address, .size = symbol.size};
      if (const auto type = global_types_(symbol.address)) {
        cell.type = *type;
        cell.size = types_.type(*type).size;
        cell.is_signed = types_.type(*type).is_signed;
      }
      return cell;
    }
    for (const support::Symbol& symbol : image_.symbols()) {
      if (symbol.name != node.name || !symbol.is_function) continue;
      if (second_) refuse(fmt::format("'{}' is a function, which the other firmware has elsewhere", node.name));
      return symbol.address;
    }
    if (const auto enumerator = types_.constant(node.name)) return *enumerator;
    return std::nullopt;
  }

  Scope scope(Stage stage) const {
    return {[this, stage](const Expression::Node& node) { return meaning(node, stage); }, types_, extensions_,
            plan_.scratch.address};
  }

  void make_links() {
    for (const Argument& argument : plan_.arguments) {
      if (argument.from != Argument::From::Link) continue;
      compute(argument.link, "--link", scope(Stage::Links), code_);
      code_.store(store_of(argument.cell), kValue, argument.cell.address, kOther);
      if (argument.cell.size == 8) code_.store(Opcode::sw, kFourth, argument.cell.address + 4, kOther);
    }
    make_pointer_links();
  }

  // In the order of the objects: a link may use those in front of it, whose values are there.
  void make_pointer_links() {
    for (auto object = plan_.objects.begin(); object != plan_.objects.end(); ++object) {
      if (!object->link) continue;
      const std::string expression = in_c(object->link->expression);
      const auto unknown = std::find_if(object, plan_.objects.end(), [&](const Object& other) {
        return other.link && expression.find(other.name) != std::string::npos;
      });
      if (unknown != plan_.objects.end())
        refuse(fmt::format("--link {}: it depends on {}, which is linked itself", object->name, unknown->name));
      compute(*object->link, "--link", scope(Stage::Assumptions), code_);
      code_.store(Opcode::sw, kValue, object->pointer, kOther);
    }
  }

  void make_assumptions() {
    for (const Condition& each : plan_.conditions) {
      compute_condition(each.claim, each.option, scope(Stage::Assumptions), code_);
      code_.assume(kValue);
    }
  }

  // The words of the argument list, each as a cell, or an address that is passed itself (RISC-V ELF psABI, chapter
  // "Integer calling convention").
  struct Word {
    Cell cell;
    bool is_address = false;
    bool begins_pair = false;  // of two words that are aligned on the stack
  };
  std::vector<Word> words() const {
    std::vector<Word> words;
    if (plan_.result_object) words.push_back({{.address = plan_.result_object}, true});
    for (const Argument& argument : plan_.arguments) {
      const Cell& cell = argument.cell;
      const bool pair = !argument.by_reference && cell.size > 4;
      if (pair) {
        words.push_back({{.address = cell.address}, false, types_.type(cell.type).kind != Kind::Aggregate});
        words.push_back({{.address = cell.address + 4}});
      } else {
        Cell word = cell;
        if (argument.from == Argument::From::Bytes) word = {.address = cell.address};
        words.push_back({word, argument.by_reference});
      }
    }
    return words;
  }

  void load_word(const Word& word, std::uint8_t number) {
    if (word.is_address)
      code_.set(number, word.cell.address);
    else
      code_.load(load_of(word.cell), number, word.cell.address);
  }

  void call(std::uint32_t function) {
    const std::size_t in_registers = extensions_.has(isa::Extension::E) ? 6 : 8;
    const std::vector<Word> words = this->words();
    std::vector<std::pair<std::uint32_t, Word>> on_stack;
    std::uint32_t bytes = 0;
    for (std::size_t i = in_registers; i < words.size(); ++i) {
      if (words[i].begins_pair) bytes = (bytes + 7) & ~7U;
      on_stack.emplace_back(bytes, words[i]);
      bytes += 4;
    }
    if (bytes > 1024) refuse("it takes too many arguments");
    if (bytes > 0) code_.immediate(Opcode::addi, isa::kSp, isa::kSp, -((bytes + 15) & ~15U));
    for (const auto& [offset, word] : on_stack) {
      load_word(word, kValue);
      code_.add(Opcode::sw, {.rs1 = isa::kSp, .rs2 = kValue, .immediate = offset});
    }
    for (std::size_t i = 0; i < std::min(words.size(), in_registers); ++i)
      load_word(words[i], static_cast<std::uint8_t>(isa::kA0 + i));
    code_.call(function);
    if (bytes > 0) code_.immediate(Opcode::addi, isa::kSp, isa::kSp, (bytes + 15) & ~15U);
  }

  void keep_result(const Cell& result) {
    if (result.size == 0 || plan_.result_object) return;
    code_.store(Opcode::sw, kValue, result.address, kThird);
    code_.store(Opcode::sw, kOther, result.address + 4, kThird);
  }

  void compare(ComparisonCode& comparison) {
    comparison.change_firmware(second_->image.entry(), second_->image.segments());
    end_symbol();
    begin_symbol(kComparison);
    restore(second_->after, replace(second_->image, second_->after, code_.here(), "--after"));
    comparison.give_inputs();
    comparison.keep_registers();
    call(plan_.comparison->function);
    keep_result(plan_.comparison->result);
    comparison.check_registers();
    comparison.compare();
  }

  void check() {
    for (const Claim& claim : plan_.request.asserts) {
      end_symbol();
      begin_symbol(fmt::format("--assert '{}'", claim.text));
      compute_condition(claim, "--assert", scope(Stage::Returned), code_);
      code_.require(kValue);
    }
  }

  void finish() {
    code_.set(kValue, kPass);
    code_.store(Opcode::sw, kValue, kFinisher, kOther);
    code_.add(Opcode::jal, {.rd = isa::kZero});
  }

  void name_inputs() {
    for (const Argument& argument : plan_.arguments) {
      if (argument.from == Argument::From::Input || argument.from == Argument::From::Bytes)
        name_input(argument.name, argument.cell);
    }
    for (const Object& object : plan_.objects) {
      if (object.is_null) continue;
      name_input(object.name, {.address = object.base, .size = behind(object) - object.base});
      if (second_) name_input("behind " + object.name, {.address = behind(object), .size = kBeyond});
      name_input(fmt::format("size({})", object.name), object.chosen);
      if (object.may_be_null) name_input(fmt::format("{} is null", object.name), object.null);
    }
    for (const Stub& stub : plan_.stubs) {
      if (stub.request.kind == StubRequest::Kind::Symbolic) name_input(stub.name, stub.result);
    }
  }

 public:
  // The type of the global at an address.
  std::function<std::optional<std::uint32_t>(std::uint32_t)> global_types_;
  const SecondFirmware* second_ = nullptr;

 private:
  support::FirmwareImage& image_;
  const support::SourceTypes& types_;
  const Plan& plan_;
  Code code_;
  isa::Extensions extensions_;
  std::vector<support::Symbol> symbols_;
};

}  // namespace

void add_harness(support::FirmwareImage& image, support::SourceTypes& types, const Plan& plan,
                 const SecondFirmware* second) {
  Harness harness(image, types, plan);
  harness.second_ = second;
  harness.global_types_ = [&](std::uint32_t address) { return types.variable_at(address); };
  harness.make();
}

}  // namespace janus::call
