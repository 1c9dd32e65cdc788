// Decoding: one word in, one Instruction out, by the table alone.
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace janus::isa {

// Decodes the instruction that begins with the lowest bits of `word`. If it has 16 bits, the others do not matter, and
// the result's `word` is without them. What matches no row of the table, or only rows of other extensions, decodes to
// Opcode::Illegal with `word` kept. Pure; safe to call from several threads.
Instruction decode(std::uint32_t word, Extensions extensions);

}  // namespace janus::isa
