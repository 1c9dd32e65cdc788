// A finding of a call as a C program that fails when it is compiled and run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/prepared_call.h"
#include "engine/state/test_case.h"

namespace janus::app {

// Other files in C with functions that the called function calls, itself or by others, as far as these are here.
// `image` has the harness, and so leads to the function.
std::vector<std::string> sources_called(const support::FirmwareImage& image, const PreparedCall& call);

// The program: includes the source of the function, makes the objects of the test case, and calls the function with the
// arguments of the test case. `description` is what went wrong, for its first comment; `sources` are what
// sources_called() says; `name` is the name of its file. Nothing if the function's source is not C, or not known.
std::optional<std::string> c_file(const engine::TestCase& test_case, const PreparedCall& call,
                                  const std::vector<std::string>& sources, const std::string& description,
                                  const std::string& name);

// How to compile it, as a line for a shell without its end; `file` is its path.
std::string compile_command(const std::string& file, const PreparedCall& call, const std::vector<std::string>& sources);

}  // namespace janus::app
