#include "devices/functional_machine.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace janus::devices {
namespace {

constexpr std::uint64_t kNoCycle = ~std::uint64_t{0};

hart::HartConfig completed(hart::HartConfig config, const support::FirmwareImage& image, std::uint32_t ram_base,
                           std::uint32_t ram_size) {
  config.reset_pc = image.entry();
  config.extensions = isa::extensions_of(image.isa());
  config.ram_base = ram_base;
  config.ram_size = ram_size;
  return config;
}

}  // namespace

void require_inside(const support::FirmwareImage& image, std::uint32_t base, std::uint32_t size,
                    const hart::AddressMap* map) {
  if (!map) return image.require_inside(base, size);
  std::vector<support::NamedMemory> memories;
  for (const hart::MemoryRange& memory : map->memories()) memories.push_back({memory.name, memory.base, memory.size});
  image.require_inside(memories);
}

void load_image(const support::FirmwareImage& image, std::uint32_t base, std::uint8_t* memory, std::uint32_t size,
                const hart::AddressMap* map) {
  require_inside(image, base, size, map);
  for (const support::Segment& segment : image.segments()) {
    const std::uint32_t offset = segment.address - base;
    std::uint8_t* zeros = std::copy(segment.bytes.begin(), segment.bytes.end(), memory + offset);
    std::fill_n(zeros, segment.size - segment.bytes.size(), std::uint8_t{0});
  }
}

FunctionalMachine::FunctionalMachine(const support::FirmwareImage& image, hart::HartConfig config,
                                     hart::InputSource* inputs, bool direct, std::uint32_t ram_size, Board board)
    : board_(std::move(board)),
      map_(config.map),
      ram_base_(map_ ? map_->window().base : memory_map::kRamBase),
      ram_size_(map_ ? map_->window().size : ram_size),
      ram_(support::reserve_bytes(ram_size_)),
      hart_(completed(std::move(config), image, ram_base_, ram_size_), *this, inputs) {
  load_image(image, ram_base_, ram_.get(), ram_size_, map_.get());
  hart_.set_output(this);
  hart_.set_console(this);
  if (direct) hart_.set_direct_memory({ram_base_, ram_size_, ram_.get()});
}

FunctionalMachine::End FunctionalMachine::run(std::uint64_t max_instructions, const std::function<void()>& before) {
  while (hart_.state().retired < max_instructions) {
    const std::uint64_t event = next_event_cycle();
    if (const auto code = board_.finisher.exit_code()) return {hart::Stop::Budget, code};  // the watchdog
    if (before) before();
    if (const auto end = ended(hart_.step(), event)) return *end;
  }
  return {hart::Stop::Budget, std::nullopt};
}

FunctionalMachine::End FunctionalMachine::run_in_blocks(std::uint64_t max_instructions) {
  const auto& state = hart_.state();
  while (state.retired < max_instructions) {
    const std::uint64_t event = next_event_cycle();
    if (const auto code = board_.finisher.exit_code()) return {hart::Stop::Budget, code};  // the watchdog
    // Every instruction takes at least one cycle.
    const std::uint64_t left = max_instructions - state.retired;
    const std::uint64_t limit = left < kNoCycle - state.cycles ? state.cycles + left : kNoCycle;
    if (const auto end = ended(hart_.run(std::min(event, limit)), event)) return *end;
  }
  return {hart::Stop::Budget, std::nullopt};
}

// The cycle of the next device event. Events that are due now are processed first.
std::uint64_t FunctionalMachine::next_event_cycle() {
  const auto& timing = hart_.timing();
  const auto next = [&] {
    const Picoseconds event = board_.next_event();
    const std::uint64_t planned = next_planned_ < planned_.size() ? planned_[next_planned_].cycle : kNoCycle;
    return std::min(event == kNever ? kNoCycle : timing.cycle_at(event), planned);
  };
  const std::uint64_t cycle = next(), now = hart_.state().cycles;
  if (now < cycle) return cycle;
  board_.advance_to(timing.time_at(now));
  make_moves(now);
  while (next_planned_ < planned_.size() && planned_[next_planned_].cycle <= now) {
    board_.arrive(*planned_[next_planned_++].row);
  }
  update_lines();
  return next();
}

// The end of the run, if the hart stopped permanently. If the hart waits, skips to the next event.
std::optional<FunctionalMachine::End> FunctionalMachine::ended(hart::Stop stop, std::uint64_t event_cycle) {
  if (const auto code = board_.finisher.exit_code()) return End{hart::Stop::Budget, code};
  if (stop == hart::Stop::ToHost || stop == hart::Stop::HostExit) return End{stop, hart_.exit_code()};
  if (stop == hart::Stop::Budget || stop == hart::Stop::DeviceAccess) return std::nullopt;
  if (stop != hart::Stop::Waiting || event_cycle == kNoCycle) return End{stop, std::nullopt};
  hart_.skip_to(event_cycle);
  return std::nullopt;
}

void FunctionalMachine::record_arrivals() {
  records_arrivals_ = true;
  note_arrivals();
}

void FunctionalMachine::note_arrivals() {
  board_.for_each_arrived([&](std::string_view device, std::size_t words) {
    if (words == 0) return;
    auto found = arrivals_.find(device);
    if (found == arrivals_.end()) found = arrivals_.try_emplace(std::string(device)).first;
    found->second.resize(words, hart_.state().cycles);
  });
}

void FunctionalMachine::update_lines() {
  if (records_arrivals_) note_arrivals();
  hart_.set_interrupt_line(hart::interrupt::kSoftware, board_.software_interrupt());
  hart_.set_interrupt_line(hart::interrupt::kTimer, board_.timer_interrupt());
  hart_.set_interrupt_line(hart::interrupt::kExternal, board_.external_interrupt());
  hart_.set_mtime_offset(board_.clint.mtime_offset());
}

std::optional<std::uint32_t> FunctionalMachine::read(std::uint32_t address, unsigned size, std::uint64_t cycle) {
  if (in_ram(address, size)) {
    std::uint32_t value = 0;
    std::memcpy(&value, ram_.get() + (address - ram_base_), size);
    return value;
  }
  const auto value = board_.read(address, size, hart_.timing().time_at(cycle));
  make_moves(cycle);
  update_lines();
  return value ? std::optional(value->bits) : std::nullopt;
}

bool FunctionalMachine::write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) {
  if (in_ram(address, size)) {  // the hart writes to no memory that is read only
    std::memcpy(ram_.get() + (address - ram_base_), &value, size);
    return true;
  }
  const bool done = board_.write(address, size, value, hart_.timing().time_at(cycle));
  make_moves(cycle);
  while (const auto sent = board_.take_sent()) {
    if (keeps_output_) output_ += static_cast<char>(*sent);
  }
  update_lines();
  return done;
}

// Copies what devices copy by themselves.
void FunctionalMachine::make_moves(std::uint64_t cycle) {
  const auto home = [&](std::uint32_t address, unsigned bytes) { return map_ ? map_->home(address, bytes) : address; };
  while (const auto move = board_.next_move()) {
    const std::uint32_t from = home(move->source, move->bytes()), to = home(move->destination, move->bytes());
    const Picoseconds now = hart_.timing().time_at(cycle);
    std::optional<Datum> value;
    if (in_ram(from, move->bytes())) {
      value.emplace();
      std::memcpy(&value->bits, ram_.get() + (from - ram_base_), move->bytes());
    } else {
      value = board_.read(from, move->bytes(), now);
    }
    bool done = value.has_value();
    if (done && in_ram(to, move->bytes())) {
      done = !map_ || map_->can_write(to, move->bytes());
      if (done) std::memcpy(ram_.get() + (to - ram_base_), &value->bits, move->bytes());
      if (done) hart_.written_from_outside(to, move->bytes());
    } else if (done) {
      done = board_.write(to, move->bytes(), value->bits, now);
    }
    board_.moved(done);
  }
}

void FunctionalMachine::write_file(std::uint32_t file, std::span<const std::uint8_t> bytes) {
  if (keeps_output_) (file == 1 ? output_ : errors_).append(bytes.begin(), bytes.end());
}

// What the UART would have received: there is one terminal.
std::optional<std::vector<std::uint8_t>> FunctionalMachine::read_console(std::uint32_t most) {
  std::vector<std::uint8_t> bytes;
  while (bytes.size() < most) {
    const auto byte = board_.uart.take_received();
    if (!byte) break;
    bytes.push_back(static_cast<std::uint8_t>(byte->bits));
  }
  update_lines();
  return bytes;
}

}  // namespace janus::devices
