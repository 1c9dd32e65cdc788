#include "qemu.h"

#include <elf.h>

#include <cstring>
#include <stdexcept>

#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::testing {

// Our extensions and no more, so that the same words are illegal; and AIA (x-smaia), without which QEMU 7.2 takes the
// interrupt of the lowest number first, whatever the privileged specification says. Time counts instructions (-icount):
// so a store to a device ends a translated block, and an interrupt that it raises is taken right behind it, instead of
// at the end of a block that goes on; and what wfi waits for comes at once.
CommandResult run_on_qemu(const std::string& elf, const std::string& properties) {
  const std::string core =
      "rv32,c=false,f=false,d=false,s=false,h=false,zba=true,zbb=true,zbc=false,zbs=true,zbkb=true,x-smaia=true" +
      properties;
  return run_command({kQemu, "-M", "virt", "-cpu", core, "-icount", "shift=0,sleep=off", "-bios", "none", "-display",
                      "none", "-monitor", "none", "-serial", "stdio", "-kernel", elf},
                     false, 30);
}

namespace {

std::vector<std::uint8_t> with_bytes(const support::FirmwareImage& harness, const std::vector<std::uint16_t>& code,
                                     std::uint32_t flags) {
  const std::uint32_t body = harness.symbol("body").value(), room = harness.symbol("body_end").value() - body;
  if (2 * code.size() > room) throw std::length_error("the program is larger than the harness's body");
  ElfWriter elf(harness.entry());
  elf.header.e_flags = flags;
  elf.set_isa("rv32ima_zba_zbb_zbs_zbkb");
  for (const support::Segment& segment : harness.segments()) {
    std::vector<std::uint8_t> bytes = segment.bytes;
    if (body - segment.address < bytes.size())
      std::memcpy(bytes.data() + (body - segment.address), code.data(), 2 * code.size());
    elf.add_segment(segment.address, std::move(bytes), segment.size);
  }
  return elf.bytes();
}

void append(std::vector<std::uint16_t>& code, std::uint32_t word) {
  code.push_back(static_cast<std::uint16_t>(word));
  code.push_back(static_cast<std::uint16_t>(word >> 16));
}

// A jump from the end of `code` to the harness's end.
void append_end(std::vector<std::uint16_t>& code, const support::FirmwareImage& harness) {
  const auto end = harness.symbol("body").value() + static_cast<std::uint32_t>(2 * code.size());
  append(code,
         encode(isa::Opcode::jal, {.immediate = static_cast<std::int32_t>(harness.symbol("finish").value() - end)}));
}

}  // namespace

std::vector<std::uint8_t> with_body(const support::FirmwareImage& harness, std::vector<std::uint32_t> words) {
  std::vector<std::uint16_t> code;
  for (const std::uint32_t word : words) append(code, word);
  append_end(code, harness);
  return with_bytes(harness, code, 0);
}

std::vector<std::uint8_t> with_compressed_body(const support::FirmwareImage& harness, std::vector<std::uint16_t> code) {
  append_end(code, harness);
  return with_bytes(harness, code, EF_RISCV_RVC);
}

}  // namespace janus::testing
