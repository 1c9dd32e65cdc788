// What a path says of the values that are still there, in registers and memory.
//
// Inputs of earlier iterations are mostly gone, and with them the conditions that read nothing else. A condition that
// ties an input that is gone to a value that is there says nothing either, if that input could always make it true: the
// received checksum differs from the sum, the next byte is not the complement of the last one. Such inputs are
// projected away, as unconstrained variables are in SMT solvers (Brummayer and Biere 2009, section on unconstrained
// inputs).
#pragma once

#include <optional>
#include <vector>

#include "engine/state/execution_state.h"
#include "solver/path_readers.h"
#include "term/support.h"
#include "term/term_pool.h"

namespace janus::engine {

inline constexpr std::size_t kMaxLiveConjuncts = 2048;

// What it takes to ask which conjuncts read a variable; all of one pool.
struct PathReading {
  term::TermPool& pool;
  term::Support& support;
  solver::PathReaders& readers;
};

// Conjuncts of the state's path such that for all values of the variables in registers and memory: if these conjuncts
// can hold, then so can the whole path. Nothing if a conjunct reads too many variables to tell, or if what is there
// depends on more than kMaxLiveConjuncts. The state must have a model. Cost: a visit of each conjunct that what is
// there depends on, and of each symbolic byte.
std::optional<std::vector<term::Term>> live_conjuncts(const ExecutionState& state, const PathReading& reading);
// The same for the variables in `live`, wherever they are. `model` satisfies the path.
std::optional<std::vector<term::Term>> live_conjuncts(const solver::PathCondition& path, const term::Assignment& model,
                                                      const std::vector<term::Term>& live, const PathReading& reading);

// Whether the lowest `bits` bits of `term` are different for any two values of `variable` (by its index), whatever the
// other variables are, as far as the shape of the term tells.
bool tells_apart(term::Term term, std::uint32_t variable, unsigned bits, term::Support& support);

// The terms that the state's devices hold for who reads them later; nothing if a device does not say which, or if they
// are more than kMaxHeld.
inline constexpr std::size_t kMaxHeld = 512;
std::optional<std::vector<term::Term>> held_by_devices(const SharedBoard& board);

// A byte of a chunk that is divided (term/byte_chunks.h), as a byte of its variable; any other byte as it is. So a byte
// that was moved and one that nobody has read yet are the same, if they are.
inline memory::SymbolicByte<term::Term> divided(memory::SymbolicByte<term::Term> byte, term::TermPool& pool) {
  term::ByteChunk* const chunk = byte.symbol ? pool.byte_chunks().of(byte.symbol) : nullptr;
  if (!chunk || chunk->parts.empty()) return byte;
  const auto [variable, index] = pool.byte_chunks().piece(*chunk, byte.index, 1);
  return {variable, index};
}

// Calls visit(address, byte) for each symbolic byte of memory; addresses are offsets.
template <class Visit>
void for_each_symbolic_byte(const Memory& memory, Visit&& visit) {
  memory.for_each_unshared_page(Memory(memory.size()), [&](std::uint32_t address, const Memory::Page* page) {
    if (page) page->for_each_symbolic([&](std::uint32_t offset, auto byte) { visit(address + offset, byte); });
  });
}

}  // namespace janus::engine
