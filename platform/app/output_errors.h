// Outputs that fail while a command works. Each failure is one line on standard error and costs only the output that it
// hit; the command goes on, and its exit code tells in the end.
#pragma once

#include <optional>

#include "support/error.h"

namespace janus::app {

class OutputErrors {
 public:
  // Calls write(); prints the error that it throws. Returns whether there was none.
  template <class Write>
  bool attempt(Write write) {
    try {
      write();
      return true;
    } catch (const support::InputError& error) {
      note(error);
      return false;
    }
  }
  void note(const support::InputError& error);

  bool any() const { return code_.has_value(); }
  // The code of the first error; `otherwise` if there was none.
  int exit_code(int otherwise) const { return code_.value_or(otherwise); }

 private:
  std::optional<int> code_;
};

}  // namespace janus::app
