#include "support/call_frames.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <libelf.h>
#include <unistd.h>

#include <cstdlib>
#include <span>

namespace janus::support {
namespace {

constexpr unsigned kReturnAddress = 1, kStackPointer = 2;
constexpr unsigned kInAnInstruction = 2;  // so far in front of a return address every call instruction lies

using Registers = std::array<std::optional<std::uint32_t>, 32>;

// The value of an expression that rules of a compiler have: a register and an offset, or an offset from the CFA.
std::optional<std::uint32_t> address_of(std::span<const Dwarf_Op> expression, const Registers& x, std::uint32_t cfa) {
  std::optional<std::uint32_t> value;
  for (const Dwarf_Op& op : expression) {
    if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) {
      const auto& base = x[op.atom - DW_OP_breg0];
      if (!base) return std::nullopt;
      value = *base + static_cast<std::uint32_t>(op.number);
    } else if (op.atom == DW_OP_bregx && op.number < x.size()) {
      const auto& base = x[op.number];
      if (!base) return std::nullopt;
      value = *base + static_cast<std::uint32_t>(op.number2);
    } else if (op.atom == DW_OP_call_frame_cfa) {
      value = cfa;
    } else if (op.atom == DW_OP_plus_uconst && value) {
      *value += static_cast<std::uint32_t>(op.number);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

// What a register had in the caller.
std::optional<std::uint32_t> caller_value(Dwarf_Frame* frame, unsigned number, std::uint32_t cfa, const Registers& x,
                                          const MachineView& machine) {
  Dwarf_Op memory[3];
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, static_cast<int>(number), memory, &ops, &count) != 0) return std::nullopt;
  if (count == 0) return ops == nullptr ? x[number] : std::nullopt;  // the same, or undefined
  const bool is_value = ops[count - 1].atom == DW_OP_stack_value;
  const auto place = address_of({ops, is_value ? count - 1 : count}, x, cfa);
  if (!place || is_value) return place;
  return machine.word(*place);
}

}  // namespace

struct CallFrames::Tables {
  int file = -1;
  Elf* elf = nullptr;
  ::Dwarf* dwarf = nullptr;
  Dwarf_CFI *debug = nullptr, *loaded = nullptr;  // .debug_frame, .eh_frame

  ~Tables() {
    if (loaded) dwarf_cfi_end(loaded);
    if (dwarf) dwarf_end(dwarf);
    if (elf) elf_end(elf);
    if (file >= 0) ::close(file);
  }
  Dwarf_Frame* frame(std::uint32_t pc) const {
    Dwarf_Frame* found = nullptr;
    if (debug && dwarf_cfi_addrframe(debug, pc, &found) == 0) return found;
    return loaded && dwarf_cfi_addrframe(loaded, pc, &found) == 0 ? found : nullptr;
  }
};

CallFrames::CallFrames(const FirmwareImage& image) : tables_(std::make_unique<Tables>()) {
  elf_version(EV_CURRENT);
  tables_->file = ::open(image.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (tables_->file < 0) return;
  tables_->elf = elf_begin(tables_->file, ELF_C_READ, nullptr);
  if (!tables_->elf) return;
  tables_->dwarf = dwarf_begin_elf(tables_->elf, DWARF_C_READ, nullptr);
  if (tables_->dwarf) tables_->debug = dwarf_getcfi(tables_->dwarf);
  tables_->loaded = dwarf_getcfi_elf(tables_->elf);
}

CallFrames::~CallFrames() = default;

std::vector<std::uint32_t> CallFrames::callers(std::uint32_t pc, const MachineView& machine) const {
  std::vector<std::uint32_t> calls;
  Registers x = machine.x;
  while (calls.size() < kMost) {
    const std::unique_ptr<Dwarf_Frame, decltype(&std::free)> frame(tables_->frame(pc), &std::free);
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (!frame || dwarf_frame_cfa(frame.get(), &ops, &count) != 0 || count == 0) break;
    const auto cfa = address_of({ops, count}, x, 0);
    if (!cfa) break;
    Registers caller;
    for (unsigned number = 1; number < x.size(); ++number) {
      if (number != kStackPointer) caller[number] = caller_value(frame.get(), number, *cfa, x, machine);
    }
    caller[kStackPointer] = cfa;
    const auto return_address = caller[kReturnAddress];
    if (!return_address || *return_address < kInAnInstruction || (!calls.empty() && x == caller)) break;
    calls.push_back(*return_address - kInAnInstruction);
    pc = calls.back();
    x = caller;
  }
  return calls;
}

}  // namespace janus::support
