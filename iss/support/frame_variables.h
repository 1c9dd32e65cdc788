// Where local variables lie in the frames of functions: DWARF's locations, read through elfutils' libdw. Variables that
// the compiler moves between registers and memory have none here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "support/firmware_image.h"

namespace janus::support {

struct FrameVariable {
  std::string name;
  std::int32_t offset = 0;          // from the stack pointer at the function's first instruction; negative in its frame
  std::uint32_t size = 0;           // bytes
  std::vector<AddressRange> scope;  // the code where it exists
  bool is_scalar = false;           // a number or a pointer
  bool exists_at(std::uint32_t pc) const;
};

class FrameVariables {
 public:
  FrameVariables() = default;
  // Reads the debug information of the file: all functions. Linear in its size.
  explicit FrameVariables(const FirmwareImage& image);
  // The same of functions that are known, by address.
  explicit FrameVariables(const std::vector<std::pair<AddressRange, std::vector<FrameVariable>>>& functions);

  struct Found {
    std::int32_t offset = 0;
    std::uint32_t size = 0;
    const std::string* name = nullptr;
    bool is_scalar = false;
  };
  // The variable with the byte at `offset`, for the code at `pc`. Variables that share bytes there count as one.
  // Logarithmic in the number of functions, linear in a function's variables.
  std::optional<Found> at(std::uint32_t pc, std::int32_t offset) const;
  // The same of the next variable that begins behind `offset`, at most `reach` bytes away.
  std::optional<Found> behind(std::uint32_t pc, std::int32_t offset, std::uint32_t reach) const;
  // Whether the compiler of the code at `pc` had a section for each static object (GCC's -fdata-sections): then it knew
  // no distance between two.
  bool has_objects_apart(std::uint32_t pc) const;
  // Whether the code at `pc` is of a function, perhaps inlined, other than `main` that calls riscv_begin_object(), or
  // riscv_end_object(), and not both: so it is an allocator's. One that tells how large a block is, as its name and
  // a malloc() in its unit say, counts as the former, and so does free() where it is inlined. Linear in the number of
  // such functions.
  bool gives_objects(std::uint32_t pc) const;
  bool takes_objects(std::uint32_t pc) const;
  // Whether a source file declares a variable of this name that none defines: a label of the linker's script.
  bool declares(const std::string& name) const { return declared_.contains(name); }

 private:
  struct Function {
    AddressRange code;
    std::uint32_t variables = 0;  // index
  };
  // Of the function at `pc`; null if it has none.
  const std::vector<FrameVariable>* variables_at(std::uint32_t pc) const;
  std::vector<Function> functions_;          // by address
  std::vector<AddressRange> apart_;          // code of such compilers, by address
  std::vector<AddressRange> gives_, takes_;  // code of such functions
  std::unordered_set<std::string> declared_;
  std::vector<std::vector<FrameVariable>> variables_;
  friend struct FrameReader;
};

}  // namespace janus::support
