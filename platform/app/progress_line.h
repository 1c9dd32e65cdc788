// What an exploration is doing, on standard error: on a terminal a line (some rows, if the terminal is narrow) that
// each update overwrites, elsewhere one plain line a minute.
//
//   12 of 60 s, about 40 s left (merging): 120 paths done, 3 waiting, 0 findings; 3.20 M instructions/s, 15 queries/s;
//   310 of 1000 MiB; 14 directions taken; forks at main at sort.c:12; order layer
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "engine/explore/exploration.h"
#include "support/debug_info.h"

namespace janus::app {

class ProgressLine {
 public:
  // On standard error. `debug` names lines, and must outlive this object.
  explicit ProgressLine(const support::DebugInfo* debug);
  // `out` must outlive the line; `terminal` says whether it is a terminal.
  ProgressLine(std::FILE* out, bool terminal) : out_(out), terminal_(terminal) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows it if it is time for that, or if SIGUSR1 has asked for it.
  void show(const engine::Progress& progress);
  // Removes the line from a terminal, before anything else is printed there.
  void clear();

 private:
  static constexpr double kPlainPeriod = 60;  // seconds between two plain lines

  std::FILE* out_;
  bool terminal_;
  const support::DebugInfo* debug_ = nullptr;
  bool shown_ = false;
  std::size_t rows_ = 1;   // of a terminal, that it takes
  engine::Progress last_;  // as shown; at first nothing was done at time 0
};

// The line in rows of less than `width` characters, broken behind commas and semicolons, at most four of them; 0: the
// width is not known, so that there is one row.
std::vector<std::string> rows_of(const std::string& text, std::size_t width);

// From now on, SIGUSR1 asks for a line instead of ending the program.
void let_signals_ask_for_progress();

// The same for programs: an object of JSON on one line, with a newline. `debug` names lines; may be null.
std::string progress_json(const engine::Progress& now, const support::DebugInfo* debug = nullptr);

// The text of the line, without control characters. The rates are those since `before`. `debug` names lines; may be
// null.
std::string progress_text(const engine::Progress& now, const engine::Progress& before,
                          const support::DebugInfo* debug = nullptr);

}  // namespace janus::app
