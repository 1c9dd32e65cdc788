// The part of a session that answers questions about the stub, the threads and the machine as a whole.
#include <fmt/format.h>

#include "gdb/session.h"
#include "gdb/target_description.h"

namespace janus::gdb {
namespace {

// The piece of a text that `arguments` ask for, as offset,length (qXfer).
std::string piece(std::string_view text, Parser arguments) {
  const auto offset = arguments.word();
  if (!offset || !arguments.literal(",")) return std::string(kBadArguments);
  const auto size = arguments.word();
  if (!size || !arguments.done() || *offset > text.size()) return std::string(kBadArguments);
  // Half a packet at most, since escapes may double the length.
  const std::string_view part = text.substr(*offset, std::min<std::size_t>(*size, kMaxPacket / 2 - 1));
  return (*offset + part.size() < text.size() ? "m" : "l") + escaped(part);
}

}  // namespace

std::string Session::supported(Parser) {
  return fmt::format(
      "PacketSize={:x};QStartNoAckMode+;qXfer:features:read+;qXfer:memory-map:read+;swbreak+;hwbreak+;"
      "vContSupported+;ReverseStep+;ReverseContinue+",
      kMaxPacket);
}

std::string Session::stop_acknowledging(Parser) {
  link_.stop_acknowledging();
  return std::string(kOk);
}

std::string Session::transfer_features(Parser arguments) { return piece(target_xml(), arguments); }

std::string Session::transfer_memory_map(Parser arguments) {
  return piece(memory_map_xml(target_.memory_map()), arguments);
}

std::string Session::monitor(Parser arguments) {
  const auto bytes = bytes_of(arguments.rest());
  if (!bytes) return std::string(kBadArguments);
  say(target_.monitor({bytes->begin(), bytes->end()}));
  return std::string(kOk);
}

// Shows text to the user, on gdb's console.
void Session::say(std::string_view text) {
  constexpr std::size_t kMost = kMaxPacket / 2 - 1;
  for (; !text.empty(); text.remove_prefix(std::min(kMost, text.size()))) link_.send("O" + hex(text.substr(0, kMost)));
}

// The answer "attached to an existing process" makes gdb detach when it quits, instead of killing the run.
std::string Session::attached(Parser) { return "1"; }
std::string Session::current_thread(Parser) { return "QC1"; }
std::string Session::first_threads(Parser) { return "m1"; }
std::string Session::more_threads(Parser) { return "l"; }
std::string Session::symbols(Parser) { return std::string(kOk); }

std::string Session::thread_alive(Parser arguments) {
  return std::string(arguments.rest() == "1" ? kOk : kBadArguments);
}

std::string Session::select_thread(Parser arguments) {
  if (!arguments.literal("g") && !arguments.literal("c")) return std::string(kBadArguments);
  const std::string_view thread = arguments.rest();
  return std::string(thread == "0" || thread == "1" || thread == "-1" ? kOk : kBadArguments);
}

}  // namespace janus::gdb
