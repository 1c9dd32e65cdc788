// Cells of a state that are widened (widening.h): registers, and bytes of memory.
#pragma once

#include <cstdint>
#include <utility>

namespace janus::engine::cells {

// A register, by its number, or the byte of memory at offset `cell - kRegisters`, or a difference of two cells, by its
// number and kDifferences.
using Cell = std::uint64_t;
inline constexpr Cell kRegisters = 32, kDifferences = Cell{1} << 62, kStack = ~Cell{0};
inline constexpr bool is_memory(Cell cell) { return cell >= kRegisters && cell < kDifferences; }
inline constexpr bool is_difference(Cell cell) { return cell >= kDifferences && cell != kStack; }

// A register at one pc, or another cell wherever it is met.
using Key = std::pair<std::uint32_t, Cell>;
inline constexpr Key key_of(std::uint32_t pc, Cell cell) { return {cell < kRegisters ? pc : 0, cell}; }

}  // namespace janus::engine::cells
