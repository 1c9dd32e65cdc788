// Detectors: what is no exception for RISC-V, but a mistake of the firmware. Which there are, and what they know of the
// firmware; detector_rules.h has what they report.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hart/library_functions.h"
#include "support/firmware_image.h"
#include "support/frame_variables.h"

namespace janus::hart {

enum class Detector : std::uint8_t {
#define DETECTOR(name, Reason, text, help) name,
#include "hart/detectors.def"
#undef DETECTOR
};

struct DetectorRow {
  Detector detector;
  std::string_view name, text, help;
};
inline constexpr auto kDetectors = std::to_array<DetectorRow>({
#define DETECTOR(name, Reason, text, help) {Detector::name, #name, text, help},
#include "hart/detectors.def"
#undef DETECTOR
});
constexpr const DetectorRow& row(Detector detector) { return kDetectors[static_cast<std::size_t>(detector)]; }

constexpr std::uint32_t bit_of(Detector detector) { return 1U << static_cast<unsigned>(detector); }

// What no firmware means to do with its memory: `--check memory`, together with `stack` where it is known where the
// stack ends.
inline constexpr std::uint32_t kMemoryDetectors =
    bit_of(Detector::code) | bit_of(Detector::heap) | bit_of(Detector::bounds) | bit_of(Detector::overlap) |
    bit_of(Detector::return_address) | bit_of(Detector::dangling) | bit_of(Detector::poison);

// Addresses below are no pointer to anything.
inline constexpr std::uint32_t kNullBytes = 4096;

// What is loaded where nothing was written yet, in a frame of the stack or in memory of malloc.
enum class Unwritten : std::uint8_t { AsItIs, Symbolic, Zero };

// A word at `address` that the image loads, and that is an address.
struct ImagePointer {
  std::uint32_t address = 0, value = 0;
};

// Which detectors are on, and what they know of the firmware.
struct Detectors {
  std::uint32_t on = 0;  // bit n: the n-th row
  std::vector<support::AddressRange> read_only;
  std::vector<support::AddressRange> executable;  // everywhere, if the firmware writes code
  support::AddressRange code;                     // the largest of `executable`
  std::optional<std::uint32_t> stack_limit;       // the lowest address of the stack
  std::vector<std::uint32_t> stack_changes;       // code that gives sp another stack by a constant: few
  std::vector<std::uint32_t> stack_addresses;     // those of it by which sp gets the lower half of an address
  std::vector<support::AddressRange> objects;     // static ones, sorted by address, disjoint
  std::vector<std::uint32_t> ambiguous;           // addresses of objects that a label names, too; sorted
  std::vector<std::uint32_t> labels;              // where a label names memory that is no object's; sorted
  std::vector<ImagePointer> pointers;             // into objects; sorted by address
  std::vector<LibraryFunction> functions;         // sorted by entry
  std::vector<std::uint32_t> entries_of_all;      // of all functions, sorted
  std::vector<support::AddressRange> strings;     // functions on strings and blocks, sorted by address
  std::vector<std::uint32_t> overflows;           // functions that the compiler calls on signed overflow; sorted
  std::optional<std::uint32_t> main;              // where the program begins: the function `main`,
  std::vector<std::uint32_t> constructors;        // and what is called before, which makes pointers as well; sorted
  std::shared_ptr<const support::FrameVariables> locals;  // null if nobody has read them (add_locals())
  std::optional<std::uint32_t> exit;                      // where the firmware ends itself: `_exit`, else `exit`
  std::vector<support::AddressRange> statics;             // the segments,
  std::uint32_t first_address = 0;                        // and where the first of them begins
  // For a run that comes to a finding at this address: follow memory, whatever is on, and let an access there be
  // reported that leaves an object, whether or not one began inside.
  std::optional<std::uint32_t> repeats_finding_at;
  Unwritten unwritten = Unwritten::AsItIs;

  bool any() const { return on != 0; }
  bool has(Detector detector) const { return on & bit_of(detector); }
  void add(Detector detector) { on |= bit_of(detector); }
  void add_memory() { on |= kMemoryDetectors | (stack_limit ? bit_of(Detector::stack) : 0); }
  void remove(Detector detector) { on &= ~bit_of(detector); }
  bool check_memory() const { return (on & kMemoryDetectors) == kMemoryDetectors; }
  // Whether the hart has to follow pointers and what is written (shadow.h).
  bool follows_memory() const {
    return repeats_finding_at || unwritten != Unwritten::AsItIs || has(Detector::heap) || has(Detector::bounds) ||
           has(Detector::uninitialised) || has(Detector::poison) || has(Detector::return_address) ||
           has(Detector::dangling) || has(Detector::leaks);
  }
  // Whether the hart looks at memory that no instruction reads: then two states are the same only if all of it is.
  bool scan_memory() const { return has(Detector::leaks); }
  // The object with this byte, if there is one.
  std::optional<support::AddressRange> object_at(std::uint32_t address) const;
  // The same of the next one that begins at most `reach` bytes behind `address`.
  std::optional<support::AddressRange> object_behind(std::uint32_t address, std::uint32_t reach) const;
  // The constants around this byte that no symbol names, as literals are; nothing if it is none of these.
  std::optional<support::AddressRange> literals_at(std::uint32_t address) const;
  // Whether the object that begins there may stand for several.
  bool is_ambiguous(std::uint32_t object) const;
  // Whether a label without a size names what begins there.
  bool is_label(std::uint32_t address) const;
  // Whether that is below all that the image loads, so that it is a number rather than an address.
  bool is_number(std::uint32_t value) const { return value < first_address; }
  // Whether the instruction there may load a word of which it needs some bytes only.
  bool reads_words(std::uint32_t pc) const;
  // The local variable with this byte, for the code at `pc` of a function whose frame ends at `end`.
  std::optional<support::AddressRange> local_at(std::uint32_t pc, std::uint32_t address, std::uint32_t end) const;
  // Whether that is a number or a pointer.
  bool is_scalar_at(std::uint32_t pc, std::uint32_t address, std::uint32_t end) const;
  // The same as local_at() of the next one that begins closely behind `address`.
  std::optional<support::AddressRange> local_behind(std::uint32_t pc, std::uint32_t address, std::uint32_t end) const;
  // The same of one that ends in front of `address`.
  std::optional<support::AddressRange> local_up_to(std::uint32_t pc, std::uint32_t address, std::uint32_t end) const;
  // Whether the compiler of the code at `pc` may have known how far static objects are from each other.
  bool knows_distances(std::uint32_t pc) const { return !locals || !locals->has_objects_apart(pc); }
  // Whether the code at `pc` is of an allocator of the firmware's own, as its calls of hooks show. What that does to
  // its blocks is its own affair. If it takes a block back, so is where it keeps that.
  bool in_allocator(std::uint32_t pc) const { return locals && (locals->gives_objects(pc) || takes_back(pc)); }
  bool takes_back(std::uint32_t pc) const { return locals && locals->takes_objects(pc); }
  // Whether the program begins there, at the latest. What is before goes through memory by the linker's symbols.
  bool begins_program(std::uint32_t pc) const {
    return !main || pc == *main || std::ranges::binary_search(constructors, pc);
  }
  // Whether an `addi sp, sp` there is a part of giving sp the address of another stack: no frame is entered.
  bool changes_stack(std::uint32_t pc) const;
  // Whether sp is no address yet in front of it, so that it may seem to be lowered by more than it is.
  bool ends_stack_address(std::uint32_t pc) const;
  // Whether that is a function's first instruction.
  bool begins_function(std::uint32_t address) const;
  // The function that begins there; null if there is none.
  const LibraryFunction* function_at(std::uint32_t address) const {
    return entries[filter(address)] ? function_behind(address) : nullptr;
  }
  static std::size_t filter(std::uint32_t address) { return address / 2 % 2048; }
  const LibraryFunction* function_behind(std::uint32_t address) const;
  std::bitset<2048> entries;  // filter() of each function's entry
};

// Reads where local variables are, if `bounds` or `heap` is on or a finding is repeated.
void add_locals(Detectors& detectors, const support::FirmwareImage& image);

// What is to be known of an image. `stack_limit` replaces what the image's symbols say: __stack_limit, __StackLimit or
// __heap_end, whichever there is. No detector is on yet.
Detectors detectors_for(const support::FirmwareImage& image, std::optional<std::uint32_t> stack_limit);

}  // namespace janus::hart
