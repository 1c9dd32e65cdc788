#include "prototype/platform.h"

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <systemc>

#include "devices/functional_machine.h"
#include "devices_of_the_board.h"
#include "prototype/arrivals.h"
#include "prototype/bus.h"
#include "prototype/core.h"
#include "prototype/device_module.h"
#include "prototype/memory.h"
#include "prototype/ram_image.h"
#include "prototype/recorded_inputs.h"
#include "prototype/uart_terminal.h"
#include "support/contract.h"

// SystemC's library needs this symbol, although Janus has its own main().
int sc_main(int, char**) { return 0; }

namespace janus::prototype {
namespace {

using devices::memory_map::kRamBase;

// Standard output belongs to the UART. SystemC's banner and notes are dropped; its warnings and errors go to standard
// error.
void keep_systemc_off_standard_output() {
  ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if (actions & sc_core::SC_DISPLAY)
      std::fprintf(stderr, "janus: %s\n", sc_core::sc_report_compose_message(report).c_str());
    sc_core::sc_actions rest = actions & ~static_cast<sc_core::sc_actions>(sc_core::SC_DISPLAY);
    sc_core::sc_report_handler::default_handler(report, rest);
  });
}

CoreConfig core_config(const PlatformConfig& config, const support::FirmwareImage& image) {
  CoreConfig core;
  core.hart = config.hart;
  core.hart.reset_pc = image.entry();
  core.hart.extensions = isa::extensions_of(image.isa());
  core.hart.ram_base = kRamBase;
  core.hart.ram_size = config.ram_size;
  core.hart.htif = hart::htif_addresses(image);
  core.quantum = config.quantum_ns * 1000;
  core.dmi = config.dmi;
  core.stop = config.stop;
  return core;
}

// SystemC tells AddressSanitizer the bounds of each stack that it switches to. It does not know the bounds of the main
// thread's stack and passes zero. After that, exceptions thrown on this stack would leave stale shadow memory behind
// and cause false reports. So this function sets the bounds again.
void restore_stack_bounds() {
#ifdef __SANITIZE_ADDRESS__
  static void* bottom = nullptr;
  static std::size_t size = 0;
  void* fake_stack = nullptr;
  pthread_attr_t attributes;
  if (!bottom) {  // cached, since the query is slow and a debugger pauses often
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    pthread_attr_getstack(&attributes, &bottom, &size);
    pthread_attr_destroy(&attributes);
  }
  __sanitizer_start_switch_fiber(&fake_stack, bottom, size);
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

}  // namespace

struct Checkpoint::Contents {
  Picoseconds now;  // of the clock
  Core::State core;
#define DEVICE(name, Type, header, base, size, source) DeviceModule<devices::Type>::State name;
#include "devices/devices.def"
#undef DEVICE
  UartTerminal::State terminal;
  std::size_t arrived;
  std::size_t inputs_drawn;
  RamImage ram;
};

struct Platform::Machine : sc_core::sc_module {
  std::optional<RecordedInputs> inputs;  // only when recording, and if there is a source
  Clock clock;
  Core core;
  Bus bus{"bus"};
  Memory ram;
#define DEVICE(name, Type, header, base, size, source) DeviceModule<devices::Type> name{#name, clock};
#include "devices/devices.def"
#undef DEVICE
  UartTerminal terminal;
  Arrivals arrivals;
  const bool ends_without_output;  // not while a debugger looks at the machine

  Machine(sc_core::sc_module_name name, const PlatformConfig& config, const support::FirmwareImage& image,
          hart::InputSource* source)
      : sc_module(name),
        core("core", core_config(config, image), clock, recorded(source, config.record)),
        ram("ram", config.ram_size, config.dmi),
        terminal("terminal", clock, uart, config.uart_input, config.record),
        arrivals("arrivals", clock, timed(config), [this](const devices::ArrivalRow& row) { arrive(row); }),
        ends_without_output(!config.record) {
    connect(config.ram_size);
    wire();
    devices::load_image(image, kRamBase, ram.bytes(), ram.size());
    core.set_instruction_limit(config.max_instructions);
    core.hart().set_output(&terminal);
    core.hart().set_console(&terminal);
    terminal.stop_waiting_when(config.stop);
    core.hart().set_inspect(config.inspect);
    for (const devices::ArrivalRow* row : config.held) hold(*row);
    for (const devices::ReceivedWords& received : config.received) feed(received);
    uart.changed();  // delivers the first bytes of immediate input
  }

  void feed(const devices::ReceivedWords& received) {
#define DEVICE(name, Type, header, base, size, source) \
  if (received.device == #name) feed(name, received.words);
#include "devices/devices.def"
#undef DEVICE
  }
  template <class D>
  void feed(DeviceModule<D>& module, const std::vector<devices::Datum>& words) {
    if constexpr (devices::Receives<D>) {
      module.device().feed(words);
      module.changed();
    }
  }

  static std::vector<Arrivals::Planned> timed(const PlatformConfig& config) {
    std::vector<Arrivals::Planned> planned;
    for (const auto& [row, cycle] : config.planned) planned.push_back({row, config.hart.timing.time_at(cycle)});
    return planned;
  }
  void hold(const devices::ArrivalRow& row) {
#define DEVICE(name, Type, header, base, size, source) \
  if (row.device == #name) devices::hold(name.device(), row.line);
#include "devices/devices.def"
#undef DEVICE
  }
  void arrive(const devices::ArrivalRow& row) {
#define DEVICE(name, Type, header, base, size, source) \
  if (row.device == #name) {                           \
    devices::arrive(name.device(), row.line);          \
    name.changed();                                    \
  }
#include "devices/devices.def"
#undef DEVICE
  }

  hart::InputSource* recorded(hart::InputSource* source, bool record) {
    return source && record ? &inputs.emplace(*source) : source;
  }

  void connect(std::uint32_t ram_size) {
    core.socket.bind(bus.target);
    bus.attach({kRamBase, ram_size}, ram.socket);
#define DEVICE(name, Type, header, base, size, source)        \
  bus.attach(devices::memory_map::region::name, name.socket); \
  core.watch(name);
#include "devices/devices.def"
#undef DEVICE
    core.watch(terminal);
    core.watch(arrivals);
  }

  void wire() {
#define DEVICE(name, Type, header, base, size, source) name.on_change([this] { drive(name, source); });
#include "devices/devices.def"
#undef DEVICE
  }

  // Drives the wires at the outputs of a device: its lines to the hart and to the PLIC, its serial line, the switch
  // that ends the run. A device has those outputs that its type has functions for.
  template <class D>
  void drive(DeviceModule<D>& module, std::uint32_t source) {
    namespace line = hart::interrupt;
    const D& device = module.device();
    if constexpr (requires { device.exit_code(); }) {
      if (device.exit_code()) core.power_off();
    }
    if constexpr (requires { device.timer_interrupt(); }) {
      core.hart().set_interrupt_line(line::kSoftware, device.software_interrupt());
      core.hart().set_interrupt_line(line::kTimer, device.timer_interrupt());
      core.hart().set_mtime_offset(device.mtime_offset());
    }
    if constexpr (requires { module.device().take_sent(); }) {
      terminal.exchange();
      if (ends_without_output && terminal.output_error()) core.lose_output();
    }
    if constexpr (std::same_as<D, devices::Plic>) {
      core.hart().set_interrupt_line(line::kExternal, device.interrupt());
    } else if constexpr (requires { device.interrupt(); }) {
      plic.device().set_source(source, device.interrupt());
      plic.changed();
    }
  }
};

Platform::Platform(PlatformConfig config, const support::FirmwareImage& image, hart::InputSource* inputs) {
  static bool constructed = false;
  JANUS_REQUIRE(!constructed);
  constructed = true;
  keep_systemc_off_standard_output();
  JANUS_REQUIRE(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_PS));
  machine_ = std::make_unique<Machine>("platform", config, image, inputs);
}

Platform::~Platform() = default;

RunResult Platform::run() { return run_until(kEndOfRun, {}); }

RunResult Platform::run_until(Moment target, const std::function<bool()>& pause_wanted) {
  Core& core = machine_->core;
  core.pause_at(target, pause_wanted);
  sc_core::sc_start();
  restore_stack_bounds();
  machine_->terminal.flush();

  auto& hart = core.hart();
  const auto& state = core.hart().state();
  RunResult result{.end = core.end(), .exit_code = {}, .pc = state.pc, .trap = {}, .hook_error = {}};
  result.stack_pointer = state.x[2].raw;
  for (unsigned i = 0; i < result.arguments.size(); ++i) result.arguments[i] = state.x[isa::kA0 + i].raw;
  result.ram = ram();
  result.output_error = machine_->terminal.output_error();
  if (result.output_error && machine_->ends_without_output) result.end = End::OutputLost;
  if (result.end == End::Finisher) result.exit_code = machine_->finisher.device().exit_code();
  if (result.end == End::ToHost || result.end == End::HostExit) result.exit_code = hart.exit_code();
  if (result.end == End::UnhandledTrap) result.trap = hart.unhandled_trap();
  if (result.end == End::HookError || result.end == End::HostError || result.end == End::AssertFailed)
    result.hook_error = hart.hook_error();
  if (result.end == End::Detected) {
    result.detector = hart.detected();
    result.mistake = hart.mistake(hart.detected());
  }
  result.has_tohost = hart.has_tohost();
  result.ignored_hooks = hart.ignored_hooks();
  result.cycles = state.cycles;
  result.instructions = state.retired;
  result.picoseconds = hart.timing().time_at(state.cycles);
  return result;
}

void Platform::set_max_instructions(std::uint64_t retired) { machine_->core.set_instruction_limit(retired); }

std::vector<std::uint8_t> Platform::read_memory(std::uint32_t address, std::uint32_t size) {
  // Limited to the rest of the region, so that a debugger's request cannot allocate gigabytes.
  std::uint32_t most = 0;
  if (ram().contains(address)) most = ram().size - (address - ram().base);
  for (const devices::Region region : devices::memory_map::kDevices) {
    if (region.contains(address)) most = region.size - (address - region.base);
  }
  size = std::min(size, most);
  std::vector<std::uint8_t> bytes(size);
  if (size == 0) return bytes;
  tlm::tlm_generic_payload transaction;
  transaction.set_command(tlm::TLM_READ_COMMAND);
  transaction.set_address(address);
  transaction.set_data_ptr(bytes.data());
  transaction.set_data_length(size);
  transaction.set_streaming_width(size);
  bytes.resize(machine_->core.socket->transport_dbg(transaction));
  return bytes;
}

bool Platform::write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return true;
  if (!ram().contains(address) || bytes.size() > ram().size - (address - ram().base)) return false;
  std::ranges::copy(bytes, machine_->ram.bytes() + (address - ram().base));
  hart().discard_decoded();
  return true;
}

hart::ConcreteHart& Platform::hart() { return machine_->core.hart(); }

// --- For a debugger.

Moment Platform::moment() const { return machine_->core.moment(); }

Checkpoint Platform::save(const Checkpoint* similar) const {
  const Machine& m = *machine_;
  const std::size_t drawn = m.inputs ? m.inputs->drawn() : 0;
  const RamImage* shared = similar ? &similar->contents->ram : nullptr;
  return {moment(),
          std::make_shared<const Checkpoint::Contents>(Checkpoint::Contents{
              m.clock.now(), m.core.save(),
#define DEVICE(name, Type, header, base, size, source) m.name.save(),
#include "devices/devices.def"
#undef DEVICE
              m.terminal.save(), m.arrivals.save(), drawn, RamImage({machine_->ram.bytes(), m.ram.size()}, shared)})};
}

void Platform::restore(const Checkpoint& checkpoint) {
  Machine& m = *machine_;
  const Checkpoint::Contents& was = *checkpoint.contents;
  m.core.restore(was.core);
  m.clock.set(was.now, m.core.hart().timing().time_at(m.core.hart().state().cycles));
#define DEVICE(name, Type, header, base, size, source) m.name.restore(was.name);
#include "devices/devices.def"
#undef DEVICE
  m.terminal.restore(was.terminal);
  m.arrivals.restore(was.arrived);
  if (m.inputs) m.inputs->go_to(was.inputs_drawn);
  was.ram.restore({m.ram.bytes(), m.ram.size()});
}

void Platform::forget_future() { machine_->terminal.forget_future(); }

std::uint64_t Platform::checkpoint_bytes() { return RamImage::bytes_in_use(); }

std::vector<Platform::DeviceView> Platform::devices() const {
  const Machine& m = *machine_;
  return {
#define DEVICE(name, Type, header, base, size, source) \
  {#name, devices::memory_map::region::name, devices::describe(m.name.present())},
#include "devices/devices.def"
#undef DEVICE
  };
}

devices::Region Platform::ram() const { return {kRamBase, machine_->ram.size()}; }

std::string systemc_version() { return sc_core::sc_release(); }

}  // namespace janus::prototype
