// Functions of a C library, or of an operating system, whose meaning detectors know by their names: those that allocate
// memory, and those that access a block of bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/registers.h"
#include "support/firmware_image.h"

namespace janus::hart {

struct LibraryFunction {
  enum class Kind : std::uint8_t {
    Allocate,    // returns memory of as many bytes as the arguments say, or null
    Reallocate,  // the same, for what `pointer` points to
    Free,        // takes back what `pointer` points to
    Examine,     // reads what the allocator has noted of what `pointer` points to
    Copy,        // writes bytes to `pointer` that it reads from `source`
    Set,         // writes bytes to `pointer`
    MakeObject,  // returns an object of so many bytes, which is not the heap's: of --call
  };
  // Registers with arguments; 0: no such argument.
  struct Arguments {
    std::uint8_t pointer = 0, source = 0, bytes = 0, times = 0;
  };

  std::uint32_t entry = 0;  // the address of its first instruction
  Kind kind = Kind::Allocate;
  Arguments arguments;
  bool apart = false;  // the blocks of a Copy must not overlap

  bool allocates() const { return kind != Kind::Copy && kind != Kind::Set; }
};

// riscv_end_object(), which takes back what register t1 points to.
inline constexpr LibraryFunction kEndObject{0, LibraryFunction::Kind::Free, {.pointer = isa::kT1}};

// Those that the image has symbols for, sorted by entry.
std::vector<LibraryFunction> library_functions(const support::FirmwareImage& image);

}  // namespace janus::hart
