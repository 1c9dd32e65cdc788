// Parts of a state that several techniques compare, read and write.
#pragma once

#include <cstdint>

#include "engine/state/execution_state.h"
#include "term/term_pool.h"

namespace janus::engine {

// Whether two harts agree, besides their pc, on everything that decides what they do next and cannot be a term.
bool same_control(const hart::ArchitecturalState<term::SymbolicValues>& a,
                  const hart::ArchitecturalState<term::SymbolicValues>& b);

// Up to eight bytes of memory as one term, the first in the lowest bits. Consecutive bytes of one term are one extract,
// so that a word that was stored comes back as it was. `offset` is from the start of memory.
term::Term bytes_at(term::TermPool& pool, const Memory& memory, std::uint32_t offset, unsigned bytes);
inline term::Term word_at(term::TermPool& pool, const Memory& memory, std::uint32_t offset) {
  return bytes_at(pool, memory, offset, 4);
}
void store_word(Memory& memory, std::uint32_t offset, term::Term word);

}  // namespace janus::engine
