// Where memory has what a hart accesses, for whoever keeps something by address: a byte that is at several places (an
// alias, hart/address_map.h) is one byte.
#pragma once

#include <cstdint>

#include "hart/address_map.h"

namespace janus::hart {

template <class H>
std::uint32_t home(H& hart, std::uint32_t address, std::uint32_t bytes) {
  const AddressMap* const map = hart.map();
  return map ? map->home(address, bytes) : address;
}

template <class H>
bool has_aliases(H& hart) {
  const AddressMap* const map = hart.map();
  return map && !map->aliases().empty();
}

// Of a word, as data: nothing forks.
template <class H>
typename H::template Word<32> home_of_word(H& hart, typename H::template Word<32> address) {
  auto& v = hart.values();
  if (!has_aliases(hart)) return address;
  auto found = address;
  for (const MemoryAlias& alias : hart.map()->aliases()) {
    const auto inside = v.ult(v.sub(address, v.template constant<32>(alias.base)), v.template constant<32>(alias.size));
    found = v.ite(inside, v.add(address, v.template constant<32>(alias.target - alias.base)), found);
  }
  return found;
}

}  // namespace janus::hart
