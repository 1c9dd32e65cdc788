// The concept of a device model: a copyable value that knows neither SystemC nor Z3.
//
// In the SystemC platform, a thin sc_module owns the device and adds a socket, interrupts and simulated time. In the
// symbolic machine, every path owns its copy, so a fork forks the hardware too.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hart/timing.h"

namespace janus::devices {

using hart::Picoseconds;

// The next_event() of a device that will not change by itself.
inline constexpr Picoseconds kNever = ~Picoseconds{0};

// A word that a device holds for somebody: bits, or a symbol in their place. A symbol stands for a term of the symbolic
// machine, and devices only pass it on: a device that has to look at the bits takes none. So devices know nothing of
// terms, and their text is the same for both machines. The concrete machines have no symbols.
struct Datum {
  std::uint32_t bits = 0;        // meaningless if there is a symbol
  const void* symbol = nullptr;  // terms are equal if and only if their symbols are

  constexpr Datum() = default;
  constexpr Datum(std::uint32_t value) : bits(value) {}  // NOLINT: a number is a datum
  constexpr explicit Datum(const void* term) : symbol(term) {}
  friend constexpr bool operator==(const Datum&, const Datum&) = default;
};

// The time that a device was advanced to, as a member of the device. Equal to every other: so the comparison that the
// compiler writes for a device compares everything but the time that has passed.
struct PassedTime {
  Picoseconds now = 0;
  friend constexpr bool operator==(PassedTime, PassedTime) { return true; }
};

// `offset` is relative to the device's base address; `size` is 1, 2 or 4 bytes. The caller advances a device to the
// present before an access. If read() returns nothing or write() returns false, the hart takes an access fault.
template <class D>
concept Device = std::copyable<D> &&
    requires(D device, const D constant, std::uint32_t offset, unsigned size, std::uint32_t value, Picoseconds time) {
  { device.read(offset, size) } -> std::convertible_to<std::optional<Datum>>;
  { device.write(offset, size, value) } -> std::same_as<bool>;
  // The time at which the device will next change by itself (an interrupt line, for example); later than the time that
  // it was advanced to.
  { constant.next_event() } -> std::same_as<Picoseconds>;
  // `time` never decreases.
  {device.advance_to(time)};

  // What techniques that compare, join or skip states assume of the device. There is no default: a device that says
  // less than the truth makes verdicts wrong.
  //
  // Whether a read at `offset` may show how much time has passed, or the effect of a write there depends on that.
  { constant.shows_time(offset) } -> std::same_as<bool>;
  // Whether two devices behave alike from now on, but for the time that has passed.
  { constant.same_but_for_time(constant) } -> std::same_as<bool>;
  // Whether a write at `offset` leaves the device in the same state for every value (a byte that is sent).
  { constant.ignores_value(offset) } -> std::same_as<bool>;
};

// A word that a device copies by itself.
enum class MoveWidth : std::uint8_t { Byte = 1, Half = 2, Word = 4 };  // in bytes
struct Move {
  std::uint32_t source, destination;  // addresses on the bus
  MoveWidth width;

  unsigned bytes() const { return static_cast<unsigned>(width); }
};

// A device that is a master of the bus. Whoever owns it makes its moves, whenever it was advanced or accessed, until
// there are none, and says of each whether both sides took it, unless the access itself has ended the copying.
template <class D>
concept Moves = requires(D device, const D constant) {
  { constant.next_move() } -> std::same_as<std::optional<Move>>;
  {device.moved(bool{})};
};

// What a device receives from outside: words of `bytes` bytes, a byte or a half-word or a word. A stream of bytes is
// one input of a test case, called as the device; wider words are an input each, called DEVICE.WORD[i].
struct Received {
  std::string_view word;
  unsigned bytes;
  std::uint32_t most = ~std::uint32_t{0};  // no word that somebody makes up is higher
};

// A device that receives words. Whoever feeds it says all that will come. What it has taken may be symbols.
template <class D>
concept Receives = requires(D device, const D constant, std::vector<Datum> words) {
  { D::kReceives } -> std::convertible_to<Received>;
  {device.feed(words)};  // once
  // Whether a read might now return a symbol, or will once time has passed.
  { constant.holds_symbols() } -> std::same_as<bool>;
  // How many of the words have arrived.
  { constant.arrived() } -> std::same_as<std::size_t>;
};

// A device that can say which symbols it holds, so that two of them can be told to hold the same of what nobody has
// read yet. Optional.
template <class D>
concept ListsSymbols = Receives<D> && requires(const D constant, std::vector<const void*>& symbols) {
  {constant.list_symbols(symbols)};  // adds them
};

// Adds the symbols among some words.
template <class Words>
void list_symbols(const Words& words, std::vector<const void*>& symbols) {
  for (const Datum& word : words) {
    if (word.symbol) symbols.push_back(word.symbol);
  }
}

// A device that receives words which decide what it does next (a flag that says whether it is busy). It must know their
// bits: whoever feeds it symbols looks before each access whether the access needs to know one, and then decides.
template <class D>
concept Decides = Receives<D> && requires(D device, const D constant, std::uint32_t offset, bool store) {
  { constant.undecided(offset, store) } -> std::same_as<const void*>;  // the symbol; null if the access needs none
  {device.decide(std::uint32_t{})};                                    // what its bits are
};

// A device with registers that do nothing but keep what is stored there, until it is read: a symbol may be in them,
// too.
template <class D>
concept Keeps = Receives<D> && requires(D device, const D constant, std::uint32_t offset, Datum value) {
  { constant.keeps(offset) } -> std::same_as<bool>;  // whether the word at `offset` is such a register
  {device.keep(offset, value)};                      // stores it there; it has only bits that the register has
  // Whether a symbol is in one; then holds_symbols(), too.
  { constant.keeps_symbols() } -> std::same_as<bool>;
};

// A device that can be told when each word arrives, instead of it coming at a time of its own: for explorations in
// which an interrupt may come at any moment. Optional; a device without it has no such interrupt.
template <class D>
concept Arrives = Receives<D> && requires(D device, const D constant) {
  {device.hold()};  // no word arrives by itself from now on; before feed()
  { constant.can_arrive() } -> std::same_as<bool>;
  {device.arrive()};  // the next word arrives now, with the interrupt that follows; only if can_arrive()
};

// The same for a device that has several lines to the hart, which rise by themselves: `line` is an index of kArrivals,
// their names.
template <class D>
concept ArrivesByLine = requires(D device, const D constant, unsigned line) {
  { D::kArrivals[0].name } -> std::convertible_to<std::string_view>;
  { D::kArrivals[0].interrupt } -> std::convertible_to<std::uint32_t>;  // bit number in mip
  {device.hold(line)};
  { constant.can_arrive(line) } -> std::same_as<bool>;
  {device.arrive(line)};
};

}  // namespace janus::devices
