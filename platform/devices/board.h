// The board: all devices as one value, wired together and selected by address. The functional machine owns a Board, and
// so does each path of the symbolic machine. The SystemC platform has the same devices, each in its own module.
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "devices/any_device.h"
#include "devices/arrivals.h"
#include "devices/board_plan.h"
#include "devices_of_the_board.h"

namespace janus::devices {

class Board {
 public:
  // With the devices of a plan, of which each is as after reset.
  explicit Board(std::shared_ptr<const BoardPlan> plan);
  Board() : Board(default_plan()) {}
  const BoardPlan& plan() const { return *plan_; }

  // Access a device at time `now`, which must not be before an earlier access. Nothing or false if no device accepts
  // the access.
  std::optional<Datum> read(std::uint32_t address, unsigned size, Picoseconds now);
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, Picoseconds now);

  // Gives the device of that name, which must be one that receives words, all the words that it will receive. Call it
  // once for a device.
  void feed(std::string_view device, std::vector<Datum> words);
  // Whether a device holds a symbol that a read might return.
  bool holds_symbols() const;
  // All symbols that devices hold; nothing if a device does not say which (ListsSymbols).
  std::optional<std::vector<const void*>> symbols() const;
  // The symbol of which a device has to know the bits before an access at `address` (Decides); null if there is none.
  const void* undecided(std::uint32_t address, bool store) const;
  // Tells the device at `address` the bits of that symbol.
  void decide(std::uint32_t address, std::uint32_t bits);
  // The bits of a value that a store of `size` bytes at `address` can leave in a device.
  std::uint32_t stored_bits(std::uint32_t address, unsigned size) const;
  // Whether the word at `address` is a register that only keeps what is stored there (Keeps), and the store. A symbol
  // has only the bits that the register has.
  bool keeps(std::uint32_t address) const;
  void keep(std::uint32_t address, Datum value, Picoseconds now);
  // Whether a symbol is in such a register.
  bool keeps_symbols() const;
  // Calls visit(name, words) for each device that receives words, with the number of those that have arrived.
  template <class F>
  void for_each_arrived(F&& visit) const {
    const auto see = [&](std::string_view device, const auto& receiver) {
      if constexpr (Receives<std::decay_t<decltype(receiver)>>) visit(device, receiver.arrived());
    };
#define DEVICE(name, Type, header, base, size, source) see(#name, name);
#include "devices/devices.def"
#undef DEVICE
    for (const Attached& other : attached_) {
      if (other.device.receives()) visit(std::string_view(other.further->name), other.device.arrived());
    }
  }

  // Interrupts that come when they are told to (arrivals.h); `row` is a row of arrival_rows(). hold() comes before
  // feed(). Words of a device that is held arrive one by one.
  void hold(const ArrivalRow& row);
  bool can_arrive(const ArrivalRow& row) const;
  void arrive(const ArrivalRow& row);

  // Adds a device at `region`, which must not meet another device.
  void attach(Region region, AnyDevice device);
  // Where the devices are.
  const std::vector<Region>& regions() const { return regions_; }

  Picoseconds next_event() const;
  void advance_to(Picoseconds now);

  // The next word that a device wants to copy (Moves); moved() must follow. It has no effect if the access ended the
  // copying.
  std::optional<Move> next_move() const;
  void moved(bool done);
  // Whether a device copies words now, or will once time has passed.
  bool moves() const;
  // Whether a store at `address` can make a device copy words.
  bool is_master(std::uint32_t address) const;

  // The next byte that a device has sent to the terminal; nothing once all were taken.
  std::optional<std::uint8_t> take_sent();
  void drop_sent() {
    while (take_sent()) {
    }
  }

  // What the devices say of themselves (Device). Without a device at `address`, the answers are false.
  bool same_but_for_time(const Board& other) const;
  bool shows_time(std::uint32_t address) const;
  bool ignores_value(std::uint32_t address) const;

  // The interrupt lines to the hart.
  bool software_interrupt() const { return clint.software_interrupt(); }
  bool timer_interrupt() const { return clint.timer_interrupt(); }
  bool external_interrupt() const { return plic.interrupt(); }

#define DEVICE(name, Type, header, base, size, source) Type name;
#include "devices/devices.def"
#undef DEVICE

 private:
  struct Attached {
    Region region;
    AnyDevice device;
    const FurtherDevice* further = nullptr;  // of the plan; null for what was attached
  };
  AnyDevice* further(std::string_view name);
  const AnyDevice* further(std::string_view name) const;
  template <class B, class F>
  static auto with_device(B& board, std::uint32_t address, F&& access);
  template <std::uint32_t kSource, class D>
  void connect(const D& device, std::uint32_t source);
  void wire();

  std::shared_ptr<const BoardPlan> plan_;
  std::vector<Attached> attached_;
  std::vector<Region> regions_;
};

}  // namespace janus::devices
