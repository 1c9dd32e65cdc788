// Bytes from the machine to the host. After the machine has gone back in time, bytes that it sent before are not sent
// again.
#pragma once

#include <cstdint>

#include "prototype/host_terminal.h"

namespace janus::prototype {

class RecordedOutput {
 public:
  explicit RecordedOutput(int file) : output_(file) {}

  void put(std::uint8_t byte) {
    const bool is_new = sent_ == written_;  // otherwise the byte was written before the machine went back
    ++sent_;
    if (!is_new) return;
    output_.put(byte);
    ++written_;
  }
  void flush() { output_.flush(); }
  int error() const { return output_.error(); }  // as HostOutput's

  std::uint64_t sent() const { return sent_; }  // bytes
  void go_to(std::uint64_t sent) { sent_ = sent; }
  void forget_future() { written_ = sent_; }

 private:
  HostOutput output_;
  std::uint64_t sent_ = 0, written_ = 0;  // bytes: sent by the machine up to now, and written to the host
};

}  // namespace janus::prototype
