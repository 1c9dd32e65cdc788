// Loads and stores of the symbolic hart. Each byte is concrete or a piece of a term (memory/persistent_memory.h).
//
// An access through a symbolic address is first placed: in memory, in a device, or at no mapped address. Each feasible
// place is a path. In memory, the range of the address comes from the solver's layers, or from bisection. An access
// over a small range stays one state: a load is a balanced ite, a store updates every target conditionally. An access
// over a large range forks by halving the range.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/state_parts.h"
#include "isa/semantics.h"

namespace janus::engine {

using term::Term;

// --- Pages.

void SymbolicHart::forget_pages() {
  ++generation_;
  code_ = nullptr;
}

const Memory::Page* SymbolicHart::page_to_read(std::uint32_t offset) {
  const std::uint32_t number = offset / Memory::kPageBytes;
  CachedPage& entry = pages_[number % kCachedPages];
  if (entry.number != number || entry.generation != generation_) {
    entry = {number, generation_, state_->memory.find(offset), nullptr};
  }
  return entry.readable;
}

Memory::Page& SymbolicHart::page_to_write(std::uint32_t offset) {
  const std::uint32_t number = offset / Memory::kPageBytes;
  CachedPage& entry = pages_[number % kCachedPages];
  if (entry.number != number || entry.generation != generation_ || !entry.writable) {
    Memory::Page& page = state_->memory.own(offset);
    entry = {number, generation_, &page, &page};
    if (code_ && code_->number == number) code_ = nullptr;  // code_ is about the page from before the store
  }
  return *entry.writable;
}

// --- Concrete addresses in memory.

template <unsigned W>
SymbolicHart::Word<W> SymbolicHart::load_memory(std::uint32_t address) {
  constexpr unsigned kSize = W / 8;
  const std::uint32_t offset = address - config_.ram_base;
  if (dead_stack_ && dead_stack_->has_any(address, kSize)) [[unlikely]]
    seen_->saw(SeenStates::Rarely::Stack);
  const std::uint32_t in_page = offset % Memory::kPageBytes;
  if (in_page <= Memory::kPageBytes - kSize) {
    const Memory::Page* page = page_to_read(offset);
    if (!page) return values_.constant<W>(0);
    if (page->is_concrete(in_page, kSize)) {
      std::uint32_t value = 0;
      std::memcpy(&value, page->bytes(in_page), kSize);
      return values_.constant<W>(value);
    }
  }
  return values_.from_term<W>(known(bytes_at(pool_, state_->memory, offset, kSize)));
}

template <unsigned W>
void SymbolicHart::store_memory(std::uint32_t address, Word<W> value) {
  constexpr unsigned kSize = W / 8;
  const std::uint32_t offset = address - config_.ram_base;
  if (dead_stack_) [[unlikely]]
    dead_stack_->written(address, kSize);
  const std::uint32_t first = offset % Memory::kPageBytes;
  const unsigned here = std::min(kSize, Memory::kPageBytes - first);  // the rest goes to the next page
  const auto write = [&](std::uint32_t to, unsigned begin, unsigned size) {
    if (size == 0) return;
    Memory::Page& page = page_to_write(to);
    if (value.term) {
      page.write(to % Memory::kPageBytes, value.term, static_cast<std::uint8_t>(begin), size);
    } else {
      const std::uint32_t bits = value.bits.raw >> (8 * begin);
      page.write(to % Memory::kPageBytes, reinterpret_cast<const std::uint8_t*>(&bits), size);
    }
  };
  write(offset, 0, here);
  write(offset + here, here, kSize - here);
}

// --- Symbolic addresses.

// The address where memory has the bytes of an access, which may lie in an alias. Siblings explore the other aliases
// that a symbolic address can point to. Nothing if the access is abandoned.
std::optional<SymbolicHart::Word32> SymbolicHart::home_of(Word32 address, unsigned size) {
  if (!address.term) return word(home(address.bits.raw, size));
  if (!config_.map) return address;
  for (const hart::MemoryAlias& alias : config_.map->aliases()) {
    const auto inside = is_within(address.term, size, alias.base, alias.size);
    if (!inside) return std::nullopt;
    if (*inside) return values_.add(address, word(alias.target - alias.base));
  }
  return address;
}

// Where an access of `size` bytes goes in the running state. A concrete address outside memory counts as a device,
// which may not exist.
inline std::optional<SymbolicHart::Place> SymbolicHart::place_of(Word32 address, unsigned size, bool store) {
  if (address.term) return place_of_term(address.term, size, store);
  if (!in_ram(address.bits.raw, size)) return Place::Device;
  return store && !can_write(address.bits.raw, size) ? Place::ReadOnly : Place::Memory;
}

// Whether an access of `size` bytes through a symbolic address lies within the `bytes` bytes from `first` on. A sibling
// explores the other answer.
std::optional<bool> SymbolicHart::is_within(Term address, unsigned size, std::uint32_t first, std::uint64_t bytes) {
  if (bytes < size) return false;
  const solver::ValueSet known = solver_.values(state_->path, address);
  const auto inside = known.intersected(solver::ValueSet::range(32, first, first + bytes - size));
  if (inside.is_empty()) return false;
  if (inside == known) return true;
  const Term offset = pool_.sub(address, pool_.constant(32, first));
  return decide(pool_.bit_not(pool_.ult(pool_.constant(32, bytes - size), offset)));
}

// The same for a symbolic address. Siblings explore the other places that the address can point to.
std::optional<SymbolicHart::Place> SymbolicHart::place_of_term(Term address, unsigned size, bool store) {
  const hart::AddressStretch ram{config_.ram_base, config_.ram_size};
  const hart::AddressMap* const map = config_.map.get();
  const auto memories = map ? map->readable() : std::span(&ram, 1);
  for (const hart::AddressStretch& stretch : map&& store ? map->writable() : memories) {
    const auto memory = is_within(address, size, stretch.base, stretch.size);
    if (!memory) return std::nullopt;
    placed_ = stretch;
    if (*memory) return Place::Memory;
  }
  if (map && store) {
    for (const hart::AddressStretch& stretch : memories) {
      const auto read_only = is_within(address, size, stretch.base, stretch.size);
      if (!read_only) return std::nullopt;
      if (*read_only) return Place::ReadOnly;
    }
  }
  for (const devices::Region& region : state_->board.get().regions()) {
    const auto device = is_within(address, size, region.base, region.size);
    if (!device) return std::nullopt;
    if (*device) return Place::Device;
  }
  for (const devices::ForeignModule& module : config_.modules) {
    const auto inside = is_within(address, size, module.region.base, module.region.size);
    if (!inside) return std::nullopt;
    if (*inside) return Place::Device;
  }
  for (std::size_t i = 0; map && i < map->reserved().size(); ++i) {
    const auto reserved = is_within(address, size, map->reserved()[i].base, map->reserved()[i].size);
    if (!reserved) return std::nullopt;
    if (*reserved) return Place::Device;
  }
  return Place::Unmapped;
}

// Whether physical memory protection permits an access, which needs all permissions in `wanted`. If not, the access
// traps. Siblings explore the other regions that a symbolic address can point to. Nothing if the access is abandoned.
std::optional<bool> SymbolicHart::is_permitted(Word32 address, unsigned size, std::uint8_t wanted,
                                               isa::Exception otherwise) {
  if (!guards_data()) return true;
  if (!address.term) {
    const auto at = forbidden(address.bits.raw, size, wanted);
    if (at) trap(otherwise, word(*at));
    return !at;
  }
  struct Stretch {
    std::uint32_t first, last;
  };
  std::vector<Stretch> permitted;  // as long as possible, so neighbours do not touch
  for (const auto& range : protection(state_->hart.data_privilege()).ranges()) {
    if ((range.permissions & wanted) != wanted) continue;
    if (!permitted.empty() && permitted.back().last + 1 == range.first) {
      permitted.back().last = range.last;
    } else {
      permitted.push_back({range.first, range.last});
    }
  }
  Word32 failing = address;
  for (const auto& [first, last] : permitted) {
    const auto inside = is_within(address.term, size, first, std::uint64_t{last} - first + 1);
    if (!inside) return std::nullopt;
    if (*inside) return true;
    // An access that begins in the stretch and reaches beyond it fails at the end of the stretch.
    const Word<1> leaves = values_.ult(values_.sub(address, word(last - (size - 2))), word(size - 1));
    if (size > 1) failing = values_.ite(leaves, word(last + 1), failing);
  }
  trap(otherwise, failing);
  return false;
}

// The smallest or largest value of `term` on this path, found by bisection. All values lie between `low` and `high`,
// and one of the two bounds is the value under the path's model. Nothing if the solver gives up.
std::optional<std::uint64_t> SymbolicHart::extreme_value(Term term, std::uint64_t low, std::uint64_t high,
                                                         bool largest) {
  term::Assignment model = *state_->model;
  std::uint64_t step = 1;  // gallop away from the known value first, then bisect
  while (low < high) {
    const std::uint64_t distance = std::min(step, (high - low + 1) / 2);
    const std::uint64_t probe = largest ? low + distance : high - distance;
    const Term beyond = largest ? pool_.bit_not(pool_.ult(term, pool_.constant(term.width(), probe)))
                                : pool_.bit_not(pool_.ult(pool_.constant(term.width(), probe), term));
    switch (solver_.check(state_->path, beyond, model)) {
      case solver::Answer::Unknown: is_broken_off(); return std::nullopt;
      case solver::Answer::Sat: {
        std::uint64_t& known = largest ? low : high;
        known = term::evaluate(term, model);
        step = std::min(step, ~std::uint64_t{0} / 8) * 4;  // must not overflow and become 0
        break;
      }
      case solver::Answer::Unsat:
        if (largest) {
          high = probe - 1;
        } else {
          low = probe + 1;
        }
        step = ~std::uint64_t{0} / 8;
        break;
    }
  }
  return low;
}

// Finds the smallest and the largest value of an address on this path. False if the solver gives up; nothing if the
// instruction is abandoned.
std::optional<bool> SymbolicHart::find_range(Term address, std::uint64_t& low, std::uint64_t& high) {
  std::optional<std::uint64_t> lowest, highest;
  if (!is_ahead()) {
    const std::uint64_t value = value_in_model(*state_, address);
    lowest = extreme_value(address, low, value, false);
    highest = extreme_value(address, value, high, true);
  }
  const auto is_found = logged(lowest && highest ? 1 : 0, 1);
  if (!is_found || *is_found == 0) return is_found ? std::optional(false) : std::nullopt;
  const auto first = logged(static_cast<std::uint32_t>(lowest.value_or(0)));
  const auto last = logged(static_cast<std::uint32_t>(highest.value_or(0)));
  if (!first || !last) return std::nullopt;
  low = *first;
  high = *last;
  return true;
}

// The addresses that an access of `size` bytes in memory, where place_of_term() has put it, can go to. Forks by halving
// the range until at most `limit` addresses are left.
std::optional<SymbolicHart::Targets> SymbolicHart::targets_of(Term address, unsigned size, std::uint32_t limit) {
  check_for_pause();
  const std::uint64_t end = std::uint64_t{placed_.base} + placed_.size;
  const solver::ValueSet known =
      solver_.values(state_->path, address).intersected(solver::ValueSet::range(32, placed_.base, end - size));
  const auto known_bits = static_cast<unsigned>(std::countr_one(known.zeros() | known.ones()));
  const unsigned stride_bits = std::min(known_bits, 31U);
  std::uint64_t low = known.min(), high = known.max();  // both have the known lowest bits
  const auto count = [&] { return ((high - low) >> stride_bits) + 1; };
  if (count() > limit) {
    if (!need_model()) return std::nullopt;
    const auto is_found = find_range(address, low, high);
    if (!is_found) return std::nullopt;
    if (!*is_found) {  // take one address, and let a sibling explore the others
      const auto resolved = resolve({address, {}});
      return resolved ? std::optional(Targets{*resolved, 1, 0}) : std::nullopt;
    }
    while (count() > limit) {
      const std::uint64_t middle = low + ((count() / 2) << stride_bits);
      const auto below = decide(pool_.ult(address, pool_.constant(32, middle)));
      if (!below) return std::nullopt;
      if (*below) {
        high = middle - (std::uint64_t{1} << stride_bits);
      } else {
        low = middle;
      }
    }
  }
  if (count() == 1) fix_inputs_of(address);
  return Targets{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(count()), stride_bits};
}

// Whether an access in memory costs more because its bytes do not all lie in one aligned word. If that depends on
// inputs, latency() says which answers are paths. Nothing if the access is abandoned.
std::optional<bool> SymbolicHart::crosses_word(Term address, unsigned size) {
  const std::uint32_t last = size - 1, more = config_.timing.misaligned;
  if (last == 0 || more == 0) return false;
  if ((solver_.values(state_->path, address).zeros() & last) == last) return false;  // aligned
  const Word<1> crosses = values_.ult(word(4 - size), values_.bit_and({address, {}}, word(3)));
  const auto cycles = latency(values_.ite(crosses, word(more), word(0)), 0);
  return cycles ? std::optional(*cycles != 0) : std::nullopt;
}

// The address that stands for all targets when an access is charged.
std::uint32_t SymbolicHart::charged_address(const Targets& targets, bool crosses) {
  if (targets.count > 1) return (targets.low & ~3U) + (crosses ? 3 : 0);
  late_ = {};  // the address says what it costs
  return targets.low;
}

// The value at the target that `offset` selects: a balanced choice by the bits of the offset, the highest bit first. So
// a table of 2^n entries costs 2^n choices and no comparison. `first` is the index of the first of 2^bits targets;
// nothing if the index is out of range.
template <unsigned W>
std::optional<SymbolicHart::Word<W>> SymbolicHart::load_targets(const Targets& targets, Term offset,
                                                                std::uint32_t first, unsigned bits) {
  if (first >= targets.count) return std::nullopt;
  if (bits == 0) return load_memory<W>(targets.low + (first << targets.stride_bits));
  const Word<W> below = *load_targets<W>(targets, offset, first, bits - 1);
  const auto above = load_targets<W>(targets, offset, first + (1U << (bits - 1)), bits - 1);
  if (!above || *above == below) return below;
  const unsigned bit = targets.stride_bits + bits - 1;
  return values_.ite(Word<1>{pool_.extract(offset, bit, bit), {}}, *above, below);
}

// --- The accesses.

// Devices that have to know the bits of a symbol before an access learn them. False if the access is abandoned, for the
// siblings that have other bits.
bool SymbolicHart::decide_for_device(std::uint32_t address, bool store) {
  while (const void* const symbol = state_->board.get().undecided(address, store)) {
    const Term term = known(Term(static_cast<const term::Node*>(symbol)));
    const auto bits = resolve(values_.from_term<32>(term.width() < 32 ? pool_.zero_extend(term, 32) : term));
    if (!bits) return false;
    state_->board.own().decide(address, *bits);
  }
  return true;
}

template <unsigned W>
std::optional<SymbolicHart::Word<W>> SymbolicHart::read_device(std::uint32_t address) {
  const auto value = state_->board.own().read(address, W / 8, config_.timing.time_at(state_->hart.cycles));
  make_moves();
  update_lines();
  interrupts_changed();
  return value ? std::optional(value_of<W>(*value)) : std::nullopt;
}

template <unsigned W>
SymbolicHart::Word<W> SymbolicHart::value_of(const devices::Datum& datum) {
  if (!datum.symbol) return values_.constant<W>(datum.bits);
  const Term term = known(Term(static_cast<const term::Node*>(datum.symbol)));
  if (term.width() > W) return values_.from_term<W>(pool_.extract(term, W - 1, 0));
  return values_.from_term<W>(term.width() < W ? pool_.zero_extend(term, W) : term);
}

// A read of hardware without a model. A symbolic one is a new input of the path; the concrete machine asks for it, too.
template <unsigned W>
std::optional<SymbolicHart::Word<W>> SymbolicHart::read_reserved(const hart::ReservedRegion& region,
                                                                 std::uint32_t address) {
  switch (region.reads) {
    case hart::Reserved::Error: return std::nullopt;
    case hart::Reserved::Ignore: return values_.constant<W>(0);
    case hart::Reserved::Symbolic: break;
  }
  Input& input = new_input(fmt::format("{}+0x{:x}", region.name, address - region.base), W / 8, std::nullopt);
  input.variable = pool_.variable(fmt::format("in{}_read{}", input.index, W), W);
  take_from_seeds(*state_, input);
  return values_.from_term<W>(input.variable);
}

// Charges an access to an unmapped address, or a store to memory that cannot be written, by the timing region in which
// it begins; siblings explore the others. Within a region any address costs the same, unless misaligned accesses cost
// more. Then the exact cost matters only if the fault ends the path, and the path's model says what the address is.
// False if the access is abandoned.
bool SymbolicHart::add_failing_access(Word32 address, unsigned size, bool store, bool in_memory) {
  std::uint32_t example = address.bits.raw;
  if (address.term) {
    for (const hart::TimingRegion& region : config_.timing.regions) {
      const auto inside = is_within(address.term, 1, region.base, region.size);
      if (!inside) return false;
      if (*inside) break;
    }
    const std::uint64_t value = state_->model ? value_in_model(*state_, address.term) : 0;
    example = logged(static_cast<std::uint32_t>(value)).value_or(0);
  }
  add_access(example, size, store, in_memory);
  return true;
}

template <unsigned W>
std::optional<SymbolicHart::Word<W>> SymbolicHart::load(Word32 address) {
  constexpr unsigned kSize = W / 8;
  if (!is_permitted(address, kSize, hart::permission::kRead, isa::Exception::LoadAccessFault).value_or(false))
    return std::nullopt;
  const auto home = home_of(address, kSize);
  if (!home) return std::nullopt;
  address = *home;
  const auto place = place_of(address, kSize, false);
  if (!place) return std::nullopt;
  if (*place == Place::Memory) {
    if (!address.term) {
      add_access(address.bits.raw, kSize, false, true);
      note_access({.low = address.bits.raw, .bytes = kSize});
      return load_memory<W>(address.bits.raw);
    }
    const auto crosses = crosses_word(address.term, kSize);
    auto targets = crosses ? targets_of(address.term, kSize, config_.max_load_targets) : std::nullopt;
    if (!targets || !tell_loaded_apart(address.term, kSize, *targets)) return std::nullopt;
    statistics_.symbolic_addresses += targets->count > 1;
    add_access(charged_address(*targets, *crosses), kSize, false, true);
    note_access({targets->low, targets->count, static_cast<std::uint8_t>(targets->stride_bits), kSize, false, false});
    const Term offset = pool_.sub(address.term, pool_.constant(32, targets->low));
    return load_targets<W>(*targets, offset, 0, static_cast<unsigned>(std::bit_width(targets->count - 1)));
  }
  if (*place == Place::Device) {
    const auto concrete = resolve(address);
    if (!concrete) return std::nullopt;
    const devices::ForeignModule* const module = module_at(*concrete);
    if (module && !may_access(*module)) return std::nullopt;
    const hart::ReservedRegion* const reserved = reserved_at(*concrete, kSize);
    if (!reserved && state_->board.get().shows_time(*concrete) && !need_exact_time()) return std::nullopt;
    if (!reserved && !decide_for_device(*concrete, false)) return std::nullopt;
    add_access(*concrete, kSize, false, false);
    note_access({.low = *concrete, .bytes = kSize, .device = true});
    if (module) return values_.from_term<W>(read_module(*module, *concrete, kSize));
    if (const auto value = reserved ? read_reserved<W>(*reserved, *concrete) : read_device<W>(*concrete)) return value;
  } else if (!add_failing_access(address, kSize, false, false)) {
    return std::nullopt;
  }
  trap(isa::Exception::LoadAccessFault, failing_portion(address, kSize, false));
  return std::nullopt;
}

template <unsigned W>
bool SymbolicHart::store_device(std::uint32_t address, Word<W> value) {
  if (state_->board.get().shows_time(address) && !need_exact_time()) return false;
  const auto& regions = state_->board.get().regions();
  if (std::ranges::none_of(regions, [address](const devices::Region& each) { return each.contains(address); })) {
    trap(isa::Exception::StoreAccessFault, failing_portion(word(address), W / 8, true));  // whatever the value is
    return false;
  }
  const Word32 whole = values_.template zero_extend<32>(value);
  const Word32 wide =
      values_.bit_and(whole, values_.template constant<32>(state_->board.get().stored_bits(address, W / 8)));
  const devices::Picoseconds now = config_.timing.time_at(state_->hart.cycles);
  const bool keeps = W == 32 && wide.term && state_->board.get().keeps(address);
  std::optional<std::uint32_t> bits;
  if (keeps) {
    state_->board.own().keep(address, devices::Datum(static_cast<const void*>(wide.term.node())), now);
  } else if (value.term && state_->board.get().ignores_value(address)) {
    // The value leaves the machine: no later state depends on the value.
    bits = state_->model ? static_cast<std::uint32_t>(value_in_model(*state_, value.term)) : 0;
  } else {
    bits = address == state_->board.get().plan().finisher.region.base && W >= 16 ? resolve_finish(wide)
                                                                                 : resolve_by_halves(wide);
  }
  if (!keeps && !bits) return false;
  auto& board = state_->board.own();
  const bool done = keeps || board.write(address, W / 8, *bits, now);
  board.drop_sent();  // a replay of the path prints it
  make_moves();
  update_lines();
  interrupts_changed();
  if (!done) trap(isa::Exception::StoreAccessFault, failing_portion(word(address), W / 8, true));
  if (const auto code = board.finisher.exit_code()) {
    exit(*code);
  }
  return done;
}

// What a store to `tohost` asks for (hart/htif.h).
template <unsigned W>
hart::HtifRequest SymbolicHart::request_of(std::uint32_t address, Word<W> value) {
  if (config_.htif.tohost != address) return {};
  if (config_.htif.double_word && in_ram(address + 4, 4)) {  // what is shown need not be known
    const auto upper = resolve(load_memory<32>(address + 4));
    if (!upper) return {.is = hart::HtifRequest::Is::Abandoned};
    if (*upper == hart::kConsoleWrites) return {.is = hart::HtifRequest::Is::Show, .reads_memory = true};
  }
  const auto bits = resolve_tohost(values_.template zero_extend<32>(value));
  if (!bits) return {.is = hart::HtifRequest::Is::Abandoned};
  return hart::decode_htif(
      *bits, config_.htif, [this](std::uint32_t at) { return resolve(load_memory<32>(at)); },
      [this](std::uint32_t at, std::uint32_t size) { return in_ram(at, size); });
}

// Output is dropped here; a replay of the path prints it.
void SymbolicHart::carry_out(const hart::HtifRequest& request) {
  using Is = hart::HtifRequest::Is;
  const auto put = [this](std::uint32_t at, Word32 bits) {
    note_access({.low = at, .bytes = 4, .store = true, .host = true});
    store_memory<32>(at, bits);
  };
  if (request.is == Is::Receive) {
    const auto byte = state_->board.own().uart.take_received();  // there is one terminal
    update_lines();
    interrupts_changed();
    if (byte) {
      const Term term(static_cast<const term::Node*>(byte->symbol));
      const Word<8> character = term ? values_.from_term<8>(known(term)) : values_.constant<8>(byte->bits & 0xff);
      put(*config_.htif.fromhost, values_.bit_or(values_.zero_extend<32>(character), word(0x100)));
      put(*config_.htif.fromhost + 4, word(hart::kConsoleReads));
    }
  }
  if (request.is == Is::Receive || request.is == Is::Show) {
    put(*config_.htif.tohost, word(0));
    put(*config_.htif.tohost + 4, word(0));
  } else if (request.is == Is::Exit) {
    exit(request.exit_code);
  } else if (request.is == Is::Error) {
    stay();
    end({.reason = Termination::HostError, .detail = request.error});
  } else if (request.is == Is::Answer) {
    hart::answer_htif(request, config_.htif, [&](std::uint32_t at, std::uint32_t bits) { put(at, word(bits)); });
  }
}

template <unsigned W>
bool SymbolicHart::store(Word32 address, Word<W> value) {
  constexpr unsigned kSize = W / 8;
  if (!is_permitted(address, kSize, hart::permission::kWrite, isa::Exception::StoreAccessFault).value_or(false))
    return false;
  const Word32 shown = address;
  const auto home = home_of(address, kSize);
  if (!home) return false;
  address = *home;
  if (const auto tohost = config_.htif.tohost; tohost && address.term) {
    const auto requests = decide(pool_.eq(address.term, pool_.constant(32, *tohost)));
    if (!requests) return false;
    if (*requests) address = word(*tohost);
  }
  const auto place = place_of(address, kSize, true);
  if (!place) return false;
  if (*place == Place::Memory) {
    if (!address.term) {
      const hart::HtifRequest request = request_of(address.bits.raw, value);
      if (request.is == hart::HtifRequest::Is::Abandoned) return false;
      note_access({.low = address.bits.raw, .bytes = kSize, .store = true, .host = request.reads_memory});
      store_memory<W>(address.bits.raw, value);
      add_access(address.bits.raw, kSize, true, true);
      carry_out(request);
    } else {
      const auto crosses = crosses_word(address.term, kSize);
      auto targets = crosses ? targets_of(address.term, kSize, config_.max_store_targets) : std::nullopt;
      if (!targets) return false;
      const auto pointers = tell_stored_apart(address.term, kSize, value == values_.constant<W>(0), *targets);
      if (!pointers) return false;
      statistics_.symbolic_addresses += targets->count > 1;
      note_access({targets->low, targets->count, static_cast<std::uint8_t>(targets->stride_bits), kSize, true, false});
      for (std::uint32_t i = 0; i < targets->count; ++i) {
        const std::uint32_t at = targets->at(i);
        const Word<1> here = targets->count > 1 ? values_.eq(address, word(at)) : values_.constant<1>(1);
        store_memory<W>(at, values_.ite(here, value, load_memory<W>(at)));
      }
      if (!pointers->empty()) note_stored(*pointers);
      add_access(charged_address(*targets, *crosses), kSize, true, true);
    }
    return true;
  }
  if (*place == Place::Device) {
    const auto concrete = resolve(address);
    if (!concrete || !decide_for_device(*concrete, true)) return false;
    const devices::ForeignModule* const module = module_at(*concrete);
    if (module && !may_access(*module)) return false;
    add_access(*concrete, kSize, true, false);
    note_access({.low = *concrete, .bytes = kSize, .store = true, .device = true});
    const hart::ReservedRegion* const reserved = reserved_at(*concrete, kSize);
    if (module) return true;
    if (!reserved) return store_device(*concrete, value);
    if (reserved->writes == hart::Reserved::Ignore) return true;
  } else if (!add_failing_access(address, kSize, true, *place == Place::ReadOnly)) {
    return false;
  }
  trap(isa::Exception::StoreAccessFault, failing_portion(shown, kSize, true));
  return false;
}

std::optional<SymbolicHart::Word32> SymbolicHart::load_for_store(std::uint32_t address) {
  constexpr std::uint8_t kBoth = hart::permission::kRead | hart::permission::kWrite;
  if (!is_permitted(word(address), 4, kBoth, isa::Exception::StoreAccessFault).value_or(false)) return std::nullopt;
  const std::uint32_t shown = std::exchange(address, home(address, 4));
  if (!can_write(address, 4)) {
    trap(isa::Exception::StoreAccessFault, word(shown));
    return std::nullopt;
  }
  add_access(address, 4, false, true);
  note_access({.low = address, .bytes = 4});
  return load_memory<32>(address);
}

// Instances for the semantics and the hooks, which are in other files.
template std::optional<SymbolicHart::Word<8>> SymbolicHart::load<8>(Word32);
template std::optional<SymbolicHart::Word<16>> SymbolicHart::load<16>(Word32);
template std::optional<SymbolicHart::Word<32>> SymbolicHart::load<32>(Word32);
template bool SymbolicHart::store<8>(Word32, Word<8>);
template bool SymbolicHart::store<16>(Word32, Word<16>);
template bool SymbolicHart::store<32>(Word32, Word<32>);
template SymbolicHart::Word<8> SymbolicHart::load_memory<8>(std::uint32_t);
template SymbolicHart::Word<16> SymbolicHart::load_memory<16>(std::uint32_t);
template SymbolicHart::Word<32> SymbolicHart::load_memory<32>(std::uint32_t);
template void SymbolicHart::store_memory<8>(std::uint32_t, Word<8>);
template void SymbolicHart::store_memory<16>(std::uint32_t, Word<16>);
template void SymbolicHart::store_memory<32>(std::uint32_t, Word<32>);
template SymbolicHart::Word<8> SymbolicHart::value_of<8>(const devices::Datum&);
template SymbolicHart::Word<16> SymbolicHart::value_of<16>(const devices::Datum&);
template SymbolicHart::Word<32> SymbolicHart::value_of<32>(const devices::Datum&);

}  // namespace janus::engine
