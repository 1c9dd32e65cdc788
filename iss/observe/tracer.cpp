#include "observe/tracer.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/disassembler.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::observe {

bool Tracer::within(std::span<const Range> ranges, std::uint32_t pc) {
  return ranges.empty() || std::any_of(ranges.begin(), ranges.end(),
                                       [pc](const Range& range) { return range.first <= pc && pc <= range.last; });
}

void Tracer::before(const isa::Instruction&, const State& state) {
  inside_ = true;
  wanted_ = wants(state.pc);
  cycle_ = state.cycles;
  changes_.clear();
}

void Tracer::accessed(const hart::MemoryAccess& access) {
  DeviceAccess device;
  if (access.device) {
    device = devices_(access);  // also of what is not traced
    device.place = device.place.empty() ? "device " : device.place + ' ';
  }
  if (!wanted_) return;
  const char* arrow = access.kind == hart::MemoryAccess::Kind::Load ? "->" : "<-";
  changes_ += fmt::format(" [{}0x{:08x}]{}0x{:0{}x}{}", device.place, access.address, arrow, access.value,
                          2 * access.size, device.fields);
}

void Tracer::received_input(std::uint32_t address, std::uint32_t size) {
  changes_ += fmt::format(" [0x{:08x}..+{}]<-input", address, size);
}

void Tracer::after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) {
  inside_ = false;
  if (wanted_) {
    const std::uint8_t rd = isa::written_register(instruction);
    if (retired && rd != 0) changes_ += fmt::format(" {}=0x{:08x}", isa::kRegisterNames[rd], state.x[rd].raw);
    const std::string line = fmt::format("{:>12} 0x{:08x} {:08x} {:<28}{}", cycle_, pc, instruction.word,
                                         isa::disassemble(instruction, pc), changes_);
    std::fputs((line.substr(0, line.find_last_not_of(' ') + 1) + "\n").c_str(), out_);
  }
  if (!trap_.empty()) std::fputs(trap_.c_str(), out_);
  trap_.clear();
}

void Tracer::trapped(const State& state) {
  if (!wants(state.mepc.raw) && !wants(state.pc)) return;
  const std::string line = fmt::format("{:>12} trap 0x{:08x} from 0x{:08x} to 0x{:08x}, mtval 0x{:08x}\n", state.cycles,
                                       state.mcause.raw, state.mepc.raw, state.pc, state.mtval.raw);
  if (inside_) {
    trap_ = line;
  } else {
    std::fputs(line.c_str(), out_);
  }
}

}  // namespace janus::observe
