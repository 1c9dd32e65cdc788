// The firmware that CMake built for a test (FIRMWARE in janus_test), by name.
#pragma once

#include <stdexcept>
#include <string>

namespace janus::testing {
namespace {  // each test binary has its own list

// The path of the ELF file.
inline std::string firmware_path(const std::string& name) {
  const std::string list = "|" JANUS_TEST_FIRMWARE;  // name=path|name=path|
  const std::string key = "|" + name + "=";
  const auto at = list.find(key);
  if (at == std::string::npos) throw std::invalid_argument("the test does not name FIRMWARE " + name);
  const auto begin = at + key.size();
  return list.substr(begin, list.find('|', begin) - begin);
}

}  // namespace
}  // namespace janus::testing
