#include "observe/waves.h"

#include <algorithm>
#include <utility>

#include "isa/registers.h"

namespace janus::observe {
namespace {

using State = hart::Observer::State;
using Register = Waves::Register;

constexpr std::string_view kComment =
    "  Times are the hart's own: cycles of its timing profile times the period of its clock. The hart runs ahead of\n"
    "  SystemC's time by up to a quantum, so they are not the times at which SystemC executed anything.";

// Registers that count by themselves are left out: their waves would only show that time passes.
constexpr Register kSpecial[] = {
    {"pc", [](const State& state) { return state.pc; }, 0},
    {"mstatus", [](const State& state) { return state.mstatus; }, 0},
    {"mie", [](const State& state) { return state.mie; }, 0},
    {"mip", [](const State& state) { return state.mip; }, 0},
    {"mtvec", [](const State& state) { return state.mtvec; }, 0},
    {"mcounteren", [](const State& state) { return state.mcounteren; }, 0},
    {"mscratch", [](const State& state) { return state.mscratch.raw; }, 0},
    {"mepc", [](const State& state) { return state.mepc.raw; }, 0},
    {"mcause", [](const State& state) { return state.mcause.raw; }, 0},
    {"mtval", [](const State& state) { return state.mtval.raw; }, 0},
};

Register integer_register(std::size_t number) {
  return {isa::kRegisterNames[number], nullptr, static_cast<std::uint8_t>(number)};
}

// UART 16550: PC16550D data sheet, table II.
constexpr std::uint32_t kData = 0, kLineControl = 3, kModemControl = 4;
constexpr std::uint32_t kDivisorLatch = 0x80, kLoopback = 0x10;

}  // namespace

std::optional<Register> Waves::find_register(std::string_view name) {
  if (name == "fp") return integer_register(isa::kS0);
  for (std::size_t number = 0; number < 32; ++number) {
    if (name == isa::kRegisterNames[number] || name == "x" + std::to_string(number)) return integer_register(number);
  }
  const auto special = std::ranges::find(kSpecial, name, &Register::name);
  return special == std::end(kSpecial) ? std::nullopt : std::optional(*special);
}

Waves::Waves(std::FILE* out, std::span<const Register> registers, std::uint32_t uart, const hart::TimingProfile& timing)
    : vcd_(out, kComment), period_(timing.period()), interrupt_cycles_(timing.interrupt_cycles()), uart_(uart) {
  software_ = vcd_.declare("hart", "mip_software", 1);
  timer_ = vcd_.declare("hart", "mip_timer", 1);
  external_ = vcd_.declare("hart", "mip_external", 1);
  privilege_ = vcd_.declare("hart", "privilege", 2);
  waiting_ = vcd_.declare("hart", "waiting", 1);
  trap_ = declare_strobed("hart", "trap", 32);
  for (const Register& what : registers) registers_.push_back({what, vcd_.declare("hart", what.name, 32)});
  sent_ = declare_strobed("uart", "sent", 8);
  received_ = declare_strobed("uart", "received", 8);
}

Waves::Strobed Waves::declare_strobed(std::string_view scope, const std::string& name, unsigned width) {
  const Strobed strobed{vcd_.declare(scope, name, width), vcd_.declare(scope, name + "_strobe", 1)};
  vcd_.set(strobed.strobe, 0);
  return strobed;
}

void Waves::watch(Probes probes) {
  probes_ = std::move(probes);
  for (const Probe& probe : probes_.signals) probed_.push_back(vcd_.declare(probe.scope, probe.name, probe.width));
}

void Waves::strike(Strobed& strobed, std::uint32_t value) {
  vcd_.set(strobed.value, value);
  vcd_.set(strobed.strobe, strobed.level ^= 1);
}

void Waves::sample_lines(const State& state) {
  vcd_.set(software_, state.mip >> hart::interrupt::kSoftware & 1);
  vcd_.set(timer_, state.mip >> hart::interrupt::kTimer & 1);
  vcd_.set(external_, state.mip >> hart::interrupt::kExternal & 1);
  vcd_.set(waiting_, state.waiting);
}

void Waves::sample(const State& state) {
  vcd_.at(state.cycles * period_);
  sample_lines(state);
  vcd_.set(privilege_, static_cast<std::uint32_t>(state.privilege));
  for (const auto& [what, signal] : registers_) {
    vcd_.set(signal, what.read ? what.read(state) : state.x[what.number].raw);
  }
  if (probed_.empty()) return;
  const std::uint64_t changes = probes_.changes();
  if (std::exchange(seen_changes_, changes) == changes) return;
  for (std::size_t i = 0; i < probed_.size(); ++i) vcd_.set(probed_[i], probes_.signals[i].read());
}

// Interrupt lines change between instructions, too.
void Waves::before(const isa::Instruction&, const State& state) { sample(state); }

void Waves::after(std::uint32_t, const isa::Instruction&, bool, const State& state) { sample(state); }

void Waves::accessed(const hart::MemoryAccess& access) {
  const std::uint32_t offset = access.address - uart_;
  if (!access.device || offset > kModemControl) return;
  const bool store = access.kind == hart::MemoryAccess::Kind::Store;
  if (store && offset == kLineControl) line_control_ = access.value;
  if (store && offset == kModemControl) modem_control_ = access.value;
  if (offset != kData || (line_control_ & kDivisorLatch)) return;
  if (!store) {
    strike(received_, access.value & 0xff);
  } else if (!(modem_control_ & kLoopback)) {
    strike(sent_, access.value & 0xff);
  }
}

void Waves::trapped(const State& state) {
  const bool interrupt = state.mcause.raw >> 31;
  if (interrupt) {
    // The lines rose and the hart woke before the hart entered the handler.
    vcd_.at((state.cycles - interrupt_cycles_) * period_);
    sample_lines(state);
  }
  sample(state);
  strike(trap_, state.mcause.raw);
}

}  // namespace janus::observe
