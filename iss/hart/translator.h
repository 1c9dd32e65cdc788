// Translation of hot code into code of the host, which the fast loop then calls. There is a translator for x86-64, made
// with xbyak. On other hosts, or without xbyak, make_translator() returns null, and the fast loop does without.
//
// Translated code keeps the rule of the code cache: before a slot is entered, its cycles and those of the rest of its
// block have been accounted for. Translated code returns at a slot that it has accounted for, with every register in
// the hart's state. The fast loop then goes on at that slot, or leaves it to the plain loop. Translated code changes
// nothing but registers, RAM and its counters. Not thread-safe.
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
  // Upper half: cycles left until the hart must stop; negative if the block that was entered last does not fit. Lower
  // half: instructions retired.
  using Counters = std::int64_t;

  virtual ~Translator() = default;

  // Translates the region around a hot slot, and gives the region's blocks the handler Native. Returns false if the
  // region cannot be translated.
  virtual bool translate(Slot* slot) = 0;
  // Runs translated code from a slot whose handler is Native.
  virtual Exit enter(Slot* slot, Counters& counters) = 0;
  // Must be called before the slots from `first` to before `last` are forgotten. Translated code that contains any of
  // them is never entered again.
  virtual void forget(std::uint32_t first, std::uint32_t last) = 0;
};

// For a hart with these registers, whose RAM is `code`'s. `memory` is where the host has the contents of `ram_base`; `data`
// is the part of RAM that translated code may load from and store to. All references and pointers must outlive the translator. Null
// if this build or this host cannot translate.
std::unique_ptr<Translator> make_translator(CodeCache& code, std::array<isa::Bits<32>, 32>& registers,
                                            std::uint8_t* memory, std::uint32_t ram_base, AddressStretch data,
                                            std::uint32_t taken_branch);

// The host that make_translator() translates for, as text for people: "x86-64" or "none".
std::string_view translator_name();

}  // namespace janus::hart
