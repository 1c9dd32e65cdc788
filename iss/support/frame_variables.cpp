#include "support/frame_variables.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "support/dwarf_units.h"

namespace janus::support {

struct FrameReader {
  static constexpr unsigned kDeepest = 64;  // blocks in each other

  FrameVariables& to;
  const FirmwareImage& image;
  Dwarf_CFI *debug_frames = nullptr, *loaded_frames = nullptr;  // .debug_frame, .eh_frame
  std::int64_t base = 0;                                        // frame_base() of the function that is being read
  bool has_heap = false;                                        // whether the unit that is being read defines a heap

  static std::vector<AddressRange> code_of(Dwarf_Die& die) {
    std::vector<AddressRange> ranges;
    Dwarf_Addr base = 0, first = 0, last = 0;
    for (std::ptrdiff_t offset = 0; (offset = dwarf_ranges(&die, offset, &base, &first, &last)) > 0;) {
      if (first != 0 && last > first)
        ranges.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)});
    }
    return ranges;
  }

  // The only operation of a location that is the same everywhere.
  static std::optional<Dwarf_Op> operation(Dwarf_Die& die, unsigned attribute) {
    Dwarf_Attribute location;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (!dwarf_attr(&die, attribute, &location) || dwarf_getlocation(&location, &operations, &count) != 0 || count != 1)
      return std::nullopt;
    return operations[0];
  }

  // Of the row of call frame information for the code at `pc`, in which `next` is the row behind: how far the register
  // is below the stack pointer at the function's first instruction.
  static std::optional<std::int64_t> depth_at(Dwarf_CFI* table, std::uint32_t pc, unsigned number, Dwarf_Addr& next) {
    Dwarf_Frame* frame = nullptr;
    if (dwarf_cfi_addrframe(table, pc, &frame) != 0) return std::nullopt;
    const std::unique_ptr<Dwarf_Frame, decltype(&std::free)> row(frame, &std::free);
    Dwarf_Addr begin = 0, end = 0;
    if (dwarf_frame_info(frame, &begin, &end, nullptr) >= 0 && end > pc) next = end;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (dwarf_frame_cfa(frame, &operations, &count) != 0 || count != 1) return std::nullopt;
    const auto& [atom, first, second, place] = operations[0];
    if (atom == DW_OP_breg0 + number) return static_cast<std::int64_t>(first);
    return atom == DW_OP_bregx && first == number ? std::optional(static_cast<std::int64_t>(second)) : std::nullopt;
  }
  // The same once the function has its frame: LLVM counts from a register. Nothing if no table says.
  std::optional<std::int64_t> depth_of(unsigned number, const std::vector<AddressRange>& code) const {
    std::optional<std::int64_t> deepest;
    for (Dwarf_CFI* const table : {debug_frames, loaded_frames}) {
      if (!table || deepest) continue;
      for (const AddressRange& range : code) {
        const Dwarf_Addr end = Dwarf_Addr{range.first} + range.size;
        for (Dwarf_Addr pc = range.first, next = end; pc < end; pc = std::exchange(next, end)) {
          const auto depth = depth_at(table, static_cast<std::uint32_t>(pc), number, next);
          if (depth) deepest = std::max(deepest.value_or(0), *depth);
        }
      }
    }
    return deepest;
  }
  // What the places of a function's variables count from, from the stack pointer at its first instruction.
  std::optional<std::int64_t> frame_base(Dwarf_Die& die, const std::vector<AddressRange>& code) const {
    const auto base = operation(die, DW_AT_frame_base);
    if (!base) return std::nullopt;
    if (base->atom == DW_OP_call_frame_cfa) return 0;
    const bool is_register = base->atom >= DW_OP_reg0 && base->atom <= DW_OP_reg31;
    const auto depth = is_register ? depth_of(base->atom - DW_OP_reg0, code) : std::nullopt;
    return depth ? std::optional(-*depth) : std::nullopt;
  }

  void note_declared(Dwarf_Die& die) const {
    const char* const name = dwarf_hasattr(&die, DW_AT_declaration) ? dwarf_diename(&die) : nullptr;
    if (name) to.declared_.insert(name);
  }

  void read_variable(Dwarf_Die& die, const std::vector<AddressRange>& scope,
                     std::vector<FrameVariable>& variables) const {
    const auto place = operation(die, DW_AT_location);
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word size = 0;
    if (!place || place->atom != DW_OP_fbreg || !dwarf_attr_integrate(&die, DW_AT_type, &attribute) ||
        !dwarf_formref_die(&attribute, &type) || dwarf_aggregate_size(&type, &size) != 0)
      return;
    const auto offset = static_cast<std::int64_t>(place->number) + base;
    if (size == 0 || size > (1U << 24) || offset < -(1 << 24) || offset > (1 << 24)) return;
    const char* const name = dwarf_formstring(dwarf_attr_integrate(&die, DW_AT_name, &attribute));
    Dwarf_Die peeled;
    const int tag = dwarf_peel_type(&type, &peeled) == 0 ? dwarf_tag(&peeled) : 0;
    const bool is_scalar = tag == DW_TAG_base_type || tag == DW_TAG_pointer_type || tag == DW_TAG_enumeration_type;
    variables.push_back(
        {name ? name : "", static_cast<std::int32_t>(offset), static_cast<std::uint32_t>(size), scope, is_scalar});
  }

  // What a function tells Janus of its own allocator.
  struct Told {
    bool gives = false, takes = false;
  };
  void tell(std::string_view name, const Told& told, const std::vector<AddressRange>& code) const {
    const bool is_of_heap = (has_heap && tells_size_of_block(name)) || is_heap_function(name);
    if ((told.gives == told.takes && !is_of_heap) || name == "main") return;
    auto& ranges = told.gives || is_of_heap ? to.gives_ : to.takes_;
    ranges.insert(ranges.end(), code.begin(), code.end());
  }

  // Of the firmware's own heap: where that is inlined, no call tells.
  static bool is_heap_function(std::string_view name) {
    constexpr std::array<std::string_view, 9> kNames = {
        "malloc", "calloc", "realloc", "free", "pvPortMalloc", "pvPortCalloc", "vPortFree", "k_malloc", "k_free"};
    return std::ranges::find(kNames, name) != kNames.end();
  }

  // There is no one name for a function of a heap that reads a block's size from its header.
  static bool tells_size_of_block(std::string_view name) {
    std::string small(name);
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto has = [&small](const char* part) { return small.find(part) != std::string::npos; };
    constexpr std::array kOf = {"alloc", "mem", "heap", "block", "blk", "chunk", "usable", "msize", "ksize", "bsize"};
    return has("size") && std::ranges::any_of(kOf, has);
  }
  static bool defines_heap(Dwarf_Die& unit) {
    constexpr std::array<std::string_view, 3> kGives = {"malloc", "pvPortMalloc", "k_malloc"};
    Dwarf_Die die;
    if (dwarf_child(&unit, &die) != 0) return false;
    do {
      const char* const name = dwarf_tag(&die) == DW_TAG_subprogram ? dwarf_diename(&die) : nullptr;
      if (name && std::ranges::find(kGives, name) != kGives.end() && !code_of(die).empty()) return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
  }

  // `own`: its code, which may be empty; `scope`: that in which its variables are.
  void read_inlined(Dwarf_Die& die, const std::vector<AddressRange>& own, const std::vector<AddressRange>& scope,
                    std::vector<FrameVariable>& variables, unsigned depth, Told& told) {
    auto function = inlined_function(die);
    const char* const text = function ? dwarf_diename(&*function) : nullptr;
    const std::string_view name = text ? text : "";
    if (function && is_hook(*function)) {
      told.gives |= name == "riscv_begin_object";
      told.takes |= name == "riscv_end_object";
      return;
    }
    Told inner;
    read_block(die, scope, variables, depth, inner);
    Dwarf_Addr first = 0;
    if (own.empty() && dwarf_lowpc(&die, &first) == 0)  // an instruction that GCC counts as the caller's as well
      tell(name, inner, {{static_cast<std::uint32_t>(first), 1}});
    else
      tell(name, inner, own);
  }

  void read_block(Dwarf_Die& parent, const std::vector<AddressRange>& scope, std::vector<FrameVariable>& variables,
                  unsigned depth, Told& told) {
    Dwarf_Die die;
    if (depth > kDeepest || dwarf_child(&parent, &die) != 0) return;
    do {
      const int tag = dwarf_tag(&die);
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) {
        note_declared(die);
        read_variable(die, scope, variables);
      } else if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) {
        const std::vector<AddressRange> own = code_of(die), &code = own.empty() ? scope : own;
        if (tag == DW_TAG_inlined_subroutine)
          read_inlined(die, own, code, variables, depth + 1, told);
        else
          read_block(die, code, variables, depth + 1, told);
      }
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  void read_function(Dwarf_Die& die) {
    const std::vector<AddressRange> code = code_of(die);
    const auto own = code.empty() ? std::nullopt : frame_base(die, code);
    if (!own) return;
    base = *own;
    std::vector<FrameVariable> variables;
    Told told;
    read_block(die, code, variables, 0, told);
    const char* const name = dwarf_diename(&die);
    tell(name ? name : "", told, code);
    if (variables.empty()) return;
    for (const AddressRange& range : code)
      to.functions_.push_back({range, static_cast<std::uint32_t>(to.variables_.size())});
    to.variables_.push_back(std::move(variables));
  }

  void read_unit(Dwarf_Die& parent, unsigned depth) {
    Dwarf_Die die;
    if (depth > kDeepest || dwarf_child(&parent, &die) != 0) return;
    do {
      const int tag = dwarf_tag(&die);
      if (tag == DW_TAG_subprogram)
        read_function(die);
      else if (tag == DW_TAG_variable)
        note_declared(die);
      else if (tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type)
        read_unit(die, depth + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  // GCC says how it was called. (LLVM does not.)
  static bool places_objects_apart(Dwarf_Die& unit) {
    Dwarf_Attribute attribute;
    const char* const text = dwarf_formstring(dwarf_attr(&unit, DW_AT_producer, &attribute));
    const std::string_view producer = text ? text : "";
    return producer.starts_with("GNU C") && producer.find(" -fdata-sections") != std::string_view::npos;
  }

  void read() {
    const int file = ::open(image.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    if (::Dwarf* const handle = dwarf_begin(file, DWARF_C_READ)) {
      debug_frames = dwarf_getcfi(handle);
      loaded_frames = dwarf_getcfi_elf(dwarf_getelf(handle));
      for_each_unit(handle, [this](Dwarf_Die& unit) {
        has_heap = defines_heap(unit);
        read_unit(unit, 0);
        if (!places_objects_apart(unit)) return;
        for (const AddressRange& range : code_of(unit)) to.apart_.push_back(range);
      });
      if (loaded_frames) dwarf_cfi_end(loaded_frames);
      dwarf_end(handle);
    }
    ::close(file);
    std::ranges::stable_sort(to.functions_, {}, [](const auto& function) { return function.code.first; });
    std::ranges::sort(to.apart_, {}, &AddressRange::first);
  }
};

FrameVariables::FrameVariables(const FirmwareImage& image) { FrameReader{*this, image}.read(); }

FrameVariables::FrameVariables(const std::vector<std::pair<AddressRange, std::vector<FrameVariable>>>& functions) {
  for (const auto& [code, variables] : functions) {
    functions_.push_back({code, static_cast<std::uint32_t>(variables_.size())});
    variables_.push_back(variables);
  }
}

bool FrameVariable::exists_at(std::uint32_t pc) const {
  return std::ranges::any_of(scope, [pc](const AddressRange& code) { return code.contains(pc); });
}

const std::vector<FrameVariable>* FrameVariables::variables_at(std::uint32_t pc) const {
  const auto after =
      std::ranges::upper_bound(functions_, pc, {}, [](const Function& function) { return function.code.first; });
  if (after == functions_.begin() || !std::prev(after)->code.contains(pc)) return nullptr;
  return &variables_[std::prev(after)->variables];
}

bool FrameVariables::has_objects_apart(std::uint32_t pc) const {
  const auto after = std::ranges::upper_bound(apart_, pc, {}, &AddressRange::first);
  return after != apart_.begin() && std::prev(after)->contains(pc);
}

bool FrameVariables::gives_objects(std::uint32_t pc) const {
  return std::ranges::any_of(gives_, [pc](const AddressRange& code) { return code.contains(pc); });
}

bool FrameVariables::takes_objects(std::uint32_t pc) const {
  return std::ranges::any_of(takes_, [pc](const AddressRange& code) { return code.contains(pc); });
}

std::optional<FrameVariables::Found> FrameVariables::at(std::uint32_t pc, std::int32_t offset) const {
  const std::vector<FrameVariable>* const variables = variables_at(pc);
  if (!variables) return std::nullopt;
  std::int64_t first = offset, last = offset;  // inclusive
  const std::string* name = nullptr;
  for (bool grows = true; grows;) {
    grows = false;
    for (const FrameVariable& each : *variables) {
      const std::int64_t begin = each.offset, end = begin + each.size - 1;
      if (!each.exists_at(pc) || begin > last || end < first || (name && begin >= first && end <= last)) continue;
      if (!name) name = &each.name;
      first = std::min(first, begin);
      last = std::max(last, end);
      grows = true;
    }
  }
  if (!name) return std::nullopt;
  const bool is_scalar = std::ranges::all_of(*variables, [&](const FrameVariable& each) {
    return each.is_scalar || each.offset < first || each.offset > last || !each.exists_at(pc);
  });
  return Found{static_cast<std::int32_t>(first), static_cast<std::uint32_t>(last - first + 1), name, is_scalar};
}

std::optional<FrameVariables::Found> FrameVariables::behind(std::uint32_t pc, std::int32_t offset,
                                                            std::uint32_t reach) const {
  const std::vector<FrameVariable>* const variables = variables_at(pc);
  if (!variables) return std::nullopt;
  std::optional<std::int32_t> next;
  for (const FrameVariable& each : *variables) {
    const std::int64_t distance = std::int64_t{each.offset} - offset;
    const bool is_next = distance > 0 && distance <= reach && (!next || each.offset < *next);
    if (is_next && each.exists_at(pc)) next = each.offset;
  }
  return next ? at(pc, *next) : std::nullopt;
}

}  // namespace janus::support
