// A value change dump: what GTKWave and others draw as waves (IEEE 1364-2005, section 18). A four-state file of signals
// of 1 to 32 bits; times are picoseconds.
//
//   declare()... --at() or set()--> at() set()... at() set()... --> finish()
//
// Only changes are written, and only once time moves on: what a signal was in between, for no time, is not in the file.
// Memory is that of the signals, however long the file. Nothing in it depends on the day or the machine.
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

  // Writes to `out`, which is not owned. `comment` is for people: it must not have an $end.
  Vcd(std::FILE* out, std::string_view comment);

  // A signal of 1 to 32 bits, unknown until it is set. Those of one scope must be declared one after the other; names
  // have no spaces.
  Signal declare(std::string_view scope, std::string_view name, unsigned width);

  // What is set from here on changes at `time`, which must not be before the last one. The first is 0.
  void at(Picoseconds time) {
    if (time != now_) move_to(time);
  }
  // The value must fit.
  void set(Signal signal, std::uint32_t value) {
    Wave& wave = waves_[signal];
    if (wave.value == value) return;
    wave.value = value;
    if (!wave.touched) touched_.push_back(signal);
    wave.touched = true;
  }

  // The waves end at `time`. Nothing may follow.
  void finish(Picoseconds time);

  // The errno of the first write that failed, or 0. Of all that was set, after finish() alone.
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
