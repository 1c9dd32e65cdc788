// Where the harness and its objects are: in the largest piece of RAM without a segment, in its middle or 512 KiB behind
// its beginning, whichever is first. Heaps grow from its beginning and stacks from its end. So near, the firmware's
// code reaches the harness by a jump of 4 bytes, and even a function of one instruction can be replaced.
#include "call/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "support/error.h"
#include "support/similar_name.h"

namespace janus::call {
namespace {

using Kind = support::SourceType::Kind;

constexpr std::uint32_t kMostDistance = 512U << 10, kCodeBytes = 32U << 10, kCellBytes = 8U << 10, kRedZone = 256;
constexpr SizeRange kDefaultBytes{0, 16};
constexpr unsigned kDeepestObject = 2;  // a pointer in an object in an object is null

std::uint32_t aligned(std::uint32_t address, std::uint32_t to) { return (address + to - 1) / to * to; }

// In C, where the lowest number is no literal.
std::string in_c(std::int64_t number) {
  if (number != std::numeric_limits<std::int64_t>::min()) return fmt::format("{}", number);
  return fmt::format("({} - 1)", number + 1);
}

// Whether a name may end with the character, or be a member of what does.
bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '>' || c == ']';
}

class Planner {
 public:
  Planner(const support::FirmwareImage& image, support::SourceTypes& types, Request request)
      : image_(image), types_(types) {
    plan_.request = std::move(request);
  }

  Plan make(std::uint32_t after, std::uint32_t function, MemoryRange memory,
            const std::vector<support::Segment>& others) {
    plan_.places.after = after;
    plan_.places.function = function;
    find_room(memory, others);
    plan_.function = types_.function_at(function);
    plan_.entered = new_cell({.size = 4});
    plan_.scratch = {.address = next_cell_};
    next_cell_ += 8 * (kDeepestExpression + 2);
    if (plan_.function && plan_.function->is_variadic) refuse("it takes a variable number of arguments");
    make_result();
    make_arguments();
    make_globals();
    make_stubs();
    make_conditions();
    refuse_unused();
    if (next_object_ > plan_.places.end) {
      throw support::InputError(fmt::format("{}: no room in memory for the objects of --call", image_.path()),
                                support::exit_code::kUsage);
    }
    plan_.places.room = plan_.places.end;
    plan_.places.end = next_object_;
    return std::move(plan_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("{}: --call {}: {}", image_.path(), plan_.request.function, why),
                              support::exit_code::kUsage);
  }

  void find_room(MemoryRange memory, const std::vector<support::Segment>& others) {
    std::vector<support::AddressRange> taken;
    for (const auto* segments : {&image_.segments(), &others}) {
      for (const support::Segment& segment : *segments) taken.push_back({segment.address, segment.size});
    }
    std::ranges::sort(taken, {}, &support::AddressRange::first);
    std::uint64_t begin = memory.base, best = 0;
    const std::uint64_t end = begin + memory.size;
    std::uint64_t room = 0;
    const auto look = [&](std::uint64_t until) {
      if (until > begin && until - begin > room) room = until - begin, best = begin;
    };
    for (const support::AddressRange& range : taken) {
      look(range.first);
      begin = std::max<std::uint64_t>(begin, std::uint64_t{range.first} + range.size);
    }
    look(end);
    const auto first = static_cast<std::uint32_t>(best + std::min<std::uint64_t>(room / 2, kMostDistance));
    plan_.places.code = aligned(first, 4096);
    plan_.places.cells = plan_.places.code + kCodeBytes;
    plan_.places.objects = plan_.places.cells + kCellBytes;
    plan_.places.end = static_cast<std::uint32_t>(std::min<std::uint64_t>(best + room - room / 8, 0xffff'0000));
    next_cell_ = plan_.places.cells;
    next_object_ = plan_.places.objects;
    if (plan_.places.objects >= plan_.places.end) next_object_ = 0xffff'ffff;
  }

  Cell new_cell(Cell cell) {
    cell.address = next_cell_;
    next_cell_ += 8;
    if (next_cell_ > plan_.places.objects) refuse("it has too many arguments and objects");
    return cell;
  }

  std::uint32_t new_memory(std::uint32_t bytes) {
    const std::uint32_t at = next_object_;
    if (at < plan_.places.end) next_object_ = aligned(at + bytes + kRedZone, 64);
    return at;
  }

  // An input of a size or a length.
  Cell size_cell(SizeRange size) { return new_cell({.size = size.high <= 0xff ? 1U : size.high <= 0xffff ? 2U : 4U}); }

  void make_result() {
    plan_.result = new_cell({.size = 4, .is_signed = true});
    if (!plan_.function) return;
    const support::SourceType& type = types_.type(plan_.function->result);
    plan_.result.size = type.size;
    plan_.result.is_signed = type.is_signed;
    plan_.result.type = plan_.function->result;
    if (type.kind == Kind::Void) plan_.result.size = 0;
    if (type.kind != Kind::Aggregate || type.size <= 8) return;
    if (type.size > kMostBytes) refuse(fmt::format("it returns more than {} bytes", kMostBytes));
    plan_.result_object = new_memory(type.size);
    plan_.result.address = plan_.result_object;
  }

  void make_arguments() {
    const auto& wanted = plan_.request.arguments;
    if (!plan_.function) {
      if (!wanted) refuse("there is no debug information about its arguments, so give them: numbers, or a0, a1, ...");
      for (std::size_t i = 0; i < wanted->size(); ++i) make_unknown_argument((*wanted)[i], i);
      return;
    }
    const auto& parameters = plan_.function->parameters;
    if (wanted && wanted->size() != parameters.size()) {
      refuse(fmt::format("it takes {} argument{}, not {}", parameters.size(), parameters.size() == 1 ? "" : "s",
                         wanted->size()));
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      ArgumentRequest argument{parameters[i].name.empty() ? fmt::format("a{}", i) : parameters[i].name};
      if (wanted) argument = (*wanted)[i];
      make_argument(argument, parameters[i].type);
    }
  }

  // Takes a name that may be used once.
  template <class Map>
  std::optional<typename Map::mapped_type> take(Map& requests, const std::string& name) {
    const auto found = requests.find(name);
    if (found == requests.end()) return std::nullopt;
    used_.push_back(&found->first);
    return found->second;
  }

  bool make_given(Argument& argument, const ArgumentRequest& wanted) {
    if (wanted.value) argument.number = *wanted.value;
    if (wanted.is_address) {
      const auto address = image_.symbol(wanted.name);
      if (!address) refuse(fmt::format("there is no symbol '{}' to take the address of", wanted.name));
      argument.number = *address;
    }
    if (!wanted.value && !wanted.is_address) return false;
    argument.from = Argument::From::Number;
    if (wanted.is_address) argument.name = "&" + wanted.name;
    return true;
  }

  void make_unknown_argument(const ArgumentRequest& wanted, std::size_t index) {
    Argument argument{.name = wanted.name, .cell = new_cell({.size = 4})};
    if (!make_given(argument, wanted)) {
      if (auto link = take(plan_.request.links, wanted.name)) {
        argument.from = Argument::From::Link;
        argument.link = *link;
      } else if (auto object = take(plan_.request.objects, wanted.name)) {
        argument.from = Argument::From::Object;
        argument.object = make_object(wanted.name, *object, 0, argument.cell.address, 0);
      } else if (auto range = take(plan_.request.ranges, wanted.name)) {
        argument.cell.is_signed = range->low < 0;
        argument.range = *range;
      } else {
        refuse(
            fmt::format("there is no debug information about its argument {}, so give a number, --range {}=... or "
                        "--object {}=...",
                        index + 1, wanted.name, wanted.name));
      }
    }
    plan_.arguments.push_back(std::move(argument));
  }

  void make_argument(const ArgumentRequest& wanted, std::uint32_t index) {
    const support::SourceType& type = types_.type(index);
    Argument argument{.name = wanted.name, .cell = {.size = type.size, .is_signed = type.is_signed, .type = index}};
    if (type.kind == Kind::Aggregate) {
      if (wanted.value || wanted.is_address) refuse("a structure by value cannot be a number");
      if (type.size > kMostBytes) refuse(fmt::format("'{}' has more than {} bytes", wanted.name, kMostBytes));
      argument.from = Argument::From::Bytes;
      argument.cell.address = new_memory(std::max(type.size, 8U));
      argument.by_reference = type.size > 8;
      Holder holder{argument.cell.address, type.size};
      make_pointers_in(holder, index, 0, wanted.name, 0);
      argument.members = std::move(holder.members);
      plan_.arguments.push_back(std::move(argument));
      return;
    }
    if (type.size != 1 && type.size != 2 && type.size != 4 && type.size != 8) {
      refuse(fmt::format("its argument '{}' has a type that --call cannot make", wanted.name));
    }
    argument.cell = new_cell(argument.cell);
    if (make_given(argument, wanted)) {
    } else if (auto link = take(plan_.request.links, wanted.name)) {
      argument.from = Argument::From::Link;
      argument.link = *link;
    } else if (type.kind == Kind::Pointer) {
      argument.from = Argument::From::Object;
      argument.object =
          make_object(wanted.name, object_request(wanted.name, type.target), type.target, argument.cell.address, 0);
    } else if (argument.cell.size == 8 && type.kind != Kind::Floating) {  // its range becomes a condition
    } else if (auto range = take(plan_.request.ranges, wanted.name)) {
      argument.range = *range;
      check_range(wanted.name, *range, argument.cell);
    } else if (type.kind == Kind::Boolean) {
      argument.range = ValueRange{0, 1};
    }
    plan_.arguments.push_back(std::move(argument));
  }

  void check_range(const std::string& name, const ValueRange& range, const Cell& cell) const {
    const unsigned bits = cell.size * 8 - (cell.is_signed ? 1 : 0);
    if (types_.type(cell.type).kind == Kind::Floating) refuse(fmt::format("--range {}: it is no integer", name));
    if (cell.size > 4) refuse(fmt::format("--range {}: it has more than 32 bits", name));
    const std::int64_t most = (std::int64_t{1} << bits) - 1, least = cell.is_signed ? -most - 1 : 0;
    if (range.low < least || range.high > most) {
      refuse(fmt::format("--range {}: its type has values from {} to {}", name, least, most));
    }
  }

  // What --object says of a pointer; else one of what the pointer points to, or a few bytes.
  ObjectRequest object_request(const std::string& name, std::uint32_t target) {
    if (auto request = take(plan_.request.objects, name)) {
      if (request->kind == ObjectRequest::Kind::Symbolic)
        refuse(fmt::format("--object {}=symbolic: it is a pointer; say bytes:N or null", name));
      default_ = false;
      return *request;
    }
    default_ = true;
    const support::SourceType& type = types_.type(target);
    if (type.kind == Kind::Function) {
      refuse(fmt::format("'{0}' points to a function; give one: --link {0}=NAME, or --object {0}=null", name));
    }
    if (type.size > kMostBytes)
      refuse(fmt::format("'{}' points to {} bytes, more than {}", name, type.size, kMostBytes));
    if (type.size > 1) return {ObjectRequest::Kind::Bytes, {type.size, type.size}};
    return {ObjectRequest::Kind::Bytes, kDefaultBytes};
  }

  // `pointer`: where the pointer is to be stored.
  std::size_t make_object(const std::string& name, const ObjectRequest& request, std::uint32_t target,
                          std::uint32_t pointer, unsigned depth) {
    const std::size_t index = plan_.objects.size();
    Object& object = plan_.objects.emplace_back();
    object.name = name;
    object.pointer = pointer;
    object.type = target;
    object.is_default = default_;
    object.is_null = request.kind == ObjectRequest::Kind::Null;
    object.chosen = {.size = 4};
    if (object.is_null) {
      object.chosen = new_cell({.size = 4});
      return index;
    }
    object.is_string = request.kind == ObjectRequest::Kind::String;
    object.size = request.size;
    object.may_be_null = request.may_be_null;
    object.base = new_memory(request.size.high + (object.is_string ? 1 : 0));
    object.chosen = size_cell(request.size);
    if (object.may_be_null) object.null = new_cell({.size = 1});
    make_members(index, depth);
    return index;
  }

  // Memory with pointers in it, and the objects that were made for them.
  struct Holder {
    std::uint32_t base, size;
    bool may_not_be = false;  // it is, or is in, an object that may be null
    std::vector<std::size_t> members = {};
  };

  // Pointers in memory point to objects as well, also those in structures and arrays.
  void make_members(std::size_t index, unsigned depth) {
    constexpr std::uint32_t kMostElements = 16;
    const Object object = plan_.objects[index];
    const bool is_place = object.name.starts_with('*');
    const std::string name = is_place ? "(" + object.name + ")" : object.name;
    Holder holder{object.base, object.size.high, object.may_be_null || object.is_conditional};
    const auto [kind, size] = std::pair(types_.type(object.type).kind, types_.type(object.type).size);
    const std::uint32_t elements = size ? std::min(object.size.high / size, kMostElements) : 0;
    for (std::uint32_t i = 0; i < elements; ++i) {
      const std::string element = fmt::format("{}[{}]", name, i);
      if (kind == Kind::Aggregate)
        make_pointers_in(holder, object.type, i * size, elements == 1 ? name + "->" : element, depth);
      if (kind == Kind::Pointer)
        make_pointer(holder, object.type, i * size, elements == 1 ? "*" + object.name : element, depth);
    }
    plan_.objects[index].members = std::move(holder.members);
  }

  void make_pointers_in(Holder& holder, std::uint32_t of, std::uint32_t offset, const std::string& name,
                        unsigned depth) {
    constexpr std::uint32_t kMostElements = 64;
    const support::SourceType type = types_.type(of);
    if (depth > 8 || offset + type.size > holder.size) return;
    if (type.kind == Kind::Pointer) return make_pointer(holder, of, offset, name, depth);
    if (type.kind == Kind::Array) {
      const std::uint32_t size = types_.type(type.target).size;
      const std::uint32_t elements = size ? std::min(type.size / size, kMostElements) : 0;
      for (std::uint32_t i = 0; i < elements; ++i)
        make_pointers_in(holder, type.target, offset + i * size, fmt::format("{}[{}]", name, i), depth);
    }
    if (type.kind != Kind::Aggregate) return;
    for (const auto& member : type.members) {
      if (member.name.empty() || member.offset > kMostBytes) continue;
      const std::string dot = name.ends_with("->") ? "" : ".";
      make_pointers_in(holder, member.type, offset + member.offset, name + dot + member.name, depth);
    }
  }

  void make_pointer(Holder& holder, std::uint32_t type, std::uint32_t offset, const std::string& name, unsigned depth) {
    const std::uint32_t target = types_.type(type).target;
    ObjectRequest request{.kind = ObjectRequest::Kind::Null};
    const bool is_function = types_.type(target).kind == Kind::Function;
    const auto link = take(plan_.request.links, name);
    const bool given = plan_.request.objects.contains(name) && !link;
    default_ = !given && !is_function && !link;
    const bool has_object = given || (depth < kDeepestObject && !is_function && !link);
    if (has_object) request = object_request(name, target);
    const std::size_t made = make_object(name, request, target, holder.base + offset, depth + 1);
    if (link && holder.may_not_be) refuse(fmt::format("--link {}: it is in an object that may be null", name));
    plan_.objects[made].is_conditional = holder.may_not_be;
    plan_.objects[made].is_function = is_function;
    plan_.objects[made].link = link;
    holder.members.push_back(made);
  }

  void make_globals() {
    for (const auto& [name, request] : plan_.request.objects) {
      if (request.kind != ObjectRequest::Kind::Symbolic) continue;
      const auto symbol = std::ranges::find_if(
          image_.symbols(), [&](const auto& s) { return s.name == name && !s.is_function && s.size > 0; });
      if (symbol == image_.symbols().end())
        refuse(fmt::format("--object {}: there is no global of this name{}", name,
                           support::did_you_mean(name, image_, support::NamesOf::Variables)));
      if (symbol->size > kMostBytes) refuse(fmt::format("--object {}: it has more than {} bytes", name, kMostBytes));
      used_.push_back(&name);
      Global global{name, {symbol->address, symbol->size}};
      if (const auto type = types_.variable_at(symbol->address)) {
        global.cell.type = *type;
        global.cell.is_signed = types_.type(*type).is_signed;
      }
      plan_.globals.push_back(std::move(global));
    }
  }

  void make_stubs() {
    for (const auto& [name, request] : plan_.request.stubs) {
      const auto symbol =
          std::ranges::find_if(image_.symbols(), [&](const auto& s) { return s.name == name && s.is_function; });
      if (symbol == image_.symbols().end())
        refuse(fmt::format("--stub {}: no function is called so{}", name,
                           support::did_you_mean(name, image_, support::NamesOf::Functions)));
      if (symbol->address == plan_.places.function)
        refuse(fmt::format("--stub {}: it is the function to be called", name));
      Stub stub{.name = name, .entry = symbol->address, .request = request, .result = {.size = 4}};
      if (const auto function = types_.function_at(symbol->address)) {
        const support::SourceType& type = types_.type(function->result);
        stub.type = function->result;
        stub.is_inlined = function->is_inlined;
        stub.untouched = written_through(*function);
        stub.result.size = type.kind == Kind::Void ? 0 : type.size;
        stub.result.is_signed = type.is_signed;
        const bool scalar = type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8;
        if (request.kind == StubRequest::Kind::Symbolic && (!scalar || type.kind == Kind::Void)) {
          refuse(fmt::format("--stub {}=symbolic: it returns {}; say skip, or a number", name,
                             type.kind == Kind::Void ? "nothing" : "a structure"));
        }
      }
      if (request.kind == StubRequest::Kind::Symbolic) stub.result = new_cell(stub.result);
      plan_.stubs.push_back(std::move(stub));
    }
  }

  // Its parameters that are pointers to what is not constant.
  std::vector<std::string> written_through(const support::SourceFunction& function) const {
    std::vector<std::string> names;
    for (const support::SourceVariable& parameter : function.parameters) {
      const support::SourceType& type = types_.type(parameter.type);
      const bool is_pointer = type.kind == Kind::Pointer && types_.type(type.target).kind != Kind::Function;
      if (is_pointer && !types_.name(type.target).starts_with("const ") && !parameter.name.empty())
        names.push_back(parameter.name);
    }
    return names;
  }

  // --range and --link of places in memory that is an input, and --assume.
  void make_conditions() {
    for (const auto& [name, range] : plan_.request.ranges) {
      const auto argument = std::ranges::find(plan_.arguments, name, &Argument::name);
      if (argument != plan_.arguments.end() && argument->cell.size == 8 && !argument->cell.is_signed && range.low < 0)
        refuse(fmt::format("--range {}: its type has no negative values", name));
      const std::string text = fmt::format("({}) >= {} && ({}) <= {}", name, in_c(range.low), name, in_c(range.high));
      make_condition("--range", name, text_of(range), text);
    }
    for (const auto& [name, link] : plan_.request.links)
      make_condition("--link", name, link.text, fmt::format("({}) == ({})", name, link.text));
    for (const Claim& claim : plan_.request.assumes) {
      require_objects("--assume", claim);
      plan_.conditions.push_back({"--assume", {}, claim.text, claim});
    }
  }

  void make_condition(const char* option, const std::string& name, std::string what, const std::string& text) {
    if (std::ranges::find(used_, &name) != used_.end()) return;
    std::string why;
    const auto place = parse_expression(name, why);
    if (!place) return;
    const auto first = std::ranges::find(place->nodes, Operator::Name, &Expression::Node::is);
    const Operator root = place->root().is;
    if (first == place->nodes.end() || !is_place(root) || !is_input(first->name, root != Operator::Name)) return;
    Claim claim = claim_in(option, name, text);
    claim.text = name;
    require_objects(option, claim);
    plan_.conditions.push_back({option, name, std::move(what), std::move(claim)});
    used_.push_back(&name);
  }

  // What goes through a pointer that may be null would be a fault of the harness, since both sides of && are computed.
  void require_objects(const char* option, const Claim& claim) const {
    const std::string text = " " + in_c(claim.expression);
    for (const Object& object : plan_.objects) {
      if (object.link || (!object.is_null && !object.may_be_null)) continue;
      const std::string name = object.name.starts_with('*') ? "(" + object.name + ")" : object.name;
      for (const std::string& access : {name + "->", name + "[", fmt::format("(*{})", name)}) {
        const std::size_t at = text.find(access);
        const bool is_whole = at != std::string::npos && (access[0] == '(' || !is_of_name(text[at - 1]));
        if (is_whole) refuse(fmt::format("{} {}: {} may be null there", option, claim.text, object.name));
      }
    }
  }

  // Whether memory of this name, or what is in or behind it, is an input, so that assuming something of it leaves a
  // path.
  bool is_input(const std::string& name, bool in_it) const {
    const auto is_it = [&](const auto& what) { return what.name == name; };
    const auto argument = std::ranges::find_if(plan_.arguments, is_it);
    const bool is_wide =
        argument != plan_.arguments.end() && argument->from == Argument::From::Input && argument->cell.size == 8;
    return (argument != plan_.arguments.end() && (in_it || is_wide)) || std::ranges::any_of(plan_.globals, is_it);
  }

  // Why an option about a name that is no argument does nothing.
  std::string why_unused(const std::string& option, const std::string& name) const {
    const auto argument = std::ranges::find(plan_.arguments, name, &Argument::name);
    if (argument != plan_.arguments.end() && argument->from == Argument::From::Object)
      return fmt::format("it is a pointer; --object {}=bytes:LOW..HIGH says how much it points to", name);
    if (argument != plan_.arguments.end())
      return fmt::format("it is {}", argument->from == Argument::From::Link ? "linked already" : "no number");
    const bool is_global = std::ranges::any_of(
        image_.symbols(), [&](const auto& symbol) { return symbol.name == name && !symbol.is_function; });
    if (is_global && option != "--object")
      return fmt::format("it is a global that is no input; --object {}=symbolic makes it one", name);
    return fmt::format("no argument of this name takes it{}", names_of_arguments());
  }

  // A name that nothing has would silently do nothing.
  void refuse_unused() const {
    const auto check = [&](const char* option, const auto& requests) {
      for (const auto& [name, request] : requests) {
        if (std::ranges::find(used_, &name) == used_.end())
          refuse(fmt::format("{} {}: {}", option, name, why_unused(option, name)));
      }
    };
    check("--object", plan_.request.objects);
    check("--range", plan_.request.ranges);
    check("--link", plan_.request.links);
  }

  std::string names_of_arguments() const {
    std::string names;
    for (const Argument& argument : plan_.arguments) {
      if (argument.from == Argument::From::Number) continue;
      names += (names.empty() ? " (there are " : ", ") + argument.name;
    }
    return names.empty() ? "" : names + ")";
  }

  const support::FirmwareImage& image_;
  support::SourceTypes& types_;
  Plan plan_;
  std::uint32_t next_cell_ = 0, next_object_ = 0;
  bool default_ = false;                  // nobody has said what the next object is
  std::vector<const std::string*> used_;  // names in the request that stand for something
};

}  // namespace

bool Plan::compares_nothing() const {
  return comparison && result.size == 0 && std::ranges::none_of(comparison->kept, &Comparison::Kept::output);
}

bool Plan::compares_pointers() const {
  const auto has_pointers = [](const auto& kept) { return kept.output && !kept.pointers.empty(); };
  return comparison && (!comparison->pointers.empty() || std::ranges::any_of(comparison->kept, has_pointers));
}

const Object* Plan::object(const std::string& name) const {
  const auto found = std::ranges::find(objects, name, &Object::name);
  return found == objects.end() ? nullptr : &*found;
}

Plan make_plan(const support::FirmwareImage& image, support::SourceTypes& types, Request request, std::uint32_t after,
               std::uint32_t function, MemoryRange memory, const std::vector<support::Segment>& others) {
  return Planner(image, types, std::move(request)).make(after, function, memory, others);
}

}  // namespace janus::call
