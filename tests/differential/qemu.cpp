#include "qemu.h"

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
      "rv32,c=false,f=false,d=false,s=false,h=false,zba=false,zbb=false,zbc=false,zbs=false,x-smaia=true" + properties;
  return run_command({kQemu, "-M", "virt", "-cpu", core, "-icount", "shift=0,sleep=off", "-bios", "none", "-display",
                      "none", "-monitor", "none", "-serial", "stdio", "-kernel", elf},
                     false, 30);
}

std::vector<std::uint8_t> with_body(const support::FirmwareImage& harness, std::vector<std::uint32_t> words) {
  const std::uint32_t body = harness.symbol("body").value(), room = harness.symbol("body_end").value() - body;
  const std::uint32_t end = body + static_cast<std::uint32_t>(4 * words.size());
  words.push_back(
      encode(isa::Opcode::jal, {.immediate = static_cast<std::int32_t>(harness.symbol("finish").value() - end)}));
  if (4 * words.size() > room) throw std::length_error("the program is larger than the harness's body");
  ElfWriter elf(harness.entry());
  for (const support::Segment& segment : harness.segments()) {
    std::vector<std::uint8_t> bytes = segment.bytes;
    if (body - segment.address < bytes.size()) {
      std::uint8_t* at = bytes.data() + (body - segment.address);
      for (std::uint32_t word : words) {
        for (unsigned shift = 0; shift < 32; shift += 8) *at++ = static_cast<std::uint8_t>(word >> shift);
      }
    }
    elf.add_segment(segment.address, std::move(bytes), segment.size);
  }
  return elf.bytes();
}

}  // namespace janus::testing
