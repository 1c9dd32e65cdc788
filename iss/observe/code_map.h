// The function and the line of each instruction. Each address is looked up once, for observers that ask again and
// again.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/debug_info.h"
#include "support/firmware_image.h"

namespace janus::observe {

class CodeMap {
 public:
  struct Place {
    std::uint32_t function;  // index into functions()
    std::uint32_t file;      // index into files()
    int line;                // 0 if unknown
  };
  struct Function {
    std::string name;  // "(unknown)" for code that no symbol covers
    std::uint32_t entry = 0;
  };

  // `image` must outlive the map.
  explicit CodeMap(const support::FirmwareImage& image);

  // The reference stays valid as long as the map exists.
  const Place& at(std::uint32_t pc);
  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<std::string>& files() const { return files_; }  // "???" for an unknown one
  const support::FirmwareImage& image() const { return image_; }

 private:
  std::uint32_t file_index(const std::string& name);

  const support::FirmwareImage& image_;
  support::DebugInfo debug_;
  std::unordered_map<std::uint32_t, Place> places_;
  std::unordered_map<const support::Symbol*, std::uint32_t> function_indices_;
  std::unordered_map<std::string, std::uint32_t> file_indices_;
  std::vector<Function> functions_;
  std::vector<std::string> files_;
};

}  // namespace janus::observe
