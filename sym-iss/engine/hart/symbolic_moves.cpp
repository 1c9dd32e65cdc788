// What devices copy by themselves (devices::Moves), on a path: bytes of memory stay terms, and so do the words of a
// device. A device that would have to know the bits of a term ends the path, since nothing can fork between two
// instructions.
#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

void SymbolicHart::make_moves() {
  if (!state_->board.get().next_move()) return;
  while (const auto move = state_->board.get().next_move()) {
    switch (move->width) {
      case devices::MoveWidth::Byte: make_move<8>(*move); break;
      case devices::MoveWidth::Half: make_move<16>(*move); break;
      case devices::MoveWidth::Word: make_move<32>(*move); break;
    }
    if (ending_) return;
  }
  for (Technique* watcher : watchers_) watcher->moved(*state_);
}

template <unsigned W>
void SymbolicHart::make_move(const devices::Move& move) {
  const std::uint32_t from = home(move.source, move.bytes()), to = home(move.destination, move.bytes());
  const devices::Picoseconds now = config_.timing.time_at(state_->hart.cycles);
  std::optional<Word<W>> value;
  if (in_ram(from, move.bytes())) {
    note_access({.low = from, .bytes = static_cast<std::uint8_t>(move.bytes()), .host = true});
    value = load_memory<W>(from);
  } else if (state_->board.get().undecided(from, false)) {
    return end({.reason = Termination::MovesSymbol});
  } else if (const auto read = state_->board.own().read(from, move.bytes(), now)) {
    value = value_of<W>(*read);
  }
  bool done = value.has_value();
  if (done && in_ram(to, move.bytes())) {
    done = can_write(to, move.bytes());
    if (done) write_by_device<W>(to, *value);
  } else if (done) {
    if (value->term || state_->board.get().undecided(to, true)) return end({.reason = Termination::MovesSymbol});
    done = state_->board.own().write(to, move.bytes(), static_cast<std::uint32_t>(value->bits.raw), now);
  }
  state_->board.own().moved(done);
}

template <unsigned W>
void SymbolicHart::write_by_device(std::uint32_t address, Word<W> value) {
  note_access({.low = address, .bytes = W / 8, .store = true, .host = true});
  store_memory<W>(address, value);
  auto& s = state_->hart;
  if (s.reserved && (s.reservation - address < W / 8 || address - s.reservation < 4)) end_reservation();
  if (state_->shadow) own_shadow().defined.define(address, W / 8);
}

}  // namespace janus::engine
