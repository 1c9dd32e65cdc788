// What a call is made of, once the request has met the debug information: which words are inputs, which objects there
// are and where, what is in place of which function. harness.h makes code of it, and a C file can be written from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "call/request.h"
#include "call/type_places.h"
#include "support/firmware_image.h"
#include "support/source_types.h"

namespace janus::call {

// A word of memory of 1, 2, 4 or 8 bytes, and how to read it; the harness keeps each input and each result in one.
struct Cell {
  std::uint32_t address = 0;
  std::uint32_t size = 4;  // bytes
  bool is_signed = false;
  std::uint32_t type = 0;  // index in SourceTypes; 0: nothing is known but the size
};

// Memory that a pointer points to.
struct Object {
  std::string name;        // such as `packet`, or `ring->data`
  std::uint32_t base = 0;  // of `size.high` bytes; of a string one more, for the zero
  SizeRange size;          // bytes; of a string, characters
  std::uint32_t type = 0;  // index: of what the pointer points to
  bool is_string = false;
  bool is_default = false;  // nobody said how large
  bool may_be_null = false, is_null = false;
  bool is_conditional = false;  // it is in one that may be null
  bool is_function = false;
  std::optional<Claim> link;         // the pointer is this, and no object is made: is_null
  Cell chosen;                       // the size, an input if size.low < size.high; of a string the characters
  Cell null;                         // an input, if may_be_null: not 0 if the pointer is null
  std::uint32_t pointer = 0;         // where the pointer is to be stored, as an address
  std::vector<std::size_t> members;  // objects that pointers in this one point to; they come behind it

  bool has_size_input() const { return size.low < size.high; }
};

// Of --object NAME=symbolic.
struct Global {
  std::string name;
  Cell cell;  // its size may be any
};

struct Argument {
  enum class From : std::uint8_t { Input, Number, Object, Link, Bytes } from = From::Input;
  std::string name = {};
  Cell cell = {};            // of Bytes, a structure passed by value: its memory
  std::uint32_t number = 0;  // of Number
  std::size_t object = 0;    // of Object: index
  Claim link = {};           // of Link
  std::optional<ValueRange> range = {};
  bool by_reference = false;              // of Bytes: the register has the address
  std::vector<std::size_t> members = {};  // the same: objects that pointers in it point to
};

struct Stub {
  std::string name = {};
  std::uint32_t entry = 0;  // of the function that it stands for
  StubRequest request = {};
  Cell result = {};         // of Symbolic: the input
  std::uint32_t type = 0;   // of the result, as an index
  bool is_inlined = false;  // some callers have the function's code in them, and do not call it
  // Of Symbolic, in a comparison, where the second firmware gets the values of the first: the address of a word with
  // how many there are, of one with how many this firmware has got, and of kMostReturned values of 8 bytes.
  std::uint32_t returned = 0;
  std::vector<std::string> untouched = {};  // parameters through which the function itself may write
};
inline constexpr std::uint32_t kMostReturned = 1024;

// Addresses that the harness has for itself, and where the firmware's code is replaced.
struct Places {
  std::uint32_t after = 0;  // the call is made in front of this instruction
  std::uint32_t function = 0;
  std::uint32_t code = 0, cells = 0, objects = 0, end = 0;  // of the harness: ends where the next one begins
  std::uint32_t room = 0;                                   // where the free memory behind the harness ends
};

// The other firmware of a comparison (comparison.h).
struct Comparison {
  // Memory that both may have changed: an object, an argument passed in memory, a global.
  struct Kept {
    std::string name;
    std::uint32_t first = 0, second = 0;  // where the firmwares have it
    std::uint32_t size = 0;               // bytes
    std::uint32_t input = 0;              // a copy of what it was before the calls; 0: none is needed
    std::uint32_t output = 0;             // a copy of what the first call left; 0: it is not compared
    std::vector<PlaceRun> pointers;       // in it
    std::vector<PlaceRun> padding;        // the same
  };
  std::string path;                // of its file
  std::uint32_t function = 0;      // in it
  Cell phase;                      // 0 while the first firmware runs, then 1
  Cell exhausted;                  // 1 on a path that ends since a stub has returned kMostReturned values
  Cell result;                     // of its function
  bool is_extended = false;        // the result is a number, for which a whole register counts
  std::uint32_t registers = 0;     // where 32 words are, for what registers are in front of a call
  std::vector<PlaceRun> pointers;  // in the result
  std::vector<PlaceRun> padding;   // the same
  std::vector<Kept> kept;
  std::vector<std::string> apart;            // lines about what is not compared
  std::uint32_t store = 0, store_bytes = 0;  // where its segments are, one behind the other
};

// What is assumed in front of the call: --range and --link of a place that is no argument itself, and --assume.
struct Condition {
  const char* option;
  std::string name, what;  // for people: of which place, and what; --assume has no name
  Claim claim;
};

struct Plan {
  Request request;
  std::optional<support::SourceFunction> function;  // nothing without debug information
  Places places;
  std::vector<Argument> arguments;
  std::vector<Object> objects;
  std::vector<Global> globals;
  std::vector<Stub> stubs;
  std::vector<Condition> conditions;
  Cell result;                      // of the function; size 0: it returns nothing
  std::uint32_t result_object = 0;  // if a structure is returned in memory: its address
  Cell scratch;                     // for expressions: kDeepestExpression double words
  Cell entered;                     // whether the harness was entered already
  std::optional<Comparison> comparison;

  // The object of this name; null if there is none.
  const Object* object(const std::string& name) const;
  // Of a comparison: whether there is nothing to compare; whether there are pointers in what is compared.
  bool compares_nothing() const;
  bool compares_pointers() const;
};

// RAM.
struct MemoryRange {
  std::uint32_t base = 0, size = 0;  // bytes
};

// `after` and `function` are the places of the request; `others` is memory that the harness must not use. Throws
// support::InputError (kUsage) with one line if the request names what is not there, or if an argument cannot be made.
Plan make_plan(const support::FirmwareImage& image, support::SourceTypes& types, Request request, std::uint32_t after,
               std::uint32_t function, MemoryRange memory, const std::vector<support::Segment>& others = {});

// One line for each argument, each object and each function that is replaced: what was made.
std::string describe(const Plan& plan);
// "any value from 0 to 64".
std::string text_of(const ValueRange& range);

}  // namespace janus::call
