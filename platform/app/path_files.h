// What `explore --write` adds to each test case: its path condition, a trace, the firmware's output.
#pragma once

#include <filesystem>
#include <string>

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::app {

struct PathFiles {
  bool formula = false;  // NAME.smt2
  bool trace = false;    // NAME.trace, as --trace of run
  bool output = false;   // NAME.output

  bool any() const { return formula || trace || output; }
};

// `list`: of --write, names separated by commas; may be empty. Throws support::InputError (kUsage).
PathFiles path_files(const std::string& list);

// Writes the files beside `test_case_file`. `formula`: the path condition as SMT-LIB. A trace ends after the
// instructions of the path, at most a million; one file is written for each path, so it should not be longer. Throws
// support::InputError (kCannotWrite).
void write_path_files(const PathFiles& wanted, const std::filesystem::path& test_case_file,
                      const engine::TestCase& test_case, const std::string& formula,
                      const support::FirmwareImage& image, const engine::SymbolicHartConfig& hart);

}  // namespace janus::app
