// The janus program: finds the command, reads its options, and turns every error into one line and an exit code.
#include <fmt/format.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "app/completion.h"
#include "app/help.h"
#include "app/manual.h"
#include "app/options.h"
#include "app/version.h"
#include "solver/worker_thread.h"
#include "support/end_of_process.h"
#include "support/error.h"
#include "support/resident_memory.h"
#include "support/similar_name.h"
#include "support/standard_streams.h"

namespace janus::app {
namespace {

int dispatch(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    support::print_out(first_screen());
    throw support::InputError("a command is missing (see janus --help)", support::exit_code::kUsage);
  }
  const std::string& first = arguments.front();
  std::optional<std::string> text;
  if (first == "--help" || first == "-h") text = first_screen();
  if (first == "--version") text = version_text();
  if (first == "--manual") text = manual_page();
  if (first == "--completion" || first == "--completion=bash") text = bash_completion();
  if (first == "--completion=zsh") text = zsh_completion();
  if (first == "--completion=fish") text = fish_completion();
  if (text) {
    support::print_out(*text);
    return 0;
  }
  for (const Command& command : commands()) {
    if (command.name != first) continue;
    const Options options = Options::parse(command, {arguments.begin() + 1, arguments.end()});
    switch (options.help_wanted()) {
      case Options::Help::None: return command.run(options);
      case Options::Help::First: support::print_out(first_help(command)); return 0;
      case Options::Help::All: support::print_out(full_help(command)); return 0;
    }
  }
  const char* what = first.starts_with('-') ? "option" : "command";
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  const std::string* const meant = support::most_like(first, names);
  throw support::InputError(fmt::format("unknown {} '{}'{} (see janus --help)", what, first,
                                        meant ? fmt::format("; did you mean '{}'?", *meant) : ""),
                            support::exit_code::kUsage);
}

void print_error(const std::string& line) { support::print_err("janus: " + line + "\n"); }

int guarded(const std::vector<std::string>& arguments) {
  try {
    return dispatch(arguments);
  } catch (const support::InputError& error) {
    print_error(error.what());
    return error.code();
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
  } catch (const std::exception& error) {
    print_error(std::string("internal error: ") + error.what());
  }
  return support::exit_code::kInternal;
}

// A violated contract, ours or a library's, has said what is wrong.
void end_as_internal_error(int) {
  constexpr std::string_view kLine = "janus: internal error: there is no verdict, and what was found so far stands\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(support::exit_code::kInternal);
}

}  // namespace
}  // namespace janus::app

int main(int count, char** arguments) {
  janus::support::prepare_standard_streams();
  janus::support::prefer_large_pages();
  std::signal(SIGABRT, janus::app::end_as_internal_error);
  const int code = janus::app::guarded({arguments + 1, arguments + count});
  // A thread may still use objects that destructors would free.
  if (janus::solver::WorkerThread::any_abandoned() || janus::support::process_ends_next()) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}
