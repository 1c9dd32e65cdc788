// A value change dump, which GTKWave and other programs draw as waves (IEEE 1364-2005, section 18): a four-state file
// of signals of 1 to 32 bits. Times are in picoseconds.
//
//   declare()... --at() or set()--> at() set()... at() set()... --> finish()
//
// Only changes are written, and only once time moves on, so a value that a signal has for no time is not in the file.
// Memory depends on the number of signals, not on the length of the file. The file does not depend on the date or the
// machine.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "hart/timing.h"

namespace janus::observe {

class Vcd {
 public:
  using Signal = std::size_t;
  using Picoseconds = hart::Picoseconds;

  // Writes to `out`, which is not owned. `comment` is for people, and must not contain `$end`.
  Vcd(std::FILE* out, std::string_view comment);

  // Declares a signal of 1 to 32 bits. Its value is unknown until it is set. Signals of one scope must be declared one
  // after the other. Names must not have spaces.
  Signal declare(std::string_view scope, std::string_view name, unsigned width);

  // Signals that are set from now on change at `time`, which must not be before the last time. Time begins at 0.
  void at(Picoseconds time) {
    if (time != now_) move_to(time);
  }
  // The value must fit into the signal's width.
  void set(Signal signal, std::uint32_t value) {
    Wave& wave = waves_[signal];
    if (wave.value == value) return;
    wave.value = value;
    if (!wave.touched) touched_.push_back(signal);
    wave.touched = true;
  }

  // The waves end at `time`. Nothing may follow.
  void finish(Picoseconds time);

  // The errno of the first write that failed, or 0. Covers all changes only after finish().
  int error() const { return error_; }

 private:
  static constexpr std::uint64_t kUnknown = UINT64_MAX;
  struct Wave {
    std::string code;
    unsigned width;
    std::uint64_t value = kUnknown, written = kUnknown;
    bool touched = false;  // set since time moved on
  };

  void move_to(Picoseconds time);
  void write_changes();
  void append_first_values();
  void append_changes();
  void append(Wave& wave);
  void write();

  std::FILE* out_;
  std::string scope_, text_;
  std::vector<Wave> waves_;
  std::vector<Signal> touched_;
  Picoseconds now_ = 0, last_ = 0;  // last_: the last time written
  bool dumped_ = false;             // the first values of all signals are written
  int error_ = 0;
};

}  // namespace janus::observe
