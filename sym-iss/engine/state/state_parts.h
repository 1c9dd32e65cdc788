// Parts of a state that several techniques compare, read and write.
#pragma once

#include <cstdint>

#include "engine/state/execution_state.h"
#include "term/term_pool.h"

namespace janus::engine {

// Whether two harts agree on everything that steers execution and cannot be a term, apart from the pc: privilege level,
// interrupt and trap control, counters, reservation.
bool same_control(const hart::ArchitecturalState<term::SymbolicValues>& a,
                  const hart::ArchitecturalState<term::SymbolicValues>& b);

// Up to eight bytes of memory as one term, the first byte in the lowest bits. Consecutive bytes of one term become one
// extract, so that loading a stored word gives the same term. `offset` counts bytes from the start of memory.
term::Term bytes_at(term::TermPool& pool, const Memory& memory, std::uint32_t offset, unsigned bytes);
inline term::Term word_at(term::TermPool& pool, const Memory& memory, std::uint32_t offset) {
  return bytes_at(pool, memory, offset, 4);
}
// Writes a word of memory.
void store_word(Memory& memory, std::uint32_t offset, term::Term word);

}  // namespace janus::engine
