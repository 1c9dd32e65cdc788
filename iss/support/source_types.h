// What the source says of functions and variables: DWARF's types, read through elfutils' libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/firmware_image.h"

namespace janus::support {

struct SourceType {
  enum class Kind : std::uint8_t {
    Unknown,  // something that this reader does not know
    Alias,    // another name for `target`, or a qualified one; type() never returns it
    Void,
    Integer,  // also characters, and enumerations, which have enumerators
    Boolean,
    Floating,
    Pointer,    // also references
    Aggregate,  // structures, unions, classes
    Array,
    Function,
  };
  struct Member {
    std::string name;
    std::uint32_t offset;  // bytes
    std::uint32_t type;    // index, as for SourceTypes::type()
  };
  struct BitField {
    std::string name;
    std::uint32_t first, bits;  // bit 0 is the lowest one of the first byte; 1 to 64
    std::uint32_t type;         // index
  };
  struct Enumerator {
    std::string name;
    std::int64_t value;
  };
  Kind kind = Kind::Unknown;
  bool is_signed = false;
  std::uint32_t size = 0;    // bytes; 0 if there is none
  std::uint32_t target = 0;  // index: of Pointer what it points to, of Array its elements, of Alias the type
  std::string name = {};     // in C, without what it points to; empty if it has none
  std::vector<std::uint32_t> dimensions = {};  // of Array: how many elements, the outermost first
  std::vector<Member> members = {};            // of Aggregate, without bit-fields
  std::vector<BitField> bit_fields = {};
  std::vector<Enumerator> enumerators = {};
};

struct SourceVariable {
  std::string name = {};  // empty if the source has none
  std::uint32_t type = 0;
};

struct SourceFunction {
  std::string name;
  std::string file;          // of its compilation unit, as the compiler recorded it
  std::string directory;     // in which the compiler was
  bool is_optimised = true;  // as far as is known: GCC without -O says so
  bool is_c = false;         // rather than C++, assembly or another language
  std::vector<SourceVariable> parameters;
  bool is_variadic = false;
  bool is_inlined = false;   // the compiler has put its code into callers, too
  std::uint32_t result = 0;  // index of a type
};

// The constructor reads names and addresses of all functions and variables, so make one SourceTypes per firmware.
// Not thread-safe.
class SourceTypes {
 public:
  explicit SourceTypes(const FirmwareImage& image);
  ~SourceTypes();
  SourceTypes(const SourceTypes&) = delete;
  SourceTypes& operator=(const SourceTypes&) = delete;

  // Whether the file has debug information at all.
  bool any() const;
  // The function whose code begins at an address. Nothing without debug information about it.
  std::optional<SourceFunction> function_at(std::uint32_t address);
  // The type of the global variable at an address, as an index.
  std::optional<std::uint32_t> variable_at(std::uint32_t address);
  // The type of the first local variable or argument of this name in the function whose code begins at an address, also
  // in functions that are inlined there.
  std::optional<std::uint32_t> local_of(std::uint32_t function, const std::string& name);
  // Where a variable is while a machine stands somewhere.
  struct Place {
    bool is_in_memory;          // or `where` is its value
    std::uint32_t where;        // the address
    std::uint32_t type;         // index
    std::uint64_t declaration;  // a number that no other variable has, be it of the same name
    // The register in which it is said to be in all of its scope: before it is first assigned there, too.
    std::optional<std::uint8_t> fixed_register = {};
  };
  // The variable that the source calls `name` at the address `pc`, which lies in the function whose code begins at
  // `function`: a local one, or one of its file with a fixed address. `x` are the registers there. Nothing if there is
  // none, or the compiler has dropped it, or keeps it in pieces.
  std::optional<Place> place_of(std::uint32_t function, std::uint32_t pc, const std::string& name,
                                std::span<const std::uint32_t, 32> x);
  // The value of an enumerator of any file; nothing if there is none, or those of this name differ.
  std::optional<std::int64_t> constant(const std::string& name) const;
  // Type 0 is Unknown.
  const SourceType& type(std::uint32_t index) const;
  // The type as C writes it, such as `const unsigned char *`; empty if that is not a name and stars.
  std::string name(std::uint32_t index) const;

 private:
  struct Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace janus::support
