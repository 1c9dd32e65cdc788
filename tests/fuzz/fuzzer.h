// Checks for the fuzzers: a failed check aborts the process, both under libFuzzer and in replay_corpus.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/error.h"

// Processes one input. libFuzzer calls this function with generated inputs, replay_corpus.cpp with the contents of
// files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace janus::fuzz {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

inline void claim(bool holds, const std::string& what) {
  if (!holds) fail(what);
}

// An error about an input must be one line that names the file.
inline void check_error(const support::InputError& error, const std::string& origin) {
  const std::string line = error.what();
  claim(line.starts_with(origin), "an error that does not name the file: " + line);
  claim(line.find('\n') == std::string::npos, "an error of several lines: " + line);
}

}  // namespace janus::fuzz
