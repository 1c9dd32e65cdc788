// Detectors in the loops of harts: for the instructions that a program consists of, what the rules
// (hart/detector_rules.h) ask and what the shadow (hart/shadow.h) does with them comes to a few comparisons. This is
// that: where a comparison does not suffice, the rules themselves are asked. So nothing is decided here, and the shadow
// has the same contents as if the rules were followed at each instruction (tests/isa/loop_detectors_test.cpp).
//
// Written over a hart's values. In the concrete hart's fast loop, the rules are asked here, and where they report
// anything, the plain loop executes the instruction. The symbolic hart asks the rules itself, also wherever more than
// what is loaded, stored or computed depends on inputs. Some 5 ns an instruction, and the rules take 50. Not for a hart
// with aliases of memory (hart/address_map.h).
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hart/code_cache.h"
#include "hart/detector_rules.h"
#include "hart/detector_tables.h"
#include "hart/detectors.h"
#include "hart/near_pages.h"
#include "hart/near_registers.h"
#include "hart/shadow.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "isa/values.h"

namespace janus::hart {

// Made for one run of the loop, in which nobody else changes the shadow, unless bind() is called afterwards.
template <class Hart>
class LoopDetectors : private DetectorLimits {
 public:
  using Values = typename Hart::Values;
  using Shadow = hart::Shadow<Values>;
  using Word = typename Values::template Word<32>;
  using Provenance = hart::Provenance<Values>;
  using Pointer = typename Provenance::Pointer;
  // Whether the rules are asked here.
  static constexpr bool kAsksRules = std::is_same_v<Values, isa::ConcreteValues>;
  // How an instruction is executed here: as its kind always is; by the rules; or not at all.
  enum class Way : std::uint8_t { Usual, Rules, Left };

  // Where slots are: the address of the first one, and how many bytes of code there are for each.
  struct Code {
    const Slot* first = nullptr;
    std::uint32_t base = 0, slot_bytes = 4;
  };

  LoopDetectors(Hart& hart, Shadow& shadow, typename Shadow::Step& step, const Detectors& detectors,
                DetectorTables& tables, Code code = {})
      : DetectorLimits(tables.limits(detectors)),
        hart_(hart),
        step_(step),
        detectors_(detectors),
        tables_(tables),
        slots_(code) {
    bind(shadow);
  }

  // The shadow is this one from now on, and has changed otherwise. What before() has found stays true of a copy.
  void bind(Shadow& shadow) {
    x_ = hart_.state().x.data();
    shadow_ = &shadow;
    pointers_ = &shadow.pointers;
    defined_ = &shadow.defined;
    heap_returns_to_ = shadow.pointers.leaves_heap_at().value_or(1);  // no pc is odd
    in_heap_ = shadow.pointers.in_heap_function();
    in_program_ = shadow.pointers.in_program();
    looks_at_all_ = detectors_.has(Detector::poison) && !shadow.poison.ranges().empty();
    look_at_registers();
    pages_.look_at(shadow.pointers, shadow.defined);
  }
  // Must be called before anybody else looks at the shadow.
  void flush() {
    if constexpr (kIsLazy) registers_.flush(*pointers_, x_);
  }
  const Shadow* bound() const { return shadow_; }

  // Whether what begins here may be executed by the loop: a block, or an instruction that is at no place where the
  // rules do more than at others of its kind.
  bool admits(std::uint32_t pc) const { return pc - code_.first < code_.size && pc != heap_returns_to_; }

  // In front of an instruction. `place` is its address, or its slot: few ask for the address.
  template <isa::Opcode kOpcode, class Encoded>
  Way before(const Encoded& slot, auto place) {
    using enum isa::Opcode;
    constexpr isa::Instruction kInstruction{.opcode = kOpcode};
    if constexpr (isa::memory_use(kOpcode).bytes > 0) {
      return before_access<kOpcode>(slot, place);
    } else if constexpr (isa::is_branch(kInstruction)) {
      const bool are_equal = isa::compares_for_equality(kOpcode) && x_[slot.rs1] == x_[slot.rs2];
      const bool tells = are_equal && one_is_known(origin_of(slot.rs1), origin_of(slot.rs2));
      return tells || (undefined<kOpcode>(slot) && checks_defined_) ? by_rules(slot, place) : Way::Usual;
    } else if constexpr (kOpcode == jal) {
      if (looks_at_jumps_ || !is_usual_jump(slot, pc_of(place) + slot.immediate)) return by_rules(slot, place);
      return Way::Usual;
    } else if constexpr (kOpcode == jalr) {
      return before_jump_register(slot, place);
    } else {
      if (slot.rd <= isa::kSp) [[unlikely]]
        return kOpcode == addi && slot.rd == isa::kSp ? before_stack(slot, place) : by_rules(slot, place);
      if (undefined<kOpcode>(slot)) return by_rules(slot, place);
      if constexpr (isa::is_division(kInstruction)) {
        if (checks_division_ && !(is_constant(x_[slot.rs2]) && bits_of(x_[slot.rs2]) != 0))
          return kAsksRules ? Way::Left : Way::Rules;
      }
      if constexpr (kMoves<kOpcode>) {
        const bool first_is_sp = isa::row(kOpcode).reads_rs1 && slot.rs1 == isa::kSp,
                   second_is_sp = isa::row(kOpcode).reads_rs2 && slot.rs2 == isa::kSp;
        if (first_is_sp || second_is_sp) {
          if ((kOpcode != addi && kOpcode != add) || !is_constant(x_[isa::kSp])) return by_rules(slot, place);
        }
        if constexpr (isa::row(kOpcode).reads_rs1) first_ = first_is_sp ? of_frame() : origin_of(slot.rs1);
        if constexpr (isa::row(kOpcode).reads_rs2) second_ = second_is_sp ? of_frame() : origin_of(slot.rs2);
        if constexpr (kCombines<kOpcode>) {
          if (leads_somewhere(first_) || (isa::row(kOpcode).reads_rs2 && leads_somewhere(second_)))
            return by_rules(slot, place);
        }
      }
      return Way::Usual;
    }
  }

  // Behind the same instruction, which has been completed. The hart goes on at `next`.
  template <isa::Opcode kOpcode, class Encoded>
  void after(const Encoded& slot, Way way, auto place, auto next) {
    using enum isa::Opcode;
    constexpr isa::Instruction kInstruction{.opcode = kOpcode};
    if (way == Way::Rules) [[unlikely]]
      return follow_rules(next);
    if constexpr (isa::is_load(kInstruction)) {
      after_load<kOpcode>(slot, place);
    } else if constexpr (isa::is_store(kInstruction)) {
      after_store<kOpcode>(slot, place);
    } else if constexpr (isa::is_branch(kInstruction)) {
    } else if constexpr (isa::is_jump(kInstruction)) {
      if (slot.rd == isa::kRa) {
        if constexpr (kIsLazy) locate_arguments(place);
        pointers_->frames().called(pc_of(place) + length_of(slot), bits_of(x_[isa::kSp]));
        set_register(isa::kRa, {}, x_[isa::kRa]);
        define(isa::kRa);
      } else {
        if (returns_) pointers_->frames().returned();
        if (slot.rd == 0) return;
        set_register(slot.rd, {}, x_[slot.rd]);
        define(slot.rd);
      }
    } else {
      if (kOpcode == addi && slot.rd == isa::kSp) [[unlikely]]
        return after_stack(slot);
      const Word value = x_[slot.rd];
      Origin origin;
      if constexpr (kMoves<kOpcode>) origin = moved<kOpcode>(slot, place, value);
      set_register(slot.rd, origin, value);
      define(slot.rd);
    }
  }

  // The same of atomics, accesses to CSRs and hooks, in the fast loop.
  [[gnu::noinline]] Way before_alone(const Slot& slot) {
    const isa::MemoryUse use = isa::memory_use(slot.opcode);
    if (use.bytes == 0) return slot.rd == isa::kRa || slot.rd == isa::kSp ? by_rules(slot, &slot) : Way::Usual;
    const Way way =
        use.stores ? before_access<isa::Opcode::amoadd_w>(slot, &slot) : before_access<isa::Opcode::lr_w>(slot, &slot);
    const bool pointers = pages_.part_at(address_).kind() == Kind::Part || origin_of(slot.rs2).known();
    return way == Way::Usual && pointers ? by_rules(slot, &slot) : way;
  }
  // Behind an `ecall`, all registers count as defined. What an atomic stores is defined, and no pointer. Its address is
  // a multiple of four, or it would have trapped.
  [[gnu::noinline]] void after_alone(const Slot& slot, Way way, std::uint32_t pc) {
    if (way == Way::Rules) return follow_rules(pc + length_of(slot));
    const isa::MemoryUse use = isa::memory_use(slot.opcode);
    if (slot.opcode == isa::Opcode::ecall) {
      pages_.forget();  // a hook that makes memory an input defines it
      return define_all();
    }
    if (use.bytes > 0 && noted_ == kUnknownObject) note(pc);
    if (slot.rd != 0) loaded(slot.rd, {}, use.bytes, use.loads ? pages_.undefined(address_, use.bytes) : 0);
    if (!use.stores) return;
    pages_.store(address_, use.bytes, {}, 0);
    pointers_->frames().stored(address_, use.bytes, pc);
  }

 private:
  using Kind = Origin::Kind;

  static std::uint32_t pc_of(std::uint32_t place) { return place; }
  std::uint32_t pc_of(const Slot* place) const {
    return static_cast<std::uint32_t>(place - slots_.first) * slots_.slot_bytes + slots_.base;
  }

  // Whether a result may have the origin of an operand, which is seldom a pointer there.
  template <isa::Opcode kOpcode>
  static constexpr bool kCombines =
      kOpcode == isa::Opcode::and_ || kOpcode == isa::Opcode::or_ || kOpcode == isa::Opcode::ori ||
      kOpcode == isa::Opcode::min || kOpcode == isa::Opcode::minu || kOpcode == isa::Opcode::max ||
      kOpcode == isa::Opcode::maxu || kOpcode == isa::Opcode::czero_eqz || kOpcode == isa::Opcode::czero_nez;
  // The same, or one of its own.
  template <isa::Opcode kOpcode>
  static constexpr bool kMoves =
      kOpcode == isa::Opcode::lui || kOpcode == isa::Opcode::auipc || kOpcode == isa::Opcode::addi ||
      kOpcode == isa::Opcode::add || kOpcode == isa::Opcode::sh1add || kOpcode == isa::Opcode::sh2add ||
      kOpcode == isa::Opcode::sh3add || kOpcode == isa::Opcode::sub || kOpcode == isa::Opcode::andi ||
      kOpcode == isa::Opcode::slli || kCombines<kOpcode>;

  template <isa::Opcode kOpcode, class Encoded>
  Definedness::Mask undefined(const Encoded& slot) const {
    if (kIsLazy && registers_.undefined() == 0) [[likely]]
      return 0;
    Definedness::Mask mask = 0;
    if constexpr (isa::row(kOpcode).reads_rs1) mask |= defined_->of_register(slot.rs1);
    if constexpr (isa::row(kOpcode).reads_rs2) mask |= defined_->of_register(slot.rs2);
    return mask;
  }

  // The rules, asked about the instruction. They do not depend on what the loop has noted of it.
  template <class Encoded>
  [[gnu::noinline, gnu::cold]] Way by_rules(const Encoded& slot, auto place) {
    if constexpr (!kAsksRules) return Way::Rules;
    const std::uint32_t pc = pc_of(place);
    flush();
    hart_.state().pc = pc;
    const isa::Instruction i = instruction_of(slot);
    for (std::uint32_t left = may_report(i, detectors_, pc); left != 0; left &= left - 1) {
      if (bits_of(reports(static_cast<Detector>(std::countr_zero(left)), hart_, i, detectors_)) != 0) return Way::Left;
    }
    step_ = shadow_->before(hart_, i, detectors_);
    return Way::Rules;
  }
  [[gnu::noinline, gnu::cold]] void follow_rules(auto next) {
    hart_.state().pc = pc_of(next);
    shadow_->after(hart_, step_, detectors_);
    look_at_registers();
    pages_.forget();
  }

  // --- Computations.
  // What an instruction makes of the origins of its operands (hart/loop_origins.h).
  template <isa::Opcode kOpcode, class Encoded>
  Origin moved(const Encoded& slot, auto place, Word value);
  // As Provenance's.
  bool leads_somewhere(Origin origin) {
    if (!origin.known() || origin.kind() == Kind::UpperPart) return false;
    return origin.kind() != Kind::Constant || tables_.object_at(detectors_, origin.where()).size != 0;
  }
  // Of the stack pointer, which depends on no input.
  Origin of_frame() const {
    const auto end = pointers_->frames().end_of_frame(x_[isa::kSp]);
    return end ? Origin{Kind::Frame, *end} : Origin{};
  }
  static Origin noted(Origin origin) { return origin.kind() == Kind::Unknown ? Origin{} : origin; }  // by an entry
  template <class Encoded>
  Origin added(const Encoded& slot, auto place, Word value);
  template <class Encoded>
  [[gnu::noinline, gnu::cold]] Origin by_result(const Encoded& slot, auto place, Word value);

  // addi sp, ...
  template <class Encoded>
  Way before_stack(const Encoded& slot, auto place) {
    if (!is_constant(x_[isa::kSp])) return by_rules(slot, place);
    const std::uint32_t sp = bits_of(x_[isa::kSp]), to = sp + slot.immediate;
    const bool rises = to > sp;
    if (slot.rs1 != isa::kSp || slot.immediate == 0 || defined_->of_register(isa::kSp) ||
        rises != (static_cast<std::int32_t>(slot.immediate) > 0))
      return by_rules(slot, place);
    if (rises ? pointers_->frames().rises_out(to)
              : (sp >= stack_limit_ && to < stack_limit_) || detectors_.changes_stack(pc_of(place)))
      return by_rules(slot, place);
    return Way::Usual;
  }
  template <class Encoded>
  void after_stack(const Encoded& slot) {
    const std::uint32_t sp = bits_of(x_[isa::kSp]), from = sp - slot.immediate;
    pointers_->frames().moved(sp);
    if (sp >= from) return;
    if constexpr (kIsLazy)
      pages_.lowered(from, sp);
    else
      defined_->lowered(from, sp);
  }

  // --- Jumps.
  // Whether the shadow has to do nothing about a jump, or what it does about most calls and returns.
  template <class Encoded>
  bool is_usual_jump(const Encoded& slot, std::uint32_t target) {
    const auto origin = [&](std::uint8_t number) {
      if constexpr (kIsLazy) return registers_.known(number);
      return pointers_->entry(number).origin;
    };
    returns_ = false;
    if (!is_constant(x_[isa::kSp]) || registers_.outdated()) return false;
    if (slot.rd == isa::kRa) {
      if constexpr (kIsLazy) return true;  // locate_arguments() does the rest
      for (std::uint8_t number = isa::kA0; number < isa::kA0 + 8; ++number) {
        if (tables_.changes_as_argument(origin(number), bits_of(x_[number]))) return false;
      }
      return true;
    }
    if (slot.rd != 0 && !isa::is_link(slot.rd)) return false;
    const auto& frames = pointers_->frames();
    if (frames.unwinds()) return false;
    returns_ = frames.is_return(target, bits_of(x_[isa::kSp]));
    if (!returns_) return !tables_.begins_function(detectors_, target);
    if (frames.calls().size() == 1 && tables_.begins_function(detectors_, target)) return false;
    const std::uint32_t end = frames.calls().back().sp;
    const auto stays = [&](std::uint8_t number) {  // leads to no frame that is left
      const Origin result = origin(number);
      if (!result.is_of_stack()) return true;
      if constexpr (!kIsLazy) return false;
      return result.kind() == Kind::Local ? bits_of(x_[number]) >= end : result.end_of_frame() > end;
    };
    return frames.nothing_leads_here() && stays(isa::kA0) && stays(isa::kA0 + 1);
  }
  // Arguments lead to a variable of the caller's frame, or to an object, from now on.
  void locate_arguments(auto place) {
    for (std::uint8_t number = isa::kA0; number < isa::kA0 + 8; ++number) {
      const Origin origin = registers_.known(number);
      if (!tables_.changes_as_argument(origin, bits_of(x_[number]))) [[likely]]
        continue;
      const std::uint32_t pc = pc_of(place);
      const Origin passed = tables_.passed(detectors_, tables_.handed_on(detectors_, origin), pc);
      registers_.know(number, pointers_->frames().passed_on(passed, x_[number], pc, x_[isa::kSp], detectors_));
    }
  }
  template <class Encoded>
  Way before_jump_register(const Encoded& slot, auto place) {
    if (!is_constant(x_[slot.rs1])) return by_rules(slot, place);
    const std::uint32_t address = bits_of(x_[slot.rs1]) + slot.immediate;
    const auto* const restored = pointers_->frames().restored();
    if (looks_at_jumps_ || address < null_bytes_ ||
        (slot.rs1 == isa::kRa && restored && !(restored->value == x_[isa::kRa])) ||
        (checks_defined_ && defined_->of_register(slot.rs1)) || !is_usual_jump(slot, address & ~1U))
      return by_rules(slot, place);
    return Way::Usual;
  }

  // --- Accesses.
  template <isa::Opcode kOpcode, class Encoded>
  Way before_access(const Encoded& slot, auto place) {
    constexpr isa::MemoryUse kUse = isa::memory_use(kOpcode);
    if (!is_constant(x_[slot.rs1])) return by_rules(slot, place);
    const std::uint32_t base = bits_of(x_[slot.rs1]), address = base + slot.immediate;
    address_ = address;
    noted_ = kNothing;
    if (address < null_bytes_ || (address & misaligned_ & (kUse.bytes - 1U)) || looks_at_all_) [[unlikely]]
      return by_rules(slot, place);
    if (slot.rs1 != isa::kSp && !is_usual_pointer<kOpcode>(slot, place, address)) return by_rules(slot, place);
    if constexpr (kUse.stores) {
      if (address <= last_fixed_ && address + (kUse.bytes - 1) >= first_fixed_) [[unlikely]]
        return by_rules(slot, place);
      if constexpr (kOpcode == isa::Opcode::sw) {
        if (slot.rs2 == isa::kSp) return by_rules(slot, place);
        second_ = origin_of(slot.rs2);
        if (slot.rs1 != isa::kSp) {
          second_ = tables_.stored_by(detectors_, second_, slot.rs2);
          if (Provenance::is_kept_by_allocator(second_, pc_of(place), detectors_)) [[unlikely]]
            second_ = Provenance::kept(tables_.handed_on(detectors_, Provenance::constant_to(x_[slot.rs2])));
        }
        if (second_.is_of_stack()) return by_rules(slot, place);
      }
    }
    if constexpr (isa::row(kOpcode).writes_rd) {
      const bool drops = slot.rd == 0 && isa::row(kOpcode).timing == isa::TimingClass::Atomic;
      if (slot.rd <= isa::kSp && !drops && !(kOpcode == isa::Opcode::lw && slot.rd == isa::kRa)) [[unlikely]]
        return by_rules(slot, place);
    }
    return Way::Usual;
  }

  // Whether the access by a pointer other than sp is none that the rules may report, and the shadow has nothing to do
  // about it but to note the object that `noted_` says.
  template <isa::Opcode kOpcode, class Encoded>
  [[gnu::noinline]] bool is_usual_pointer(const Encoded& slot, auto place, std::uint32_t address) {
    constexpr isa::MemoryUse kUse = isa::memory_use(kOpcode);
    constexpr std::uint32_t kBytes = kUse.bytes;
    if (checks_defined_ && (!kIsLazy || registers_.undefined() >> slot.rs1 & 1) && defined_->of_register(slot.rs1))
      return false;
    const Origin origin = origin_of(slot.rs1);
    const auto is_inside = [&](std::uint32_t first, std::uint32_t size) {
      const std::uint32_t offset = address - first;
      return offset < size && size - offset >= kBytes;
    };
    // Between the stack pointer and the end of a frame of which nothing more is known.
    const auto is_in_frame = [&](std::uint32_t end) {
      if (!is_constant(x_[isa::kSp]) || end == kNothing) return false;
      const std::uint32_t sp = bits_of(x_[isa::kSp]);
      noted_ = end;
      return sp < end && is_inside(sp, end - sp);
    };
    bool any_place = true;  // the access may hit a return address
    switch (origin.kind()) {
      case Kind::Unknown:
      case Kind::Displaced:
      case Kind::Part:
      case Kind::Difference:
        if (in_program_ && !in_heap_ && slot.rs1 > isa::kTp && !tables_.is_near_literal(address))
          noted_ = kUnknownObject;
        break;
      case Kind::UpperPart: break;
      case Kind::Constant:
      case Kind::Indexed:
      case Kind::Walked: {
        if (tables_.leaves_base(detectors_, origin, slot.immediate)) return false;
        const auto& object = tables_.object_for(detectors_, origin, pc_of(place), slot.immediate);
        if (object.size == 0) break;
        if (!is_inside(object.first, object.size) || object.first == kNothing) return false;
        any_place = false;
        if (!object.ambiguous) noted_ = object.first;
        break;
      }
      case Kind::Allocation: {
        const auto& allocation = pointers_->allocations()[origin.where()];
        if (in_heap_) break;
        if (!allocation.live || !is_constant(allocation.base) || !is_constant(allocation.size) ||
            !is_inside(bits_of(allocation.base), bits_of(allocation.size)))
          return false;
        break;
      }
      case Kind::InFrame: {
        if (origin.is_direct(bits_of(x_[slot.rs1]))) {
          any_place = false;
          break;
        }
        const auto& [pc, at, end, local, behind, in_front] =
            tables_.local_at(detectors_, pc_of(place), origin.where() + slot.immediate, origin.end_of_frame());
        if (local.size == 0) {
          if (!is_in_frame(end)) return false;
          if (!origin.indexed() || behind.size == 0) break;
          // The rules note both objects, the first time.
          if (!is_inside(behind.first, behind.size) || !tables_.is_noted(pc, behind.first)) return false;
          noted_ = kNothing;
          break;
        }
        if (!is_inside(local.first, local.size) || local.first == kNothing) return false;
        noted_ = local.first;
        break;
      }
      case Kind::Local: {
        const auto [first, size] = origin.variable_for(address);
        if (!is_inside(first, size) || first == kNothing) return false;
        noted_ = first;
        break;
      }
      case Kind::Frame:
        if (!is_in_frame(origin.where())) return false;
        break;
      case Kind::Dangling: return false;
    }
    return !(kUse.stores && any_place && pointers_->frames().has_saved(address, kBytes));
  }

  // Notes what the access was inside of.
  void note(auto place) {
    if (noted_ != kNothing && !tables_.is_noted(pc_of(place), noted_)) note_first(place);
  }
  [[gnu::noinline, gnu::cold]] void note_first(auto place) {
    const std::uint32_t pc = pc_of(place);
    if (noted_ == kUnknownObject) {
      if (!pointers_->note_unknown(hart_, pc, hart_.values().template constant<32>(address_), detectors_))
        tables_.is_not_noted(detectors_, pc, address_);
      return;
    }
    if (pointers_->note_inside(pc, noted_)) hart_.noted_inside(pc, noted_);
  }

  template <isa::Opcode kOpcode, class Encoded>
  void after_load(const Encoded& slot, auto place) {
    using enum isa::Opcode;
    constexpr unsigned kBytes = isa::memory_use(kOpcode).bytes;
    note(place);
    if (kOpcode == lw && slot.rd == isa::kRa) pointers_->frames().restored(address_);
    const Word value = x_[slot.rd];
    Origin origin;
    Definedness::Mask mask = 0;
    if (kIsLazy && NearPages<Values>::is_in_word(address_, kBytes)) {
      origin = kOpcode == lw ? pages_.of_word(address_, value) : pages_.part_at(address_);
      mask = pages_.undefined(address_, kBytes);
    } else {
      if (kOpcode == lw && address_ % 4 == 0) origin = pointers_->of_word(address_, value);
      if (kBytes < 4) origin = pointers_->part_at(address_, kBytes);
      mask = defined_->of_memory(address_, kBytes);
    }
    if ((kOpcode == lb || kOpcode == lh) && mask >> (8 * kBytes - 1) & 1) mask |= ~Definedness::Mask{0} << (8 * kBytes);
    loaded(slot.rd, loaded_by(origin, slot.rd, detectors_), kBytes, mask);
  }
  void loaded(std::uint8_t number, Origin origin, std::uint32_t bytes, Definedness::Mask mask) {
    set_register(number, origin, x_[number]);
    mask == 0 ? define(number) : undefine(number, bytes, mask);
  }
  [[gnu::noinline, gnu::cold]] void undefine(std::uint8_t number, std::uint32_t bytes, Definedness::Mask mask) {
    defined_->loaded(number, address_, bytes, mask);
    registers_.undefine(number);
  }

  // Of the word of which a part was stored.
  template <unsigned kBytes, class Encoded>
  Pointer entry_behind_part(const Encoded& slot, auto place) {
    if (const Origin part = origin_of(slot.rs2); part.kind() == Kind::Part || part.known()) [[unlikely]] {
      if (const auto entry = with_part(slot, place, part)) return *entry;
    }
    const bool is_near = kIsLazy && NearPages<Values>::is_in_word(address_, kBytes);
    const auto* const known = is_near ? pages_.entry_at(address_) : pointers_->entry_of_word(address_ & ~3U);
    if (!known || !known->origin.known()) return {};
    return pointers_->entry_behind(known, address_, kBytes, x_[slot.rs2], detectors_.reads_words(pc_of(place)));
  }
  template <class Encoded>
  [[gnu::noinline, gnu::cold]] std::optional<Pointer> with_part(const Encoded& slot, auto place, Origin part) {
    pages_.forget();
    return pointers_->entry_with_part(hart_, instruction_of(slot), pc_of(place), address_, part, detectors_);
  }

  template <isa::Opcode kOpcode, class Encoded>
  void after_store(const Encoded& slot, auto place) {
    constexpr unsigned kBytes = isa::memory_use(kOpcode).bytes;
    note(place);
    const bool aligned = kOpcode == isa::Opcode::sw && address_ % 4 == 0;
    const Definedness::Mask mask =
        kIsLazy && !(registers_.undefined() >> slot.rs2 & 1) ? 0 : defined_->of_register(slot.rs2);
    const Pointer entry =
        aligned ? Pointer{second_.known() ? second_ : Origin{}, x_[slot.rs2]} : entry_behind_part<kBytes>(slot, place);
    if (kIsLazy && NearPages<Values>::is_in_word(address_, kBytes)) {
      pages_.store(address_, kBytes, entry, mask);
    } else {
      pointers_->set_word(address_ & ~3U, entry.origin, entry.value);
      pointers_->set_word((address_ + kBytes - 1) & ~3U, entry.origin, entry.value);
      defined_->store(address_, kBytes, mask);
      pages_.forget();
    }
    if (mask) defined_->copied(slot.rs2, address_);
    const bool saves = kOpcode == isa::Opcode::sw && slot.rs1 == isa::kSp && slot.rs2 == isa::kRa;
    if (!(aligned && saves)) pointers_->frames().stored(address_, kBytes, pc_of(place));
    if (saves) pointers_->frames().saved(address_, x_[isa::kRa], pc_of(place));
  }

  // --- What is known of registers. In the fast loop, that lies in a table of its own (hart/near_registers.h).
  static constexpr bool kIsLazy = kAsksRules;
  static constexpr std::uint32_t kNothing = ~0U;  // no object begins there

  Origin origin_of(std::uint8_t number) const {
    if constexpr (kIsLazy) return registers_.known(number);
    return pointers_->entry_of(number, x_[number]);
  }
  void set_register(std::uint8_t number, Origin origin, const Word& value) {
    if constexpr (kIsLazy)
      registers_.know(number, origin);
    else
      pointers_->set_register(number, origin, value);
  }
  void define(std::uint8_t number) {
    if constexpr (!kIsLazy) return defined_->set_register(number, 0);
    if (registers_.undefined() != 0) [[unlikely]]
      forget_undefined(number);
  }
  [[gnu::noinline, gnu::cold]] void forget_undefined(std::uint8_t number) {
    defined_->set_register(number, 0);
    registers_.define(number);
  }
  void define_all() {
    while (registers_.undefined() != 0)
      forget_undefined(static_cast<std::uint8_t>(std::countr_zero(registers_.undefined())));
  }
  void look_at_registers() {
    if constexpr (kIsLazy) registers_.look_at(*pointers_, *defined_, x_);
  }

  Hart& hart_;
  Shadow* shadow_ = nullptr;
  Provenance* pointers_ = nullptr;
  Definedness* defined_ = nullptr;
  const Word* x_ = nullptr;
  typename Shadow::Step& step_;
  const Detectors& detectors_;
  DetectorTables& tables_;
  const Code slots_;
  std::conditional_t<kIsLazy, NearRegisters<Values>, NoNearRegisters> registers_;
  NearPages<Values> pages_;  // nobody copies the shadow meanwhile

  std::uint32_t heap_returns_to_ = 1;
  bool in_heap_ = false, in_program_ = false, looks_at_all_ = false;
  // Of the instruction under way.
  Origin first_, second_;
  std::uint32_t address_ = 0, noted_ = kNothing;
  bool returns_ = false;
};

}  // namespace janus::hart
