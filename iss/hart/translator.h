// Translation of hot code into code of the host, which the fast loop then calls. There is a translator for x86-64, made
// with xbyak. On other hosts, or without xbyak, make_translator() returns null, and the fast loop does without.
//
// Translated code keeps the rule of the code cache: before a slot is entered, its cycles and those of the rest of its
// block have been accounted for. Translated code returns at a slot that it has accounted for, with every register in
// the hart's state. The fast loop then goes on at that slot, or leaves it to the plain loop. Translated code changes
// nothing but registers, RAM and its counters. Instructions that need more (CSRs, atomics, costs that depend on
// operands) are executed by the hart, one by one, amid translated code. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "hart/architectural_state.h"
#include "hart/call_profile.h"
#include "hart/code_cache.h"
#include "hart/data_memory.h"
#include "isa/values.h"

namespace janus::hart {

class CallTracker;

enum class CacheUse : std::uint32_t { Fetch, Load, Store };

// The tags of a hart's caches, as CacheState::own() gives them; null if there is no such cache.
struct CacheTags {
  std::uint32_t *fetch = nullptr, *access = nullptr;
};

// What the counters of translated code count from: when no cycles are left, the hart is at cycle `due`; and it had
// retired `retired` instructions before.
struct CounterOrigin {
  std::uint64_t due = 0, retired = 0;
};

class Translator {
 public:
  struct Exit {
    Slot* slot;  // null: the hart has executed an instruction by itself and has written its state; the fast loop ends
    bool plain;  // the plain loop is to execute this instruction
  };
  // Upper half: cycles left until the hart must stop; negative if the block that was entered last does not fit. Lower
  // half: instructions retired.
  using Counters = std::int64_t;

  // The hart. Translated code executes atomics and accesses to CSRs by itself as far as it can
  // (region_amid_x86_64.cpp), and leaves the others to the hart.
  //
  // execute_amid() executes the instruction at an offset into RAM, with all registers in its state. Returns whether
  // translated code may go on behind the instruction. If not, everything is in the hart's state, counters too.
  class Amid {
   public:
    virtual ~Amid() = default;
    virtual bool execute_amid(std::uint32_t offset, Counters& counters) = 0;
    // A fetch or an access does not hit what its set used latest. Changes the tags, and charges what it costs. Returns
    // false, without any effect, if the plain loop is to execute the instruction.
    virtual bool use_cache(CacheUse use, std::uint32_t address, Counters& counters) = 0;
  };

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

// What translated code works on. All pointers must outlive the translator.
struct TranslatorConfig {
  CodeCache* code;
  // Both in one object of less than 2 GiB. The origin is set while translated code runs.
  ArchitecturalState<isa::ConcreteValues>* state;
  const CounterOrigin* origin;
  std::uint8_t* memory;  // of RAM, as in `code`
  std::uint32_t ram_base;
  const DataMemory* data;      // what translated code loads from and stores to
  std::uint32_t taken_branch;  // cycles
  Translator::Amid* amid;
  const CacheTags* tags;  // close to `state`
  CallTracker* calls;     // follows calls for a profiler; null: nobody profiles
};

// Null if this build or this host cannot translate.
std::unique_ptr<Translator> make_translator(const TranslatorConfig& config);

// The host that make_translator() translates for, as text for people: "x86-64" or "none".
std::string_view translator_name();

}  // namespace janus::hart
