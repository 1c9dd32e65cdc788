#include "engine/address_facts.h"

#include <algorithm>
#include <bit>

#include "term/known_bits.h"

namespace janus::engine {
namespace {

constexpr unsigned kDepth = 10;  // addresses are few, and sums of several words

}  // namespace

Range static_range(term::Term term) { return term::range(term, kDepth); }

Congruence static_congruence(term::Term term) {
  const term::KnownBits known = term::known_bits(term);
  const auto bits = std::min(term.width(), static_cast<unsigned>(std::countr_one(known.zeros | known.ones)));
  return {bits, bits ? known.ones & term::mask(bits) : 0};
}

}  // namespace janus::engine
