#include "gdb/link.h"

namespace janus::gdb {
namespace {

constexpr int kWaitMilliseconds = 100;

}  // namespace

void Link::fetch(int milliseconds) {
  if (lost_) return;
  const auto bytes = stream_.read(milliseconds);
  if (bytes) {
    reader_.feed(*bytes);
  } else {
    lost_ = true;
  }
}

std::optional<std::string> Link::receive() {
  while (true) {
    const auto event = reader_.next();
    if (!event) {
      if (lost_ || (cancelled_ && cancelled_())) return std::nullopt;
      fetch(kWaitMilliseconds);
      continue;
    }
    switch (event->kind) {
      case PacketReader::Event::Kind::Packet:
        if (acknowledging_ && !stream_.write("+")) lost_ = true;
        return event->payload;
      case PacketReader::Event::Kind::Damaged:
        if (acknowledging_ && !stream_.write("-")) lost_ = true;
        break;
      case PacketReader::Event::Kind::Nack:
        if (acknowledging_ && !stream_.write(last_)) lost_ = true;
        break;
      case PacketReader::Event::Kind::Ack:
      case PacketReader::Event::Kind::Interrupt: break;  // the machine is already stopped
    }
  }
}

void Link::send(std::string_view payload) {
  last_ = framed(payload);
  if (!lost_ && !stream_.write(last_)) lost_ = true;
}

bool Link::interrupted() {
  fetch(0);
  return reader_.take_interrupt();
}

}  // namespace janus::gdb
