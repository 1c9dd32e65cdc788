#include "devices/description.h"

#include <fmt/format.h>

namespace janus::devices {
namespace {

constexpr std::uint32_t kClintMtimecmp = 0x4000;
constexpr std::uint32_t kPlicPending = 0x1000, kPlicEnable = 0x2000, kPlicThreshold = 0x200000;

bool bit(Plic& plic, std::uint32_t base, unsigned source) {
  return plic.read(base + source / 32 * 4, 4).value_or(0) >> source % 32 & 1;
}

}  // namespace

std::string describe(TestFinisher finisher) {
  const auto code = finisher.exit_code();
  return code ? fmt::format("finished with exit code {}\n", *code) : "not finished\n";
}

std::string describe(Clint clint) {
  const std::uint64_t low = clint.read(kClintMtimecmp, 4).value_or(0);
  const std::uint64_t high = clint.read(kClintMtimecmp + 4, 4).value_or(0);
  return fmt::format("msip     {}\nmtime    {}\nmtimecmp {}\ntimer interrupt {}\n", clint.software_interrupt() ? 1 : 0,
                     clint.mtime(), high << 32 | low, clint.timer_interrupt() ? "pending" : "not pending");
}

std::string describe(Plic plic) {
  std::string text = fmt::format("threshold {}\n", plic.read(kPlicThreshold, 4).value_or(0));
  for (unsigned source = 1; source < Plic::kSources; ++source) {
    const std::uint32_t priority = plic.read(4 * source, 4).value_or(0);
    const bool enabled = bit(plic, kPlicEnable, source), pending = bit(plic, kPlicPending, source);
    if (!priority && !enabled && !pending) continue;
    text += fmt::format("source {}: priority {}, {}, {}\n", source, priority, enabled ? "enabled" : "not enabled",
                        pending ? "pending" : "not pending");
  }
  return text + fmt::format("external interrupt {}\n", plic.interrupt() ? "pending" : "not pending");
}

std::string describe(Uart16550 uart) {
  // The names of registers 1 to 7 when read; register 0 reads from the FIFO.
  static constexpr const char* kNames[] = {"IER", "IIR", "LCR", "MCR", "LSR", "MSR", "SCR"};
  std::string text;
  for (std::uint32_t i = 0; i < 7; ++i) {
    Uart16550 copy = uart;
    text += fmt::format("{} 0x{:02x}\n", kNames[i], copy.read(i + 1, 1).value_or(0));
  }
  text += fmt::format("interrupt {}\nreceived, not yet read:", uart.interrupt() ? "pending" : "not pending");
  Uart16550 copy = uart;
  copy.write(3, 1, 3);  // the divisor latch would hide the FIFO
  while (copy.read(5, 1).value_or(0) & 1) text += fmt::format(" {:02x}", copy.read(0, 1).value_or(0));
  return text + "\n";
}

}  // namespace janus::devices
