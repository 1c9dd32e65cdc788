// What the UART receives from the host, written down, so that a run that goes back in time receives it again at the
// same simulated times.
//
// Unless it records, this is HostInput and no more. No SystemC here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "devices/device.h"
#include "prototype/host_terminal.h"

namespace janus::prototype {

using devices::Picoseconds;

class RecordedInput {
 public:
  // Throws as HostInput does; so do next() and look().
  RecordedInput(const std::string& path, bool record) : host_(path), record_(record) {}

  bool immediate() const { return host_.immediate(); }
  std::optional<std::uint8_t> next();
  // Has polled input arrive: what the record says to have arrived by `time`, or, beyond the record, what is there now,
  // waiting for at most `milliseconds`. Does nothing while bytes are left.
  void look(Picoseconds time, int milliseconds);
  bool has_bytes() const { return record_ ? cursor_.taken < cursor_.arrived : host_.has_bytes(); }
  bool at_end() const { return record_ ? cursor_.ended && !has_bytes() : host_.at_end(); }

  // How far the machine has come in the record.
  struct Cursor {
    std::size_t taken = 0;     // bytes
    std::size_t arrived = 0;   // bytes
    std::size_t arrivals = 0;  // of which this is the sum
    bool ended = false;
  };
  const Cursor& cursor() const { return cursor_; }
  void go_to(const Cursor& cursor) { cursor_ = cursor; }
  // From here on the machine may take another course: once the record is used up, the host is asked at any time.
  void forget_future() { last_look_ = 0; }

 private:
  struct Arrival {
    Picoseconds time;
    std::size_t bytes;  // that have arrived then, of all
    bool ended;
  };

  HostInput host_;
  bool record_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Arrival> arrivals_;
  Picoseconds last_look_ = 0;
  Cursor cursor_;
};

}  // namespace janus::prototype
