#include "engine/state/state_parts.h"

namespace janus::engine {

using term::Term;

namespace {
bool same_counter(const hart::Counter& a, const hart::Counter& b) { return a.stopped == b.stopped && a.base == b.base; }
}  // namespace

bool same_control(const hart::ArchitecturalState<term::SymbolicValues>& a,
                  const hart::ArchitecturalState<term::SymbolicValues>& b) {
  return a.privilege == b.privilege && a.waiting == b.waiting && a.mstatus == b.mstatus && a.mie == b.mie &&
         a.mip == b.mip && a.mtvec == b.mtvec && a.mcounteren == b.mcounteren && a.pmp == b.pmp &&
         a.reserved == b.reserved && (!a.reserved || a.reservation == b.reservation) &&
         same_counter(a.mcycle, b.mcycle) && same_counter(a.minstret, b.minstret) && a.mtime_offset == b.mtime_offset &&
         a.stretch_began == b.stretch_began;
}

Term bytes_at(term::TermPool& pool, const Memory& memory, std::uint32_t offset, unsigned bytes) {
  Term value;
  const auto symbol = [&](unsigned i) {
    auto byte = memory.symbol(offset + i);
    if (!byte.symbol) return byte;
    if (term::ByteChunk* chunk = pool.byte_chunks().of(byte.symbol)) {
      const auto piece = pool.byte_chunks().piece(*chunk, byte.index, i == 0 ? bytes : 1);
      byte = {piece.variable, piece.index};
    }
    return byte;
  };
  for (unsigned i = 0; i < bytes;) {
    const auto first = symbol(i);
    unsigned count = 1;
    Term piece;
    if (first.symbol) {
      for (; i + count < bytes; ++count) {
        const auto next = symbol(i + count);
        if (!(next.symbol == first.symbol) || next.index != first.index + count) break;
      }
      piece = pool.extract(first.symbol, 8U * (first.index + count) - 1, 8U * first.index);
    } else {
      piece = pool.constant(8, memory.byte(offset + i));
    }
    value = value ? pool.concat(piece, value) : piece;
    i += count;
  }
  return value;
}

void store_word(Memory& memory, std::uint32_t offset, Term word) {
  for (std::uint8_t i = 0; i < 4; ++i) {
    if (word.is_constant()) {
      memory.write(offset + i, static_cast<std::uint8_t>(word->value >> (8 * i)));
    } else {
      memory.write(offset + i, memory::SymbolicByte<Term>{word, i});
    }
  }
}

}  // namespace janus::engine
