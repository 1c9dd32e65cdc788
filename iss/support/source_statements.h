// Where statements of the source begin, and in which column code is: DWARF's line tables, as far as DebugInfo does not
// need them. After optimisation, instructions of several lines are mixed, and only the marks of statements
// (DW_LNS_negate_stmt) tell how often a line began.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/firmware_image.h"

namespace janus::support {

class SourceStatements {
 public:
  struct Begin {
    std::uint32_t address;
    std::string file;  // as DebugInfo has it
    int line;
    std::uint64_t copy;  // the same number for code of one inlined call; 0: not inlined
  };

  // Reads the line tables of all units. Empty without debug information.
  explicit SourceStatements(const FirmwareImage& image);

  // By address. Several may have one address: the code of the first ones is empty, or elsewhere.
  const std::vector<Begin>& begins() const { return begins_; }
  // Of the code at an address: its column, and its inlined call as Begin has it. 0 if unknown.
  int column(std::uint32_t address) const;
  std::uint64_t copy(std::uint32_t address) const;

 private:
  struct Row {
    std::uint32_t address;
    int column;
    std::uint64_t copy;
  };
  const Row* row_of(std::uint32_t address) const;

  std::vector<Begin> begins_;
  std::vector<Row> rows_;  // by address
};

}  // namespace janus::support
