#include "prototype/platform.h"

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <systemc>
#include <utility>

#include "devices/any_device.h"
#include "devices/functional_machine.h"
#include "devices_of_the_board.h"
#include "prototype/arrivals.h"
#include "prototype/bus.h"
#include "prototype/core.h"
#include "prototype/device_module.h"
#include "prototype/input_module.h"
#include "prototype/memory.h"
#include "prototype/module_library.h"
#include "prototype/ram_image.h"
#include "prototype/recorded_inputs.h"
#include "prototype/serial_ports.h"
#include "prototype/uart_terminal.h"
#include "support/contract.h"
#include "support/error.h"
#include "support/reserved_bytes.h"

// SystemC's library needs this symbol, although Janus has its own main().
int sc_main(int, char**) { return 0; }

namespace janus::prototype {
namespace {

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

// All memories, by address.
std::vector<Platform::MemoryView> memories_of(const PlatformConfig& config) {
  if (!config.hart.map) return {{"ram", {devices::memory_map::kRamBase, config.ram_size}, true}};
  std::vector<Platform::MemoryView> memories;
  for (const hart::MemoryRange& memory : config.hart.map->memories())
    memories.push_back({memory.name, {memory.base, memory.size}, memory.writable});
  return memories;
}

// How many bytes of memory an access can reach from `region` on.
std::uint32_t reach(std::span<const hart::AddressStretch> stretches, devices::Region region) {
  for (const hart::AddressStretch& stretch : stretches) {
    if (stretch.contains(region.base, region.size)) return stretch.base + stretch.size - region.base;
  }
  return 0;
}

CoreConfig core_config(const PlatformConfig& config, const support::FirmwareImage& image, hart::DirectMemory window) {
  CoreConfig core;
  core.hart = config.hart;
  core.hart.reset_pc = image.entry();
  core.hart.extensions = isa::extensions_of(image.isa());
  core.hart.ram_base = window.base;
  core.hart.ram_size = window.size;
  core.window = window;
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
  std::vector<DeviceModule<devices::AnyDevice>::State> further;
  UartTerminal::State terminal;
  std::size_t arrived;
  std::size_t inputs_drawn;
  std::vector<RamImage> memories;
};

struct Platform::Machine : sc_core::sc_module {
  std::optional<RecordedInputs> inputs;  // only when recording, and if there is a source
  Clock clock;
  const std::shared_ptr<const hart::AddressMap> map;  // null: one RAM
  const std::shared_ptr<const devices::BoardPlan> plan;
  const std::vector<MemoryView> memory_views;
  const support::ReservedBytes bytes;
  const hart::DirectMemory window;
  Core core;
  Bus bus{"bus"};
  std::vector<std::unique_ptr<Memory>> memories;  // of memory_views
#define DEVICE(name, Type, header, base, size, source) DeviceModule<devices::Type> name{#name, clock};
#include "devices/devices.def"
#undef DEVICE
  using Further = DeviceModule<devices::AnyDevice>;
  std::vector<std::unique_ptr<Further>> further;  // of plan->further
  UartTerminal terminal;
  Arrivals arrivals;
  std::vector<std::unique_ptr<OwnModule>> modules;
  std::vector<std::pair<std::string, devices::Region>> own;  // names and regions of modules
  std::vector<std::unique_ptr<InputModule>> input_modules;
  std::vector<devices::Region> module_regions;
  std::uint64_t device_changes = 0;
  std::function<void(std::uint64_t, const devices::Display::Picture&)> see_picture;  // empty: nobody does
  std::uint64_t pictures_seen = 0;  // not again, after the machine has gone back in time
  bool moving = false;              // a device copies
  const bool ends_without_output;   // not while a debugger looks at the machine

  Machine(sc_core::sc_module_name name, const PlatformConfig& config, const support::FirmwareImage& image,
          hart::InputSource* source)
      : sc_module(name),
        map(config.hart.map),
        plan(config.plan),
        memory_views(memories_of(config)),
        bytes(support::reserve_bytes(window_size())),
        window{memory_views.front().region.base, window_size(), bytes.get()},
        core("core", core_config(config, image, window), clock, recorded(source, config.record)),
        further(further_devices()),
        terminal("terminal", clock, serial_ports(), config.uart_input, config.record),
        arrivals("arrivals", clock, timed(config), [this](const devices::ArrivalRow& row) { arrive(row); }),
        ends_without_output(!config.record) {
    clint.device().set_mtime_period(plan->mtime_period);
    connect(config.dmi);
    for (const ModuleRequest& request : config.modules) plug(request);
    for (const devices::ForeignModule& module : config.input_modules) {
      JANUS_REQUIRE(source);
      module_regions.push_back(module.region);
      const std::string unique = "inputs_" + module.name;
      InputModule& inputs_of = *input_modules.emplace_back(
          std::make_unique<InputModule>(unique.c_str(), module.region, inputs ? *inputs : *source));
      bus.attach(module.region, inputs_of.socket);
    }
    wire();
    devices::load_image(image, window.base, window.bytes, window.size, map.get());
    core.set_instruction_limit(config.max_instructions);
    core.hart().set_output(&terminal);
    core.hart().set_console(&terminal);
    terminal.stop_waiting_when(config.stop);
    core.hart().set_inspect(config.inspect);
    for (const devices::ArrivalRow* row : config.held) hold(*row);
    for (const devices::ReceivedWords& received : config.received) feed(received);
    for (const SerialPort& port : serial_ports()) port.changed();  // delivers the first bytes of immediate input
  }

  std::vector<SerialPort> serial_ports() {
    std::vector<SerialPort> ports;
#define DEVICE(name, Type, header, base, size, source) \
  if (plan->name.is_present()) add_port(ports, name);
#include "devices/devices.def"
#undef DEVICE
    for (const auto& module : further) add_port(ports, *module);
    return ports;
  }
  std::vector<std::unique_ptr<Further>> further_devices() {
    std::vector<std::unique_ptr<Further>> made;
    for (const auto& device : plan->further) {
      const std::string unique = "device_" + device->name;
      made.push_back(std::make_unique<Further>(unique.c_str(), clock, devices::make_device(device->kind)));
    }
    return made;
  }
  Further* further_device(std::string_view name) {
    for (std::size_t i = 0; i < further.size(); ++i) {
      if (plan->further[i]->name == name) return further[i].get();
    }
    return nullptr;
  }
  void feed(const devices::ReceivedWords& received) {
#define DEVICE(name, Type, header, base, size, source) \
  if (received.device == #name) feed(name, received.words);
#include "devices/devices.def"
#undef DEVICE
    if (Further* const module = further_device(received.device)) {
      module->device().feed(received.words);
      module->changed();
    }
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
  if (row.device == #name) {                           \
    devices::hold(name.device(), row.line);            \
    name.changed();                                    \
  }
#include "devices/devices.def"
#undef DEVICE
    if (Further* const module = further_device(row.device)) {
      module->device().hold(row.line);
      module->changed();
    }
  }
  void arrive(const devices::ArrivalRow& row) {
#define DEVICE(name, Type, header, base, size, source) \
  if (row.device == #name) {                           \
    devices::arrive(name.device(), row.line);          \
    name.changed();                                    \
  }
#include "devices/devices.def"
#undef DEVICE
    if (Further* const module = further_device(row.device)) {
      if (module->device().can_arrive(row.line)) module->device().arrive(row.line);
      module->changed();
    }
  }

  hart::InputSource* recorded(hart::InputSource* source, bool record) {
    return source && record ? &inputs.emplace(*source) : source;
  }

  std::uint32_t window_size() const {
    const devices::Region& last = memory_views.back().region;
    return last.base - memory_views.front().region.base + last.size;
  }
  // Where the host has the bytes of a memory.
  std::span<std::uint8_t> bytes_of(const MemoryView& memory) const {
    return {window.bytes + (memory.region.base - window.base), memory.region.size};
  }

  void connect(bool dmi) {
    core.socket.bind(bus.target);
    for (const MemoryView& view : memory_views) {
      const std::uint32_t readable = map ? reach(map->readable(), view.region) : view.region.size;
      const std::uint32_t writable = map ? reach(map->writable(), view.region) : view.region.size;
      const Memory::Contents contents{bytes_of(view).data(), view.region.size, readable, writable};
      memories.push_back(std::make_unique<Memory>(("memory_" + view.name).c_str(), contents, dmi));
      bus.attach(view.region, memories.back()->socket);
    }
    // SystemC wants each socket bound, also that of a device that is not there.
#define DEVICE(name, Type, header, base, size, source) \
  bus.attach(plan->name.region, name.socket);          \
  core.watch(name);
#include "devices/devices.def"
#undef DEVICE
    for (std::size_t i = 0; i < further.size(); ++i) {
      bus.attach(plan->further[i]->placement.region, further[i]->socket);
      core.watch(*further[i]);
    }
    bus.follow(map);
    core.watch(terminal);
    core.watch(arrivals);
  }

  void plug(const ModuleRequest& request) {
    const auto line_changed = [this, source = request.source](bool high) {
      if (source == 0) return;
      plic.device().set_source(source, high);
      plic.changed();
    };
    const std::string unique = "module_" + request.name;
    OwnModule& module = *modules.emplace_back(std::make_unique<OwnModule>(unique.c_str(), request, line_changed));
    bus.attach(request.region, module.socket());
    own.emplace_back(request.name, request.region);
    module_regions.push_back(request.region);
    core.wait_for(request.region);
    if (!module.memory()) return;
    bus.attach_master(*module.memory(), [this](std::uint64_t address, unsigned bytes) {
      core.hart().written_from_outside(static_cast<std::uint32_t>(address), bytes);
    });
  }

  void wire() {
#define DEVICE(name, Type, header, base, size, source) name.on_change([this] { drive(name, plan->name.interrupt); });
#include "devices/devices.def"
#undef DEVICE
    for (std::size_t i = 0; i < further.size(); ++i) {
      further[i]->on_change(
          [this, each = further[i].get(), line = plan->further[i]->placement.interrupt] { drive(*each, line); });
    }
  }

  // Copies what a device copies by itself. A device that accesses itself does not begin anew.
  template <class D>
  void make_moves(DeviceModule<D>& module) {
    if (std::exchange(moving, true)) return;
    D& device = module.device();
    while (const auto move = device.next_move()) {
      std::array<unsigned char, 4> bytes{};
      const std::span word(bytes.data(), move->bytes());
      const bool done = access(tlm::TLM_READ_COMMAND, move->source, word, module.advanced()) &&
                        access(tlm::TLM_WRITE_COMMAND, move->destination, word, module.advanced());
      if (device.next_move()) device.moved(done);
    }
    moving = false;
  }
  bool access(tlm::tlm_command command, std::uint32_t address, std::span<unsigned char> word, Picoseconds time) {
    const auto size = static_cast<unsigned>(word.size());
    if (map) address = map->home(address, size);
    const auto is_there = [&](const devices::Region& module) { return module.contains(address); };
    if (std::ranges::any_of(module_regions, is_there)) return false;  // a module may wait, and no path has a copy of it
    tlm::tlm_generic_payload transaction;
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(word.data());
    transaction.set_data_length(size);
    transaction.set_streaming_width(size);
    sc_core::sc_time delay = duration(time > clock.now() ? time - clock.now() : 0);
    core.socket->b_transport(transaction, delay);
    if (!transaction.is_response_ok()) return false;
    if (transaction.is_write()) core.hart().written_from_outside(address, size);
    return true;
  }

  // Drives the wires at the outputs of a device: its lines to the hart and to the PLIC, its serial line, the switch
  // that ends the run. A device has those outputs that its type has functions for.
  template <class D>
  void drive(DeviceModule<D>& module, std::uint32_t source) {
    namespace line = hart::interrupt;
    const D& device = module.device();
    ++device_changes;
    if constexpr (devices::Moves<D>) make_moves(module);
    if constexpr (requires { device.exit_code(); }) {
      if (device.exit_code()) core.power_off();
    }
    if constexpr (requires { device.has_bitten(); }) {
      if (device.has_bitten()) {
        finisher.device().reset_by_watchdog();
        finisher.changed();
      }
    }
    if constexpr (requires { device.pictures(); }) {
      if (device.pictures() > pictures_seen) {
        pictures_seen = device.pictures();
        if (see_picture) see_picture(pictures_seen, device.picture());
      }
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
      if (source == 0) return;
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
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {  // of a process of a module
    restore_stack_bounds();
    throw support::InputError(fmt::format("a module ended the run: {}", report.what()));
  }
  restore_stack_bounds();
  machine_->terminal.flush();

  auto& hart = core.hart();
  const auto& state = core.hart().state();
  RunResult result{.end = core.end(), .exit_code = {}, .pc = state.pc, .trap = {}, .hook_error = {}};
  result.stack_pointer = state.x[2].raw;
  for (unsigned i = 0; i < result.arguments.size(); ++i) result.arguments[i] = state.x[isa::kA0 + i].raw;
  for (const MemoryView& memory : machine_->memory_views) {
    const bool nearer = memory.region.base <= result.stack_pointer && memory.region.base >= result.ram.base;
    if (nearer) result.ram = memory.region;
  }
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
  result.moved_handler = hart.moved_handler();
  result.cycles = state.cycles;
  result.instructions = state.retired;
  result.picoseconds = hart.timing().time_at(state.cycles);
  if (hart.timing().energy.given) result.energy = state.energy;
  return result;
}

void Platform::set_max_instructions(std::uint64_t retired) { machine_->core.set_instruction_limit(retired); }

std::vector<std::uint8_t> Platform::read_memory(std::uint32_t address, std::uint32_t size) {
  // Limited to the rest of the region, so that a debugger's request cannot allocate gigabytes.
  std::uint32_t most = 0;
  const auto limit = [&](devices::Region region) {
    if (region.contains(address)) most = region.size - (address - region.base);
  };
  if (machine_->map) address = machine_->map->home(address, 1);
  for (const MemoryView& memory : machine_->memory_views) limit(memory.region);
  for (const auto& [name, region] : machine_->own) limit(region);
  machine_->plan->for_each_present(
      [&](std::string_view, const devices::Placement& placement) { limit(placement.region); });
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

void Platform::see_pictures(std::function<void(std::uint64_t, const devices::Display::Picture&)> see) {
  machine_->see_picture = std::move(see);
}

std::uint64_t Platform::device_changes() const { return machine_->device_changes; }

std::uint32_t Platform::device_register(std::uint32_t address, unsigned bytes) const {
  Machine& m = *machine_;
  std::optional<devices::Datum> value;
  const auto look = [&](const devices::Placement& placement, auto& module) {
    if (!placement.is_present() || !placement.region.contains(address)) return;
    auto device = module.device();  // a read may change it
    value = device.read(address - placement.region.base, bytes);
  };
#define DEVICE(name, Type, header, base, size, source) look(m.plan->name, m.name);
#include "devices/devices.def"
#undef DEVICE
  for (std::size_t i = 0; i < m.further.size(); ++i) look(m.plan->further[i]->placement, *m.further[i]);
  return value.value_or(devices::Datum()).bits;
}

bool Platform::write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return true;
  if (machine_->map) address = machine_->map->home(address, static_cast<std::uint32_t>(bytes.size()));
  for (const MemoryView& memory : machine_->memory_views) {
    const std::uint32_t offset = address - memory.region.base;
    if (offset >= memory.region.size || bytes.size() > memory.region.size - offset) continue;
    std::ranges::copy(bytes, machine_->bytes_of(memory).data() + offset);
    hart().discard_decoded();
    return true;
  }
  return false;
}

hart::ConcreteHart& Platform::hart() { return machine_->core.hart(); }

// --- For a debugger.

Moment Platform::moment() const { return machine_->core.moment(); }

Checkpoint Platform::save(const Checkpoint* similar) const {
  const Machine& m = *machine_;
  const std::size_t drawn = m.inputs ? m.inputs->drawn() : 0;
  std::vector<RamImage> images;
  for (std::size_t i = 0; i < m.memory_views.size(); ++i)
    images.emplace_back(m.bytes_of(m.memory_views[i]), similar ? &similar->contents->memories[i] : nullptr);
  std::vector<DeviceModule<devices::AnyDevice>::State> further;
  for (const auto& module : m.further) further.push_back(module->save());
  return {moment(), std::make_shared<const Checkpoint::Contents>(Checkpoint::Contents{
                        m.clock.now(), m.core.save(),
#define DEVICE(name, Type, header, base, size, source) m.name.save(),
#include "devices/devices.def"
#undef DEVICE
                        std::move(further), m.terminal.save(), m.arrivals.save(), drawn, std::move(images)})};
}

void Platform::restore(const Checkpoint& checkpoint) {
  Machine& m = *machine_;
  const Checkpoint::Contents& was = *checkpoint.contents;
  m.core.restore(was.core);
  m.clock.set(was.now, m.core.hart().timing().time_at(m.core.hart().state().cycles));
#define DEVICE(name, Type, header, base, size, source) m.name.restore(was.name);
#include "devices/devices.def"
#undef DEVICE
  for (std::size_t i = 0; i < m.further.size(); ++i) m.further[i]->restore(was.further[i]);
  m.terminal.restore(was.terminal);
  m.arrivals.restore(was.arrived);
  if (m.inputs) m.inputs->go_to(was.inputs_drawn);
  for (std::size_t i = 0; i < m.memory_views.size(); ++i) was.memories[i].restore(m.bytes_of(m.memory_views[i]));
}

bool Platform::can_restore() const { return machine_->modules.empty(); }

void Platform::forget_future() { machine_->terminal.forget_future(); }

std::uint64_t Platform::checkpoint_bytes() { return RamImage::bytes_in_use(); }

std::vector<Platform::DeviceView> Platform::devices() const {
  const Machine& m = *machine_;
  std::vector<DeviceView> views;
#define DEVICE(name, Type, header, base, size, source) \
  if (m.plan->name.is_present()) views.push_back({#name, m.plan->name.region, devices::describe(m.name.present())});
#include "devices/devices.def"
#undef DEVICE
  for (std::size_t i = 0; i < m.further.size(); ++i) {
    const devices::FurtherDevice& device = *m.plan->further[i];
    views.push_back({device.name, device.placement.region, m.further[i]->present().describe()});
  }
  for (const auto& [name, region] : m.own)
    views.push_back({name, region, "a module of --module: see its registers in memory\n"});
  return views;
}

std::vector<Platform::MemoryView> Platform::memories() const {
  std::vector<MemoryView> views = machine_->memory_views;
  if (!machine_->map) return views;
  for (const hart::MemoryAlias& alias : machine_->map->aliases())
    views.push_back({alias.name, {alias.base, alias.size}, machine_->map->can_write(alias.target, alias.size)});
  std::ranges::sort(views, {}, [](const MemoryView& view) { return view.region.base; });
  return views;
}

std::span<const hart::ReservedRegion> Platform::reserved() const {
  return machine_->map ? machine_->map->reserved() : std::span<const hart::ReservedRegion>();
}

std::string systemc_version() { return sc_core::sc_release(); }

}  // namespace janus::prototype
