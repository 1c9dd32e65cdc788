#include "prototype/platform.h"

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <systemc>

#include "devices/clint.h"
#include "devices/functional_machine.h"
#include "devices/plic.h"
#include "devices/test_finisher.h"
#include "prototype/bus.h"
#include "prototype/core.h"
#include "prototype/device_module.h"
#include "prototype/memory.h"
#include "prototype/uart_terminal.h"
#include "support/contract.h"

// SystemC's library asks for this symbol; our main() is our own.
int sc_main(int, char**) { return 0; }

namespace janus::prototype {
namespace {

using devices::memory_map::kRamBase;

// Standard output is the UART's. SystemC's banner and notes go nowhere, its warnings and errors to standard error.
void quieten_systemc() {
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
  core.hart.ram_base = kRamBase;
  core.hart.ram_size = config.ram_size;
  core.hart.tohost = image.symbol("tohost");
  core.quantum = config.quantum_ns * 1000;
  core.dmi = config.dmi;
  core.stop = config.stop;
  return core;
}

// SystemC tells AddressSanitizer of every switch to another stack, but for the one back to the main thread's, whose
// bounds it does not know: it says zero. Exceptions thrown there from then on would leave stale shadow memory behind,
// and false reports. So this says the bounds again.
void restore_stack_bounds() {
#ifdef __SANITIZE_ADDRESS__
  pthread_attr_t attributes;
  void *bottom = nullptr, *fake_stack = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  __sanitizer_start_switch_fiber(&fake_stack, bottom, size);
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

}  // namespace

struct Platform::Machine : sc_core::sc_module {
  Core core;
  Bus bus{"bus"};
  Memory ram;
  DeviceModule<devices::TestFinisher> finisher{"finisher"};
  DeviceModule<devices::Clint> clint{"clint"};
  DeviceModule<devices::Plic> plic{"plic"};
  DeviceModule<devices::Uart16550> uart{"uart"};
  UartTerminal terminal;

  Machine(sc_core::sc_module_name name, const PlatformConfig& config, const support::FirmwareImage& image,
          hart::InputSource* inputs)
      : sc_module(name),
        core("core", core_config(config, image), inputs),
        ram("ram", config.ram_size, config.dmi),
        terminal("terminal", uart, config.uart_input) {
    connect(config.ram_size);
    wire();
    devices::load_image(image, kRamBase, ram.bytes(), ram.size());
    core.set_instruction_limit(config.max_instructions);
    uart.changed();  // the first bytes arrive
  }

  void connect(std::uint32_t ram_size) {
    namespace map = devices::memory_map;
    core.socket.bind(bus.target);
    bus.attach({kRamBase, ram_size}, ram.socket);
    bus.attach(map::kFinisher, finisher.socket);
    bus.attach(map::kClint, clint.socket);
    bus.attach(map::kPlic, plic.socket);
    bus.attach(map::kUart, uart.socket);
    core.watch(clint);
    core.watch(plic);
    core.watch(uart);
    core.watch(finisher);
    core.watch(terminal);
  }

  void wire() {
    namespace line = hart::interrupt;
    finisher.on_change([this] {
      if (finisher.device().exit_code()) core.power_off();
    });
    clint.on_change([this] {
      core.hart().set_interrupt_line(line::kSoftware, clint.device().software_interrupt());
      core.hart().set_interrupt_line(line::kTimer, clint.device().timer_interrupt());
      core.hart().set_mtime_offset(clint.device().mtime_offset());
    });
    plic.on_change([this] { core.hart().set_interrupt_line(line::kExternal, plic.device().interrupt()); });
    uart.on_change([this] {
      terminal.exchange();
      plic.device().set_source(devices::memory_map::kUartInterrupt, uart.device().interrupt());
      plic.changed();
    });
  }
};

Platform::Platform(PlatformConfig config, const support::FirmwareImage& image, hart::InputSource* inputs) {
  static bool constructed = false;
  JANUS_REQUIRE(!constructed);
  constructed = true;
  quieten_systemc();
  JANUS_REQUIRE(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_PS));
  machine_ = std::make_unique<Machine>("platform", config, image, inputs);
}

Platform::~Platform() = default;

RunResult Platform::run() {
  Core& core = machine_->core;
  sc_core::sc_start();
  restore_stack_bounds();
  machine_->terminal.flush();

  const auto& hart = core.hart();
  const auto& state = core.hart().state();
  RunResult result{.end = core.end(), .exit_code = {}, .pc = state.pc, .trap = {}, .hook_error = {}};
  if (result.end == End::Finisher) result.exit_code = machine_->finisher.device().exit_code();
  if (result.end == End::ToHost) result.exit_code = devices::tohost_exit_code(hart.tohost_value());
  if (result.end == End::UnhandledTrap) result.trap = hart.unhandled_trap();
  if (result.end == End::HookError) result.hook_error = hart.hook_error();
  result.cycles = state.cycles;
  result.instructions = state.retired;
  result.picoseconds = hart.timing().time_at(state.cycles);
  return result;
}

void Platform::set_max_instructions(std::uint64_t retired) { machine_->core.set_instruction_limit(retired); }

std::vector<std::uint8_t> Platform::read_memory(std::uint32_t address, std::uint32_t size) {
  std::vector<std::uint8_t> bytes(size);
  tlm::tlm_generic_payload transaction;
  transaction.set_command(tlm::TLM_READ_COMMAND);
  transaction.set_address(address);
  transaction.set_data_ptr(bytes.data());
  transaction.set_data_length(size);
  transaction.set_streaming_width(size);
  bytes.resize(machine_->core.socket->transport_dbg(transaction));
  return bytes;
}

hart::ConcreteHart& Platform::hart() { return machine_->core.hart(); }

}  // namespace janus::prototype
