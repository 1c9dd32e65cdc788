#include "support/source_types.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <unordered_map>

#include "support/dwarf_units.h"

namespace janus::support {
namespace {

constexpr std::uint32_t kMostMembers = 4096;
constexpr unsigned kDeepest = 32;  // namespaces in each other, and types of types: a file may have a circle

std::string text_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  const char* text = dwarf_formstring(dwarf_attr_integrate(&die, attribute, &found));
  return text ? text : "";
}

std::optional<std::uint32_t> number_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word number = 0;
  if (dwarf_formudata(dwarf_attr_integrate(&die, attribute, &found), &number) != 0) return std::nullopt;
  return number > 0xffffffff ? std::nullopt : std::optional(static_cast<std::uint32_t>(number));
}

bool has_scope(int tag) { return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type; }

bool is_c(std::optional<std::uint32_t> language) {
  return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 || language == DW_LANG_C11;
}

// GCC names the options with which it was called; the last one of a kind counts.
bool is_optimised(const std::string& producer) {
  const std::size_t last = producer.rfind(" -O");
  const bool is_gcc = producer.starts_with("GNU C");
  return !is_gcc || (last != std::string::npos && producer.substr(last, 4) != " -O0");
}

}  // namespace

struct SourceTypes::Reader {
  int file = -1;
  ::Dwarf* handle = nullptr;
  Scopes scopes = {};
  std::unordered_map<std::uint32_t, Dwarf_Off> functions, variables;  // by address
  std::vector<SourceType> types = std::vector<SourceType>(1);
  std::unordered_map<Dwarf_Off, std::uint32_t> known;                      // types by their place in the file
  std::unordered_map<std::string, std::optional<std::int64_t>> constants;  // enumerators; nothing where two differ
  // variable_at(), remembered: by address of code and name.
  std::unordered_map<std::uint32_t, std::unordered_map<std::string, std::optional<Dwarf_Die>>> seen;

  ~Reader() {
    if (handle) dwarf_end(handle);
    if (file >= 0) ::close(file);
  }

  void read_unit(Dwarf_Die& parent, unsigned depth) {
    Dwarf_Die die;
    if (depth > kDeepest || dwarf_child(&parent, &die) != 0) return;
    do {
      const int tag = dwarf_tag(&die);
      Dwarf_Addr address = 0;
      if (tag == DW_TAG_subprogram && dwarf_lowpc(&die, &address) == 0 && address != 0) {
        functions.try_emplace(static_cast<std::uint32_t>(address), dwarf_dieoffset(&die));
      } else if (tag == DW_TAG_variable) {
        if (const auto at = fixed_address(die)) variables.try_emplace(*at, dwarf_dieoffset(&die));
      } else if (tag == DW_TAG_enumeration_type) {
        read_constants(die);
      } else if (has_scope(tag)) {
        read_unit(die, depth + 1);
      }
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  void read_constants(Dwarf_Die& die) {
    SourceType type;
    read_enumerators(die, type);
    for (const SourceType::Enumerator& each : type.enumerators) {
      const auto [known_one, is_new] = constants.try_emplace(each.name, each.value);
      if (!is_new && known_one->second != each.value) known_one->second.reset();
    }
  }

  static std::optional<std::uint32_t> fixed_address(Dwarf_Die& die) {
    Dwarf_Attribute location;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (!dwarf_attr(&die, DW_AT_location, &location) || dwarf_getlocation(&location, &operations, &count) != 0)
      return std::nullopt;
    if (count != 1 || operations[0].atom != DW_OP_addr || operations[0].number == 0) return std::nullopt;
    return static_cast<std::uint32_t>(operations[0].number);
  }

  void read() {
    for_each_unit(handle, [this](Dwarf_Die& unit) { read_unit(unit, 0); });
  }

  // The type that `die` names; Void if it names none.
  std::uint32_t type_of(Dwarf_Die& die, unsigned depth) {
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (!dwarf_attr_integrate(&die, DW_AT_type, &attribute))
      return make({.kind = SourceType::Kind::Void, .name = "void"});
    if (!dwarf_formref_die(&attribute, &type)) return 0;
    return read_type(type, depth);
  }

  // The variable that the source calls so at `pc`, which is code of the unit of `function`.
  std::optional<Dwarf_Die> variable_at(Dwarf_Die& function, std::uint32_t pc, const std::string& name) {
    Dwarf_Die unit, variable;
    if (!dwarf_diecu(&function, &unit, nullptr, nullptr)) return std::nullopt;
    std::vector<Dwarf_Die> around = scopes.at(unit, pc);
    const auto hook = std::find_if(around.rbegin(), around.rend(), [](Dwarf_Die& scope) {  // the outermost
      auto inlined = inlined_function(scope);
      return inlined && is_hook(*inlined);
    });
    around.erase(around.begin(), hook.base());  // what a hook calls its parameters is none of the firmware's
    // Nor does an inlined function know the variables of those into which the compiler has put it.
    const auto inner = std::ranges::find_if(around, [](Dwarf_Die& scope) {
      const int tag = dwarf_tag(&scope);
      return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
    });
    const auto outside = std::find_if(inner, around.end(), [](Dwarf_Die& scope) {
      const int tag = dwarf_tag(&scope);
      return tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram && tag != DW_TAG_lexical_block;
    });
    if (inner != around.end()) around.erase(std::next(inner), outside);
    const int scope =
        dwarf_getscopevar(around.data(), static_cast<int>(around.size()), name.c_str(), 0, nullptr, 0, 0, &variable);
    return scope < 0 ? std::nullopt : std::optional(variable);
  }

  const SourceType& resolved(std::uint32_t index) const {
    for (unsigned depth = 0; types[index].kind == SourceType::Kind::Alias; ++depth) {
      index = depth < kDeepest ? types[index].target : 0;
    }
    return types[index];
  }

  std::uint32_t make(SourceType type) {
    types.push_back(std::move(type));
    return static_cast<std::uint32_t>(types.size() - 1);
  }

  std::uint32_t read_type(Dwarf_Die& die, unsigned depth) {
    const Dwarf_Off offset = dwarf_dieoffset(&die);
    if (const auto found = known.find(offset); found != known.end()) return found->second;
    if (depth > kDeepest) return 0;
    const int tag = dwarf_tag(&die);
    const std::uint32_t index = make({});
    known.try_emplace(offset, index);  // before what it is made of, which may name it again
    SourceType type = read_kind(die, tag, depth);
    types[index] = std::move(type);
    return index;
  }

  SourceType read_kind(Dwarf_Die& die, int tag, unsigned depth) {
    using Kind = SourceType::Kind;
    SourceType type;
    type.size = number_of(die, DW_AT_byte_size).value_or(0);
    type.name = text_of(die, DW_AT_name);
    switch (tag) {
      case DW_TAG_base_type: read_base(die, type); break;
      case DW_TAG_enumeration_type: {
        type.kind = Kind::Integer;
        Dwarf_Attribute attribute;
        if (dwarf_attr_integrate(&die, DW_AT_type, &attribute))
          type.is_signed = resolved(type_of(die, depth + 1)).is_signed;
        if (!type.name.empty()) type.name = "enum " + type.name;
        read_enumerators(die, type);
        break;
      }
      case DW_TAG_pointer_type:
      case DW_TAG_reference_type:
      case DW_TAG_rvalue_reference_type: {
        type.kind = Kind::Pointer;
        type.size = 4;
        type.target = type_of(die, depth + 1);
        break;
      }
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
      case DW_TAG_union_type:
        type.kind = Kind::Aggregate;
        if (!type.name.empty()) type.name = (tag == DW_TAG_union_type ? "union " : "struct ") + type.name;
        if (tag != DW_TAG_union_type) read_members(die, type, depth);
        break;
      case DW_TAG_array_type: read_array(die, type, depth); break;
      case DW_TAG_subroutine_type: type.kind = Kind::Function; break;
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type:
      case DW_TAG_typedef:
        type.kind = Kind::Alias;
        type.target = type_of(die, depth + 1);
        if (tag == DW_TAG_const_type) type.name = "const";
        break;
      default: break;
    }
    return type;
  }

  static void read_enumerators(Dwarf_Die& die, SourceType& type) {
    Dwarf_Die child;
    if (dwarf_child(&die, &child) != 0) return;
    do {
      Dwarf_Attribute attribute;
      Dwarf_Sword value = 0;
      if (dwarf_tag(&child) != DW_TAG_enumerator || type.enumerators.size() == kMostMembers) continue;
      if (dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attribute), &value) == 0)
        type.enumerators.push_back({text_of(child, DW_AT_name), value});
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  static void read_base(Dwarf_Die& die, SourceType& type) {
    using Kind = SourceType::Kind;
    const auto encoding = number_of(die, DW_AT_encoding).value_or(0);
    switch (encoding) {
      case DW_ATE_boolean: type.kind = Kind::Boolean; break;
      case DW_ATE_float: type.kind = Kind::Floating; break;
      case DW_ATE_signed:
      case DW_ATE_signed_char: type.kind = Kind::Integer, type.is_signed = true; break;
      case DW_ATE_unsigned:
      case DW_ATE_unsigned_char:
      case DW_ATE_UTF: type.kind = Kind::Integer; break;
      default: break;
    }
  }

  void read_members(Dwarf_Die& die, SourceType& type, unsigned depth) {
    Dwarf_Die child;
    if (dwarf_child(&die, &child) != 0) return;
    do {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
      if (number_of(child, DW_AT_bit_size)) {
        read_bit_field(child, type, depth);
        continue;
      }
      const auto offset = number_of(child, DW_AT_data_member_location);
      if (!offset || type.members.size() == kMostMembers) continue;
      const std::uint32_t member = type_of(child, depth + 1);
      type.members.push_back({text_of(child, DW_AT_name), *offset, member});
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  void read_bit_field(Dwarf_Die& die, SourceType& type, unsigned depth) {
    const std::uint32_t bits = number_of(die, DW_AT_bit_size).value_or(0);
    const std::uint32_t index = type_of(die, depth + 1);
    auto first = number_of(die, DW_AT_data_bit_offset);
    // Before DWARF 5 the offset may be counted from the highest bit of an integer of the type.
    const auto from_above = number_of(die, DW_AT_bit_offset);
    if (!first && from_above) {
      const std::uint32_t size = number_of(die, DW_AT_byte_size).value_or(resolved(index).size);
      const std::uint32_t whole = 8 * (number_of(die, DW_AT_data_member_location).value_or(0) + size);
      if (whole >= *from_above + bits) first = whole - *from_above - bits;
    }
    const bool is_in_type = first && bits >= 1 && bits <= 8 * resolved(index).size && bits <= 64 &&
                            *first < 8 * type.size && bits <= 8 * type.size - *first;
    if (is_in_type && type.bit_fields.size() < kMostMembers)
      type.bit_fields.push_back({text_of(die, DW_AT_name), *first, bits, index});
  }

  void read_array(Dwarf_Die& die, SourceType& type, unsigned depth) {
    type.kind = SourceType::Kind::Array;
    type.target = type_of(die, depth + 1);
    std::uint64_t size = resolved(type.target).size;
    Dwarf_Die child;
    if (dwarf_child(&die, &child) != 0) return;
    do {
      if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
      const auto bound = number_of(child, DW_AT_upper_bound), count = number_of(child, DW_AT_count);
      const std::uint64_t elements = count ? *count : bound ? std::uint64_t{*bound} + 1 : 0;
      type.dimensions.push_back(static_cast<std::uint32_t>(elements));
      size *= elements;
      size = std::min<std::uint64_t>(size, 0xffffffff);
    } while (dwarf_siblingof(&child, &child) == 0);
    type.size = static_cast<std::uint32_t>(size);
    type.name.clear();
  }
};

// The variable of that name below `parent`; false if there is none.
static bool find_local(Dwarf_Die& parent, const std::string& name, Dwarf_Die& found, unsigned depth) {
  Dwarf_Die die;
  if (depth > kDeepest || dwarf_child(&parent, &die) != 0) return false;
  do {
    const int tag = dwarf_tag(&die);
    const bool is_variable = tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
    if (is_variable && text_of(die, DW_AT_name) == name) {
      found = die;
      return true;
    }
    const bool has_variables = tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine;
    if (has_variables && find_local(die, name, found, depth + 1)) return true;
  } while (dwarf_siblingof(&die, &die) == 0);
  return false;
}

namespace {

// What DWARF's expressions say of a place, as far as compilers make use of them for whole variables: a fixed address, a
// register, an offset to one, to the frame, a value (DWARF 5, section 2.6).
class PlaceReader {
 public:
  PlaceReader(::Dwarf* handle, std::uint32_t pc, std::span<const std::uint32_t, 32> x)
      : handle_(handle), pc_(pc), x_(x) {}

  struct Result {
    bool is_in_memory;
    std::uint32_t where;
  };
  // `function` has the frame that offsets refer to.
  std::optional<std::uint8_t> fixed_register(Dwarf_Die& variable) const {
    Dwarf_Attribute attribute;
    if (!dwarf_attr_integrate(&variable, DW_AT_location, &attribute)) return std::nullopt;
    if (dwarf_whatform(&attribute) != DW_FORM_exprloc) return std::nullopt;  // a list says from where on
    const auto operations = expression_of(variable, DW_AT_location);
    const bool is_register =
        operations.size() == 1 && operations[0].atom >= DW_OP_reg0 && operations[0].atom <= DW_OP_reg31;
    return is_register ? std::optional(static_cast<std::uint8_t>(operations[0].atom - DW_OP_reg0)) : std::nullopt;
  }
  std::optional<Result> read(Dwarf_Die& variable, Dwarf_Die& function) const {
    Dwarf_Attribute attribute;
    Dwarf_Sword constant = 0;
    if (dwarf_formsdata(dwarf_attr_integrate(&variable, DW_AT_const_value, &attribute), &constant) == 0)
      return Result{false, static_cast<std::uint32_t>(constant)};
    const auto operations = expression_of(variable, DW_AT_location);
    return operations.empty() ? std::nullopt : evaluated(operations, &function);
  }

 private:
  using Operations = std::span<const Dwarf_Op>;

  Operations expression_of(Dwarf_Die& die, unsigned name) const {
    Dwarf_Attribute attribute;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (!dwarf_attr_integrate(&die, name, &attribute)) return {};
    if (dwarf_getlocation_addr(&attribute, pc_, &operations, &count, 1) != 1) return {};
    return {operations, count};
  }

  std::optional<Result> evaluated(Operations operations, Dwarf_Die* function) const {
    const bool is_value = operations.size() == 2 && operations[1].atom == DW_OP_stack_value;
    if (operations.size() != 1 && !is_value) return std::nullopt;
    const auto& [atom, number, second, offset] = operations.front();
    const auto address = [&](std::uint64_t at) { return Result{!is_value, static_cast<std::uint32_t>(at)}; };
    if (atom == DW_OP_addr) return address(number);
    if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) return Result{false, x_[atom - DW_OP_reg0]};
    if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) return address(x_[atom - DW_OP_breg0] + number);
    if (atom == DW_OP_bregx && number < 32) return address(x_[number] + second);
    if (is_value && atom >= DW_OP_lit0 && atom <= DW_OP_lit31) return address(atom - DW_OP_lit0);
    if (is_value && atom >= DW_OP_const1u && atom <= DW_OP_consts) return address(number);
    if (atom == DW_OP_call_frame_cfa) return frame();
    if (atom == DW_OP_fbreg && function) {
      const auto base = expression_of(*function, DW_AT_frame_base);
      const auto place = base.empty() ? std::nullopt : evaluated(base, nullptr);
      if (place) return address(place->where + number);
    }
    return std::nullopt;
  }

  // The stack pointer in front of the call.
  std::optional<Result> frame() const {
    std::optional<Result> found;
    Dwarf_CFI* const known[] = {dwarf_getcfi(handle_), dwarf_getcfi_elf(dwarf_getelf(handle_))};
    for (Dwarf_CFI* const table : known) {
      Dwarf_Frame* frame = nullptr;
      Dwarf_Op* operations = nullptr;
      std::size_t count = 0;
      if (found || !table || dwarf_cfi_addrframe(table, pc_, &frame) != 0) continue;
      if (dwarf_frame_cfa(frame, &operations, &count) == 0 && count == 1 && operations[0].atom != DW_OP_call_frame_cfa)
        found = evaluated({operations, count}, nullptr);
      std::free(frame);
    }
    if (found) found->is_in_memory = true;
    return found;
  }

  ::Dwarf* const handle_;
  const std::uint32_t pc_;
  const std::span<const std::uint32_t, 32> x_;
};

}  // namespace

SourceTypes::SourceTypes(const FirmwareImage& image) : reader_(std::make_unique<Reader>()) {
  reader_->file = ::open(image.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (reader_->file >= 0) reader_->handle = dwarf_begin(reader_->file, DWARF_C_READ);
  if (reader_->handle) reader_->read();
}

SourceTypes::~SourceTypes() = default;

bool SourceTypes::any() const { return !reader_->functions.empty(); }

std::optional<SourceFunction> SourceTypes::function_at(std::uint32_t address) {
  const auto found = reader_->functions.find(address);
  Dwarf_Die die, unit, child;
  if (found == reader_->functions.end() || !dwarf_offdie(reader_->handle, found->second, &die)) return std::nullopt;
  SourceFunction function;
  function.name = text_of(die, DW_AT_name);
  const auto inlined = number_of(die, DW_AT_inline);
  function.is_inlined = inlined == DW_INL_inlined || inlined == DW_INL_declared_inlined;
  if (dwarf_diecu(&die, &unit, nullptr, nullptr)) {
    function.file = text_of(unit, DW_AT_name);
    function.directory = text_of(unit, DW_AT_comp_dir);
    function.is_c = is_c(number_of(unit, DW_AT_language));
    function.is_optimised = is_optimised(text_of(unit, DW_AT_producer));
  }
  function.result = reader_->type_of(die, 0);
  if (dwarf_child(&die, &child) != 0) return function;
  do {
    if (dwarf_tag(&child) == DW_TAG_unspecified_parameters) function.is_variadic = true;
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
    const std::uint32_t type = reader_->type_of(child, 0);
    function.parameters.push_back({text_of(child, DW_AT_name), type});
  } while (dwarf_siblingof(&child, &child) == 0);
  return function;
}

std::optional<std::uint32_t> SourceTypes::variable_at(std::uint32_t address) {
  const auto found = reader_->variables.find(address);
  Dwarf_Die die;
  if (found == reader_->variables.end() || !dwarf_offdie(reader_->handle, found->second, &die)) return std::nullopt;
  return reader_->type_of(die, 0);
}

std::optional<std::uint32_t> SourceTypes::local_of(std::uint32_t function, const std::string& name) {
  const auto found = reader_->functions.find(function);
  Dwarf_Die die, local;
  if (found == reader_->functions.end() || !dwarf_offdie(reader_->handle, found->second, &die)) return std::nullopt;
  if (!find_local(die, name, local, 0)) return std::nullopt;
  return reader_->type_of(local, 0);
}

std::optional<std::int64_t> SourceTypes::constant(const std::string& name) const {
  const auto found = reader_->constants.find(name);
  return found == reader_->constants.end() ? std::nullopt : found->second;
}

std::optional<SourceTypes::Place> SourceTypes::place_of(std::uint32_t function, std::uint32_t pc,
                                                        const std::string& name, std::span<const std::uint32_t, 32> x) {
  const auto found = reader_->functions.find(function);
  Dwarf_Die die;
  if (found == reader_->functions.end() || !dwarf_offdie(reader_->handle, found->second, &die)) return std::nullopt;
  auto& seen = reader_->seen[pc];
  const auto [known, is_new] = seen.try_emplace(name);
  if (is_new) known->second = reader_->variable_at(die, pc, name);
  if (!known->second) return std::nullopt;
  Dwarf_Die variable = *known->second;
  const PlaceReader reader(reader_->handle, pc, x);
  const auto place = reader.read(variable, die);
  if (!place) return std::nullopt;
  const std::uint32_t type = reader_->type_of(variable, 0);
  return Place{.is_in_memory = place->is_in_memory,
               .where = place->where,
               .type = type,
               .declaration = dwarf_dieoffset(&variable),
               .fixed_register = reader.fixed_register(variable)};
}

const SourceType& SourceTypes::type(std::uint32_t index) const {
  return reader_->resolved(index < reader_->types.size() ? index : 0);
}

std::string SourceTypes::name(std::uint32_t index) const {
  using Kind = SourceType::Kind;
  std::string before, behind;
  for (unsigned depth = 0; depth < kDeepest && index < reader_->types.size(); ++depth) {
    const SourceType& type = reader_->types[index];
    const bool is_const = type.kind == Kind::Alias && type.name == "const";
    if (type.kind == Kind::Pointer) behind = "*" + behind;
    if (is_const) (reader_->resolved(index).kind == Kind::Pointer ? behind : before) += "const ";
    if (type.kind != Kind::Pointer && !is_const && !type.name.empty())
      return before + type.name + (behind.empty() ? "" : " " + behind);
    if (type.kind != Kind::Pointer && type.kind != Kind::Alias) break;
    index = type.target;
  }
  return {};
}

}  // namespace janus::support
