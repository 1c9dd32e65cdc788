// What detectors in the fast loop (hart/loop_detectors.h) ask about, and what they keep from one run of the loop to the
// next. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "hart/detectors.h"
#include "hart/static_objects.h"

namespace janus::hart {

// What the detectors that are on ask of every instruction, in numbers.
struct DetectorLimits {
  explicit DetectorLimits(const Detectors& detectors) {
    if (detectors.has(Detector::code)) {
      code_ = detectors.code;
      for (const support::AddressRange& range : detectors.read_only) {
        first_fixed_ = std::min(first_fixed_, range.first);
        last_fixed_ = std::max(last_fixed_, range.first + (range.size - 1));
      }
    }
    if (detectors.has(Detector::null)) null_bytes_ = kNullBytes;
    if (detectors.has(Detector::misaligned)) misaligned_ = 3;
    looks_at_jumps_ = detectors.has(Detector::overflow) && !detectors.overflows.empty();
    checks_defined_ = detectors.has(Detector::uninitialised);
    checks_division_ = detectors.has(Detector::division);
    stack_limit_ = detectors.has(Detector::stack) ? detectors.stack_limit.value_or(0) : 0;
  }

  support::AddressRange code_{0, ~0U};
  std::uint32_t first_fixed_ = ~0U, last_fixed_ = 0;  // what no store may touch lies there
  std::uint32_t null_bytes_ = 0, misaligned_ = 0, stack_limit_ = 0;
  bool looks_at_jumps_ = false, checks_defined_ = false, checks_division_ = false;
};

// Finds again what was found before, in constant time.
class DetectorTables {
 public:
  struct Object {
    std::uint32_t address = 0, first = 0, size = 0;  // `size` is 0 if there is none at `address`
    bool known = false, ambiguous = false;
    bool begins_behind_another = false;  // at `address`
  };
  // The static object with the byte at an address.
  const Object& object_at(const Detectors& detectors, std::uint32_t address) {
    Object& entry = objects_[(address >> 2 ^ address >> 10) % objects_.size()];
    if (entry.known && entry.address == address) [[likely]]
      return entry;
    const auto found = detectors.object_at(address);
    entry = {address,
             found ? found->first : 0,
             found ? found->size : 0,
             true,
             found && detectors.is_ambiguous(found->first),
             found && found->first == address && detectors.object_at(address - 1)};
    return entry;
  }
  // The one that an access at `offset` from a pointer, by the code at `pc`, is meant for, as far as that takes no look
  // around: object_of().
  const Object& object_for(const Detectors& detectors, Origin origin, std::uint32_t pc, std::uint32_t offset) {
    const std::uint32_t address = origin.where() + offset;
    if (origin.kind() == Origin::Kind::Indexed) return object_at(detectors, address);
    const Object& own = object_at(detectors, origin.where());
    const bool stays = address - own.first < own.size;
    if (origin.kind() != Origin::Kind::Constant || stays || !detectors.knows_distances(pc)) return own;
    const Object& there = object_at(detectors, address);
    return there.size != 0 ? there : object_at(detectors, origin.where());
  }
  // Whether an access may be meant for another object, as well (base_object_of()).
  bool leaves_base(const Detectors& detectors, Origin origin, std::uint32_t offset) {
    if (!is_near_base(origin, offset)) return false;
    const Object& base = object_at(detectors, origin.where());
    return base.size != 0 && origin.where() + offset - base.first >= base.size;
  }
  // Whether a function begins there.
  bool begins_function(const Detectors& detectors, std::uint32_t address) {
    auto& [known, begins] = targets_[(address >> 1) % targets_.size()];
    if (known != address) [[unlikely]] {
      known = address;
      begins = detectors.begins_function(address);
    }
    return begins;
  }
  // Whether it is known that the access at `pc` has been noted as one inside of the object at `where`. If not, it is
  // from now on.
  bool is_noted(std::uint32_t pc, std::uint32_t where) {
    auto& entry = noted_[(pc >> 1) % noted_.size()];
    if (entry == std::pair(pc, where)) return true;
    entry = {pc, where};
    return false;
  }
  // The access at `pc` to `address` was none to be noted, as the next one there may be.
  void is_not_noted(const Detectors& detectors, std::uint32_t pc, std::uint32_t address) {
    noted_[(pc >> 1) % noted_.size()] = {1, 0};  // no pc is odd
    if (const auto found = detectors.literals_at(address)) literals_ = *found;
  }
  // Whether that is one of the literals around the last one that was accessed.
  bool is_near_literal(std::uint32_t address) const { return literals_.contains(address); }
  struct Local {
    std::uint32_t pc = 1, address = 0, end = 0;  // no pc is odd
    support::AddressRange at{};                  // empty if there is none
    support::AddressRange behind{};              // if there is none, the one closely behind
    std::uint32_t in_front = 0;                  // bytes of one that ends there
  };
  // The local variable with the byte at `address`, for the code at `pc` of a function whose frame ends at `end`.
  const Local& local_at(const Detectors& detectors, std::uint32_t pc, std::uint32_t address, std::uint32_t end) {
    Local& entry = locals_[(pc >> 1 ^ pc >> 7) % locals_.size()];
    if (entry.pc == pc && entry.address == address && entry.end == end) [[likely]]
      return entry;
    entry = {pc, address, end, detectors.local_at(pc, address, end).value_or(support::AddressRange{})};
    if (entry.at.size == 0) entry.behind = detectors.local_behind(pc, address, end).value_or(support::AddressRange{});
    entry.in_front = detectors.local_up_to(pc, address, end).value_or(support::AddressRange{}).size;
    return entry;
  }
  // The same as Provenance::passed().
  Origin passed(const Detectors& detectors, Origin origin, std::uint32_t pc) {
    if (origin.kind() != Origin::Kind::InFrame) return origin;
    const Local& local = local_at(detectors, pc, origin.where(), origin.end_of_frame());
    const Origin found = local.at.size ? Origin{Origin::Kind::Local, local.at.first, local.at.size}
                                       : Origin{Origin::Kind::Frame, origin.end_of_frame()};
    return origin.indexed() ? found : hart::handed_on(found, origin.where(), local.in_front);
  }
  // Whether a function that gets the pointer `value` may know something else of it than its caller.
  static bool changes_as_argument(Origin origin, std::uint32_t value) {
    return origin.kind() == Origin::Kind::InFrame || origin.kind() == Origin::Kind::Constant || origin.has_left(value);
  }
  // The same as the function of this name.
  Origin handed_on(const Detectors& detectors, Origin origin) {
    if (origin.kind() != Origin::Kind::Constant) [[likely]]
      return origin;
    const Object& object = object_at(detectors, origin.where());
    if (object.size == 0) return hart::handed_on(origin, detectors);
    return object.begins_behind_another ? Origin::between_objects(object.first)
                                        : Origin{Origin::Kind::Walked, object.first};
  }
  Origin stored_by(const Detectors& detectors, Origin origin, std::uint8_t number) {
    return isa::is_saved(number) ? hart::stored_by(origin, number, detectors) : handed_on(detectors, origin);
  }
  // Of the detectors that are on, which are the same at every call.
  const DetectorLimits& limits(const Detectors& detectors) {
    if (!limits_) limits_.emplace(detectors);
    return *limits_;
  }
  // The shadow is another one.
  void forget_noted() { noted_.fill({1, 0}); }  // no pc is odd

  DetectorTables() {
    targets_.fill({1, false});  // no pc is odd
    forget_noted();
  }

 private:
  std::optional<DetectorLimits> limits_;
  support::AddressRange literals_{};
  std::array<Object, 256> objects_{};
  std::array<std::pair<std::uint32_t, bool>, 256> targets_;
  std::array<Local, 64> locals_{};
  std::array<std::pair<std::uint32_t, std::uint32_t>, 512> noted_;
};

}  // namespace janus::hart
