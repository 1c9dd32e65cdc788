// Translation of hot code into code of the host, which the fast loop then calls. There is one for x86-64, made with
// xbyak; on another host, or built without xbyak, make_translator() gives none, and the fast loop goes on alone.
//
// Translated code keeps to the rule of the code cache: whoever enters a slot has accounted for it and the rest of its
// block. It comes back at a slot it has accounted for, with every register in the hart's state: to go on there, or to
// leave it to the plain loop. It touches nothing but registers, RAM and its counters. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "hart/code_cache.h"
#include "isa/values.h"

namespace janus::hart {

class Translator {
 public:
  struct Exit {
    Slot* slot;
    bool plain;  // the plain loop is to execute this instruction
  };
  // Cycles left until the hart must stop, in the upper half, negative if it is too late; in the lower half,
  // instructions retired.
  using Counters = std::int64_t;

  virtual ~Translator() = default;

  // Translates the region around a slot that is hot, and gives its blocks the handler Native. False if that cannot be
  // done.
  virtual bool translate(Slot* slot) = 0;
  // Runs translated code from a slot whose handler is Native.
  virtual Exit enter(Slot* slot, Counters& counters) = 0;
  // These slots are about to be forgotten: what contains them must never be entered again. `first` to before `last`.
  virtual void forget(std::uint32_t first, std::uint32_t last) = 0;
};

// For a hart with these registers, whose RAM is `code`'s. All must outlive it. Null if there is no translation here.
std::unique_ptr<Translator> make_translator(CodeCache& code, std::array<isa::Bits<32>, 32>& registers,
                                            std::uint8_t* memory, std::uint32_t ram_base, std::uint32_t taken_branch);

// The hosts that make_translator() knows, for people: x86-64, or none.
std::string_view translator_name();

}  // namespace janus::hart
