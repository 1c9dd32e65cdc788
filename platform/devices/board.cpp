#include "devices/board.h"

#include <algorithm>
#include <cstdlib>

#include "support/contract.h"

namespace janus::devices {

Board::Board(std::shared_ptr<const BoardPlan> plan) : plan_(std::move(plan)) {
  BoardPlan::for_each(*plan_, [this](std::string_view, const Placement& placement) {
    if (placement.is_present()) regions_.push_back(placement.region);
  });
  for (const auto& device : plan_->further) {
    regions_.push_back(device->placement.region);
    attached_.push_back({device->placement.region, make_device(device->kind), device.get()});
  }
  clint.set_mtime_period(plan_->mtime_period);
}

// What a plan needs to know of the types of devices is here, since the types know the plan.
void BoardPlan::add(std::string name, std::string_view kind, Placement placement) {
  JANUS_REQUIRE(may_be_several(kind));
  auto device = std::make_shared<FurtherDevice>(FurtherDevice{std::move(name), data_sheet(kind)->name, placement});
  const auto rows = arrival_rows();
  const auto row = std::ranges::find(rows, kind, &ArrivalRow::device);
  if (row != rows.end() && placement.interrupt != 0)
    device->arrival = ArrivalRow{device->name, device->name, row->line, row->interrupt, row->brings_words};
  further.push_back(std::move(device));
}

bool may_be_several(std::string_view kind) {
#define DEVICE(name, Type, header, base, size, source) \
  if (kind == #name) return MayBeSeveral<Type>;
#include "devices/devices.def"
#undef DEVICE
  return false;
}

AnyDevice make_device(std::string_view kind) {
#define DEVICE(name, Type, header, base, size, source) \
  if constexpr (MayBeSeveral<Type>) {                  \
    if (kind == #name) return Type();                  \
  }
#include "devices/devices.def"
#undef DEVICE
  JANUS_REQUIRE(false);
  std::abort();
}

// The further device of that name; null if there is none.
AnyDevice* Board::further(std::string_view name) {
  const auto is_named = [&](const Attached& each) { return each.further && each.further->name == name; };
  const auto found = std::ranges::find_if(attached_, is_named);
  return found == attached_.end() ? nullptr : &found->device;
}

const AnyDevice* Board::further(std::string_view name) const { return const_cast<Board*>(this)->further(name); }

// Calls access(device, offset) for the device of `board` at `address`. Without a device, the result is
// value-initialised.
template <class B, class F>
auto Board::with_device(B& board, std::uint32_t address, F&& access) {
  using Result = decltype(access(board.clint, address));
  const auto at = [&](Region region) { return address - region.base; };
#define DEVICE(name, Type, header, base, size, source) \
  if (board.plan_->name.region.contains(address)) return access(board.name, at(board.plan_->name.region));
#include "devices/devices.def"
#undef DEVICE
  for (auto& [region, device, further] : board.attached_) {
    if (region.contains(address)) return access(device, at(region));
  }
  return Result{};
}

void Board::attach(Region region, AnyDevice device) {
  for (const Region& other : regions_) {
    JANUS_REQUIRE(!other.contains(region.base) && !region.contains(other.base));
  }
  regions_.push_back(region);
  attached_.push_back({region, std::move(device)});
}

Picoseconds Board::next_event() const {
  Picoseconds earliest = kNever;
#define DEVICE(name, Type, header, base, size, source) earliest = std::min(earliest, name.next_event());
#include "devices/devices.def"
#undef DEVICE
  for (const auto& [region, device, further] : attached_) earliest = std::min(earliest, device.next_event());
  return earliest;
}

void Board::advance_to(Picoseconds now) {
#define DEVICE(name, Type, header, base, size, source) name.advance_to(now);
#include "devices/devices.def"
#undef DEVICE
  for (auto& [region, device, further] : attached_) device.advance_to(now);
  wire();
}

bool Board::same_but_for_time(const Board& other) const {
#define DEVICE(name, Type, header, base, size, source) \
  if (!name.same_but_for_time(other.name)) return false;
#include "devices/devices.def"
#undef DEVICE
  return std::ranges::equal(attached_, other.attached_, [](const Attached& a, const Attached& b) {
    return a.region.base == b.region.base && a.device.same_but_for_time(b.device);
  });
}

// A row of devices.def with a source has an interrupt line, and a device with an interrupt line has a source.
template <std::uint32_t kSource, class D>
void Board::connect(const D& device, std::uint32_t source) {
  constexpr bool kHasLine = requires { device.interrupt(); };
  static_assert(std::same_as<D, Plic> || kHasLine == (kSource != 0), "the row and the device disagree on an interrupt");
  static_assert(kSource < Plic::kSources, "the PLIC has no such source");
  if constexpr (kSource != 0) {
    if (source != 0) plic.set_source(source, device.interrupt());
  }
}

void Board::wire() {
  if (watchdog.has_bitten()) finisher.reset_by_watchdog();
#define DEVICE(name, Type, header, base, size, source) connect<source>(name, plan_->name.interrupt);
#include "devices/devices.def"
#undef DEVICE
  for (const Attached& each : attached_) {
    const std::uint32_t source = each.further ? each.further->placement.interrupt : 0;
    if (source != 0) plic.set_source(source, each.device.interrupt());
  }
}

namespace {

// Whether a device received the words.
template <class D>
bool received(D& device, std::vector<Datum>& words) {
  if constexpr (Receives<D>) device.feed(std::move(words));
  return Receives<D>;
}

template <class D>
bool holds_symbols_now(const D& device) {
  if constexpr (Receives<D>) return device.holds_symbols();
  return false;
}

template <class D>
bool lists_symbols(const D& device, std::vector<const void*>& symbols) {
  if constexpr (ListsSymbols<D>) device.list_symbols(symbols);
  return ListsSymbols<D> || !holds_symbols_now(device);
}

}  // namespace

void Board::feed(std::string_view device, std::vector<Datum> words) {
  bool done = false;
#define DEVICE(name, Type, header, base, size, source) \
  if (device == #name) done = received(name, words);
#include "devices/devices.def"
#undef DEVICE
  if (AnyDevice* const other = further(device)) {
    done = other->receives();
    other->feed(std::move(words));
  }
  JANUS_REQUIRE(done);
  wire();
}

bool Board::holds_symbols() const {
  bool any = false;
#define DEVICE(name, Type, header, base, size, source) any = any || holds_symbols_now(name);
#include "devices/devices.def"
#undef DEVICE
  for (const Attached& each : attached_) any = any || each.device.holds_symbols();
  return any;
}

std::optional<std::vector<const void*>> Board::symbols() const {
  std::vector<const void*> found;
  bool all = true;
#define DEVICE(name, Type, header, base, size, source) all = all && lists_symbols(name, found);
#include "devices/devices.def"
#undef DEVICE
  for (const Attached& each : attached_) all = all && each.device.list_symbols(found);
  return all ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Move> Board::next_move() const {
  std::optional<Move> next;
  const auto ask = [&](const auto& device) {
    if constexpr (Moves<std::decay_t<decltype(device)>>) {
      if (!next) next = device.next_move();
    }
  };
#define DEVICE(name, Type, header, base, size, source) ask(name);
#include "devices/devices.def"
#undef DEVICE
  return next;
}

void Board::moved(bool done) {
  bool told = false;  // the device whose move it was
  const auto tell = [&](auto& device) {
    if constexpr (Moves<std::decay_t<decltype(device)>>) {
      if (!told && device.next_move()) {
        told = true;
        device.moved(done);
      }
    }
  };
#define DEVICE(name, Type, header, base, size, source) tell(name);
#include "devices/devices.def"
#undef DEVICE
  wire();
}

bool Board::moves() const {
  bool any = false;
  const auto ask = [&](const auto& device) {
    if constexpr (Moves<std::decay_t<decltype(device)>>)
      any = any || device.next_move() || device.next_event() != kNever;
  };
#define DEVICE(name, Type, header, base, size, source) ask(name);
#include "devices/devices.def"
#undef DEVICE
  return any;
}

bool Board::is_master(std::uint32_t address) const {
  return with_device(*this, address,
                     [](const auto& device, std::uint32_t) { return Moves<std::decay_t<decltype(device)>>; });
}

std::optional<std::uint8_t> Board::take_sent() {
  std::optional<std::uint8_t> sent;
  const auto take = [&](auto& device) {
    if constexpr (requires { device.take_sent(); }) {
      if (!sent) sent = device.take_sent();
    }
  };
#define DEVICE(name, Type, header, base, size, source) take(name);
#include "devices/devices.def"
#undef DEVICE
  for (Attached& each : attached_) take(each.device);
  return sent;
}

const void* Board::undecided(std::uint32_t address, bool store) const {
  return with_device(*this, address, [&](const auto& device, std::uint32_t offset) -> const void* {
    if constexpr (requires { device.undecided(offset, store); }) return device.undecided(offset, store);
    return nullptr;
  });
}

void Board::decide(std::uint32_t address, std::uint32_t bits) {
  with_device(*this, address, [&](auto& device, std::uint32_t) {
    if constexpr (requires { device.decide(bits); }) device.decide(bits);
    return true;
  });
}

void Board::hold(const ArrivalRow& row) {
#define DEVICE(name, Type, header, base, size, source) \
  if (row.device == #name) devices::hold(name, row.line);
#include "devices/devices.def"
#undef DEVICE
  if (AnyDevice* const other = further(row.device)) other->hold(row.line);
}

bool Board::can_arrive(const ArrivalRow& row) const {
#define DEVICE(name, Type, header, base, size, source) \
  if (row.device == #name) return devices::can_arrive(name, row.line);
#include "devices/devices.def"
#undef DEVICE
  if (const AnyDevice* const other = further(row.device)) return other->can_arrive(row.line);
  return false;
}

void Board::arrive(const ArrivalRow& row) {
#define DEVICE(name, Type, header, base, size, source) \
  if (row.device == #name) devices::arrive(name, row.line);
#include "devices/devices.def"
#undef DEVICE
  if (AnyDevice* const other = further(row.device)) other->arrive(row.line);
  wire();
}

bool Board::shows_time(std::uint32_t address) const {
  return with_device(*this, address,
                     [](const auto& device, std::uint32_t offset) { return device.shows_time(offset); });
}

bool Board::ignores_value(std::uint32_t address) const {
  return with_device(*this, address,
                     [](const auto& device, std::uint32_t offset) { return device.ignores_value(offset); });
}

std::uint32_t Board::stored_bits(std::uint32_t address, unsigned size) const {
  return with_device(*this, address, [size]<class D>(const D& device, std::uint32_t offset) {
    if constexpr (requires { device.stored_bits(offset, size); })
      return device.stored_bits(offset, size);
    else
      return devices::stored_bits(D::kRegisters, offset, size);
  });
}

bool Board::keeps(std::uint32_t address) const {
  return with_device(*this, address, [](const auto& device, std::uint32_t offset) {
    if constexpr (requires { device.keeps(offset); }) return device.keeps(offset);
    return false;
  });
}

void Board::keep(std::uint32_t address, Datum value, Picoseconds now) {
  advance_to(now);
  with_device(*this, address, [value](auto& device, std::uint32_t offset) {
    if constexpr (requires { device.keep(offset, value); }) device.keep(offset, value);
    return true;
  });
  wire();
}

bool Board::keeps_symbols() const {
  bool any = false;
  const auto ask = [&any](const auto& device) {
    if constexpr (requires { device.keeps_symbols(); }) any = any || device.keeps_symbols();
  };
#define DEVICE(name, Type, header, base, size, source) ask(name);
#include "devices/devices.def"
#undef DEVICE
  for (const Attached& each : attached_) ask(each.device);
  return any;
}

std::optional<Datum> Board::read(std::uint32_t address, unsigned size, Picoseconds now) {
  advance_to(now);
  const auto value = with_device(*this, address, [&](auto& device, std::uint32_t offset) -> std::optional<Datum> {
    return device.read(offset, size);
  });
  wire();
  return value;
}

bool Board::write(std::uint32_t address, unsigned size, std::uint32_t value, Picoseconds now) {
  advance_to(now);
  const bool done = with_device(*this, address,
                                [&](auto& device, std::uint32_t offset) { return device.write(offset, size, value); });
  wire();
  return done;
}

}  // namespace janus::devices
