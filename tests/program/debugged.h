// Runs the built janus program under Debian's gdb, as users do.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "program.h"

namespace janus::testing {

// A janus that waits for gdb on some port; killed at the end of its scope if it still runs.
class DebuggedJanus {
 public:
  // `arguments` beside --gdb: "run", an ELF, options. `input`: short, comes through a pipe that ends then.
  explicit DebuggedJanus(Arguments arguments, const std::string& input = {});
  ~DebuggedJanus();
  DebuggedJanus(const DebuggedJanus&) = delete;
  DebuggedJanus& operator=(const DebuggedJanus&) = delete;

  const std::string& port() const { return port_; }
  // Runs gdb on it: `before` the connection and after it, commands one by one. Returns all that gdb said.
  std::string gdb(const std::vector<std::string>& commands, const std::vector<std::string>& before = {},
                  const std::string& how = "remote");
  // Waits for janus to end, at most half a minute (then it is killed: exit code 137 and a failure).
  CommandResult wait();
  void signal(int number);
  std::string errors() const;  // until now

 private:
  std::string elf_;
  TemporaryDirectory directory_;
  std::string port_;
  pid_t child_ = -1;
};

// Both: what gdb said, and how janus ended.
struct Session {
  std::string gdb;
  CommandResult janus;
};
Session debug(const Arguments& arguments, const std::vector<std::string>& commands,
              const std::vector<std::string>& before = {}, const std::string& how = "remote");

}  // namespace janus::testing
