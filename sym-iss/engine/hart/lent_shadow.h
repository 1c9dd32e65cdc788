// What the detectors of memory know of a state (hart/shadow.h), lent to a concrete hart for a stretch.
//
// Objects, frames and what is defined are moved there and back. Pages with pointers are converted where they have
// changed since the last time. An entry for a word or a register that is symbolic is nothing there, and is again what
// it was afterwards, unless the hart has written another one. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "engine/state/execution_state.h"
#include "hart/shadow.h"

namespace janus::engine {

class LentShadow {
 public:
  using Concrete = hart::Shadow<isa::ConcreteValues>;

  // Whether it would be the same there: nothing that is known of objects and frames depends on inputs.
  static bool can_lend(const Shadow& shadow);
  // Until give_back(), `shadow` must not be used.
  void lend(Shadow& shadow, Concrete& to);
  void give_back(Shadow& shadow, Concrete& from);

 private:
  using Theirs = hart::Provenance<term::SymbolicValues>;
  using Ours = hart::Provenance<isa::ConcreteValues>;
  // The same page, of the state and of the hart.
  struct Pages {
    std::shared_ptr<Theirs::Page> theirs;
    std::shared_ptr<Ours::Page> ours;
  };
  static Ours::Pointer converted(const Theirs::Pointer& pointer);
  static Theirs::Pointer converted(const Ours::Pointer& pointer);

  std::unordered_map<std::uint32_t, Pages> pages_;
  std::array<Ours::Pointer, 32> registers_{};  // as they were lent
};

}  // namespace janus::engine
