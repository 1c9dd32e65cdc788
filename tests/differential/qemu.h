// Runs programs for the comparison with QEMU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/extensions.h"
#include "support/firmware_image.h"
#include "testing/command.h"

namespace janus::testing {

// What the compared programs are made of, in their attributes and for QEMU.
inline constexpr isa::Extensions kCompared = isa::kRv32ima | isa::kB | isa::kZbkb;

// Runs an ELF file on qemu-system-riscv32 -M virt. `properties` of QEMU's core are added, such as ",mmu=false".
CommandResult run_on_qemu(const std::string& elf, const std::string& properties = "");

// The ELF file of a harness (harness.S) with `words`, followed by a jump to its symbol `finish`, at its symbol `body`.
// Throws std::length_error if they do not fit before the symbol `body_end`.
std::vector<std::uint8_t> with_body(const support::FirmwareImage& harness, std::vector<std::uint32_t> words);
// The same for compressed code, in an ELF file that asks for it.
std::vector<std::uint8_t> with_compressed_body(const support::FirmwareImage& harness, std::vector<std::uint16_t> code);

}  // namespace janus::testing
