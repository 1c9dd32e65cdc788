#include "observe/commit_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::observe {

void CommitLog::before(const isa::Instruction&, const State& state) {
  privilege_ = static_cast<unsigned>(state.privilege);
  loads_.clear();
  stores_.clear();
}

void CommitLog::accessed(const hart::MemoryAccess& access) {
  if (access.kind == hart::MemoryAccess::Kind::Load) {
    loads_ += fmt::format(" mem 0x{:08x}", access.address);
  } else {
    stores_ += fmt::format(" mem 0x{:08x} 0x{:0{}x}", access.address, access.value, 2 * access.size);
  }
}

void CommitLog::after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) {
  if (!retired || !Tracer::within(ranges_, pc)) return;
  std::string line = fmt::format("core   0: {} 0x{:08x} (0x{:08x})", privilege_, pc, instruction.word);
  if (const std::uint8_t rd = isa::written_register(instruction)) {
    line += fmt::format(" x{:<2} 0x{:08x}", rd, state.x[rd].raw);
  }
  const auto add_csr = [&](std::uint16_t number) {
    line +=
        fmt::format(" c{}_{} 0x{:08x}", number, isa::csr_name(number).value_or("unknown"), hart_.read_csr(number).raw);
  };
  if (isa::accesses_csr(instruction) && isa::writes_csr(instruction)) {
    add_csr(static_cast<std::uint16_t>(instruction.immediate));
  } else if (isa::control(instruction.opcode) == isa::Control::ReturnsFromTrap) {
    add_csr(isa::csr::mstatus);
  }
  std::fputs((line + loads_ + stores_ + "\n").c_str(), out_);
}

}  // namespace janus::observe
