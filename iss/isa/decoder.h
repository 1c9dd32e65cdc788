// Decoding: one word in, one Instruction out, by the table alone.
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace janus::isa {

// Decodes a 32-bit instruction word. Words that match no row of the table decode to Opcode::Illegal with `word` kept.
// Pure; safe to call from several threads.
Instruction decode(std::uint32_t word);

}  // namespace janus::isa
