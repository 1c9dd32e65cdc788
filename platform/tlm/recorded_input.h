// Records the bytes that the UART receives from the host, so that a run that goes back in time receives the same bytes
// again at the same simulated times.
//
// Without `record`, this class only forwards to HostInput. No SystemC here.
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
  // The constructor, next() and poll() throw as HostInput does.
  RecordedInput(const InputOrigin& origin, bool record) : host_(origin), record_(record) {}

  bool immediate() const { return host_.immediate(); }
  std::optional<std::uint8_t> next();
  // Lets polled input arrive: the bytes that the record says had arrived by `time`. After the end of the record, the
  // bytes that the host has now; waits for them for at most `milliseconds`. Does nothing while bytes are left.
  void poll(Picoseconds time, int milliseconds);
  bool has_bytes() const { return record_ ? cursor_.taken < cursor_.arrived : host_.has_bytes(); }
  bool at_end() const { return record_ ? cursor_.ended && !has_bytes() : host_.at_end(); }

  // The machine's position in the record.
  struct Cursor {
    std::size_t taken = 0;     // bytes
    std::size_t arrived = 0;   // bytes
    std::size_t arrivals = 0;  // entries of the record that make up `arrived`
    bool ended = false;
  };
  const Cursor& cursor() const { return cursor_; }
  void go_to(const Cursor& cursor) { cursor_ = cursor; }
  // Call this when the run is about to differ from the recorded one: poll() may then ask the host at times for which
  // the recorded run found nothing.
  void forget_future() { last_poll_ = 0; }

 private:
  struct Arrival {
    Picoseconds time;
    std::size_t bytes;  // the total number of bytes that have arrived by then
    bool ended;
  };

  HostInput host_;
  bool record_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Arrival> arrivals_;
  Picoseconds last_poll_ = 0;
  Cursor cursor_;
};

}  // namespace janus::prototype
