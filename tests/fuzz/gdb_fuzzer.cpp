// Fuzzes the debugger protocol: whatever arrives, the session sends only acknowledgements and packets of bounded
// length, and ends when gdb disconnects.
//
// The first byte says how the rest arrives. If it is even, the rest arrives as it is, in pieces whose length the byte
// says. If it is odd, each line is the payload of a packet, so that the fuzzer need not guess checksums.
#include "fuzz/fuzzer.h"
#include "gdb/packet.h"
#include "unit/gdb/fake_target.h"

namespace {

using namespace janus;

void check_sent(const std::string& sent) {
  gdb::PacketReader reader;
  reader.feed(sent);
  while (const auto event = reader.next()) {
    using Kind = gdb::PacketReader::Event::Kind;
    fuzz::claim(event->kind != Kind::Damaged && event->kind != Kind::Interrupt, "sent what is no packet: " + sent);
    fuzz::claim(event->payload.size() <= gdb::kMaxPacket, "sent a packet that is too long");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  std::string_view rest(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  janus::testing::FakeStream stream;
  janus::testing::FakeTarget target;
  for (unsigned number = 0; number <= gdb::kPc; ++number) target.registers[number] = number;
  target.stops = {
      {.why = gdb::Stop::Why::Breakpoint},
      {.why = gdb::Stop::Why::Watchpoint, .watch = hart::Watch::Access, .address = 4, .message = "a line\n"},
      {.why = gdb::Stop::Why::Beginning},
      {.why = gdb::Stop::Why::Exited, .exit_code = 3},
      {.why = gdb::Stop::Why::Terminated, .signal = gdb::Signal::Illegal, .message = "a trap\n"}};
  gdb::Link link(stream);
  if (bytes[0] % 2) {
    link.stop_acknowledging();
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      stream.pieces.push_back(gdb::framed(line));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
  } else {
    const std::size_t piece = 1 + bytes[0] / 2;
    for (; !rest.empty(); rest.remove_prefix(std::min(rest.size(), piece))) {
      stream.pieces.emplace_back(rest.substr(0, piece));
    }
  }
  gdb::Session session(target, link, {});
  session.serve();
  check_sent(stream.written);
  return 0;
}
