#include "app/output_errors.h"

#include <fmt/format.h>

#include "support/standard_streams.h"

namespace janus::app {

void OutputErrors::note(const support::InputError& error) {
  support::print_err(fmt::format("janus: {}\n", error.what()));
  if (!code_) code_ = error.code();
}

}  // namespace janus::app
