// Known bits: which bits of a term are the same under every assignment, told from its shape alone. Sound, not complete.
//
// A node's known bits follow from those of its children (Node::known), so they are computed once, when the node is
// made, in constant time. The transfer functions are those of LLVM's KnownBits (llvm/lib/Support/KnownBits.cpp); tests
// compare them with every value at small widths.
#pragma once

#include "term/term.h"

namespace janus::term {

// The known bits of a node of that kind, width and children.
KnownBits known_bits(Kind kind, unsigned width, unsigned low, std::uint64_t value, Term a, Term b, Term c);

inline KnownBits known_bits(Term term) { return term->known; }
// Bounds of the value, unsigned, as far as known bits tell.
inline std::uint64_t lowest(Term term) { return term->known.ones; }
inline std::uint64_t highest(Term term) { return ~term->known.zeros & mask(term.width()); }
inline bool all_known(Term term) { return (term->known.zeros | term->known.ones) == mask(term.width()); }
inline bool known_non_negative(Term term) { return term->known.zeros >> (term.width() - 1) & 1; }
inline bool known_negative(Term term) { return term->known.ones >> (term.width() - 1) & 1; }
// Whether no assignment gives both a one at the same place.
inline bool disjoint(Term a, Term b) { return (highest(a) & highest(b)) == 0; }

}  // namespace janus::term
