// The compilation units of debug information (DWARF 5, section 7.5.1).
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdlib>
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

}  // namespace janus::support
