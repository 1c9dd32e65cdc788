// The compilation units of debug information (DWARF 5, section 7.5.1).
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>

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

}  // namespace janus::support
