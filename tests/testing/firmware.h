// Finds the firmware that CMake built for a test (FIRMWARE in janus_test) by its name.
#pragma once

#include <stdexcept>
#include <string>

namespace janus::testing {

// name=path|name=path|, written by janus_test for each test binary.
extern const char* const kFirmwareList;

// The path of the ELF file.
inline std::string firmware_path(const std::string& name) {
  const std::string list = std::string("|") + kFirmwareList;
  const std::string key = "|" + name + "=";
  const auto at = list.find(key);
  if (at == std::string::npos) throw std::invalid_argument("the test does not name FIRMWARE " + name);
  const auto begin = at + key.size();
  return list.substr(begin, list.find('|', begin) - begin);
}

}  // namespace janus::testing
