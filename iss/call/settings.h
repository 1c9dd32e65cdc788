// What a user says about a call of a function without a harness, as texts: those of the options. A test case keeps
// them, so that its replay makes the same call.
#pragma once

#include <string>
#include <vector>

namespace janus::call {

struct Settings {
  std::string function = {};  // --call; empty: the program is run as it is
  std::string after = {};     // --after; empty: main
  std::vector<std::string> objects = {}, ranges = {}, links = {}, stubs = {}, asserts = {}, assumes = {};
  // Of a comparison (comparison.h): the fingerprint of the second firmware, in hexadecimal, and its function.
  std::string against = {}, with = {};

  bool any() const { return !function.empty(); }
  bool compares() const { return !against.empty(); }
};

}  // namespace janus::call
