// Known bits: the bits of a term that are the same under every assignment, derived from the shape of the term. Sound,
// not complete.
//
// The known bits of a node follow from the known bits of its children (Node::known). They are computed once, when the
// node is made, in constant time. The transfer functions are those of LLVM's KnownBits
// (llvm/lib/Support/KnownBits.cpp); tests compare them with all values at small widths.
#pragma once

#include "term/term.h"

namespace janus::term {

// The known bits of a node with the given kind, width and children.
KnownBits known_bits(Kind kind, unsigned width, unsigned low, std::uint64_t value, Term a, Term b, Term c);

inline KnownBits known_bits(Term term) { return term->known; }
// Unsigned bounds of the value that follow from the known bits.
inline std::uint64_t lowest(Term term) { return term->known.ones; }
inline std::uint64_t highest(Term term) { return ~term->known.zeros & mask(term.width()); }
inline bool all_known(Term term) { return (term->known.zeros | term->known.ones) == mask(term.width()); }
inline bool known_non_negative(Term term) { return term->known.zeros >> (term.width() - 1) & 1; }
inline bool known_negative(Term term) { return term->known.ones >> (term.width() - 1) & 1; }
// Whether the two terms never have a one at the same bit.
inline bool disjoint(Term a, Term b) { return (highest(a) & highest(b)) == 0; }

}  // namespace janus::term
