// A command line again, for people: as it was given, and as the beginning of others that explore the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/options.h"

namespace janus::app {

// Quoted for a shell, where that is needed.
std::string for_shell(const std::string& text);

class CommandLine {
 public:
  CommandLine() = default;  // nobody knows it
  explicit CommandLine(const Options& options);

  bool is_known() const { return !command_.empty(); }
  // As it was given, with the options in the order of options.def.
  std::string text() const;
  // The same firmware, devices, inputs and checks, explored in another way: `options`, such as "--revisit".
  std::string exploring(std::string_view options) const;
  // The values of an option, in the order in which they were given.
  std::vector<std::string> values(std::string_view name) const;
  // As it was given, but without files to write, and with another value of this option.
  std::string with(std::string_view name, const std::string& value) const;
  // `janus bmc` with the same firmware, devices and checks. Empty if it cannot have them.
  std::string bounded(std::string_view options) const;

 private:
  enum class Part { What, How, Output };  // what is explored, how that is done, what is written
  struct Given {
    std::string_view name;
    std::string value;  // empty: a flag
    Part part;
    bool has_bmc;  // `janus bmc` has this option, too
  };
  static Part part_of(Option option);
  static std::string text_of(const Given& given);
  std::string beginning(std::string_view command) const;

  std::string command_;
  std::vector<std::string> arguments_;
  std::vector<Given> given_;
};

}  // namespace janus::app
