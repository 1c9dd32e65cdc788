// The compilation units of debug information (DWARF 5, section 7.5.1).
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace janus::support {

// Calls visit(die) with the root of each compilation unit, in the order of the file.
template <class Visit>
void for_each_unit(::Dwarf* handle, Visit&& visit) {
  Dwarf_Off offset = 0, next = 0;
  std::size_t header = 0;
  while (dwarf_nextcu(handle, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
    Dwarf_Die unit;
    if (dwarf_offdie(handle, offset + header, &unit)) visit(unit);
    offset = next;
  }
}

// What an address of a unit lies in, innermost first: blocks, functions that are inlined there, the function, the unit.
// (dwarf_getscopes() alone goes on outside of the first inlined function with where that is defined.)
inline std::vector<Dwarf_Die> scopes_at(Dwarf_Die& unit, Dwarf_Addr address) {
  Dwarf_Die *innermost = nullptr, *around = nullptr;
  std::vector<Dwarf_Die> scopes;
  if (dwarf_getscopes(&unit, address, &innermost) > 0) {
    const int count = dwarf_getscopes_die(&innermost[0], &around);
    if (count > 0) scopes.assign(around, around + count);
  }
  std::free(around);
  std::free(innermost);
  return scopes;
}

// The same, remembered: libdw reads a whole unit for each answer. For the units of one file, while it is open.
class Scopes {
 public:
  std::vector<Dwarf_Die>& at(Dwarf_Die& unit, Dwarf_Addr address) {
    const auto [known, is_new] = known_.try_emplace(address);
    if (is_new) known->second = scopes_at(unit, address);
    return known->second;
  }

 private:
  std::unordered_map<Dwarf_Addr, std::vector<Dwarf_Die>> known_;
};

// The function that a scope is the inlined code of, as the source has it. Nothing if it is another scope.
inline std::optional<Dwarf_Die> inlined_function(Dwarf_Die& scope) {
  Dwarf_Attribute attribute;
  Dwarf_Die function;
  if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) return std::nullopt;
  if (!dwarf_formref_die(dwarf_attr(&scope, DW_AT_abstract_origin, &attribute), &function)) return std::nullopt;
  return function;
}

// Whether it is a hook of janus.h.
inline bool is_hook(Dwarf_Die& function) {
  const char* const file = dwarf_decl_file(&function);
  const std::string_view name = file ? file : "";
  return name == "janus.h" || name.ends_with("/janus.h");
}

}  // namespace janus::support
