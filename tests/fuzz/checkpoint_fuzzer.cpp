// Fuzzes checkpoints: a text is a checkpoint, which written and read again is the same, or there is a one-line error.
// Behind the first byte of an input comes a whole checkpoint, the waiting states alone, which no sum protects here, or
// the body of a message between processes.
#include "engine/distribute/messages.h"
#include "engine/explore/checkpoint.h"
#include "fuzz/fuzzer.h"
#include "term/term_pool.h"

namespace {

using namespace janus;

void read_checkpoint(const std::string& text) {
  const engine::Checkpoint read = engine::parse_checkpoint(text, "fuzz");
  const std::string written = engine::text_of(read);
  fuzz::claim(engine::text_of(engine::parse_checkpoint(written, "again")) == written, "read again, it is another one");
}

// Follows the first path of what is waiting, with all the forks that it passes.
void follow(const std::string& text) {
  const auto frontier = engine::Frontier::parse(text, "fuzz");
  if (frontier->leaves() == 0) return;
  term::TermPool pool;
  term::Assignment model;
  engine::LogAhead ahead(frontier, pool, model);
  std::uint64_t leaves = ahead.leaves();
  while (!ahead.is_leaf()) {
    engine::Decision decision{};
    if (ahead.at_fork()) {
      term::Assignment other = model;
      leaves = ahead.leaves();
      const engine::LogAhead parted = ahead.fork(other);
      fuzz::claim(ahead.leaves() + parted.leaves() == leaves, "states have got lost");
    } else if (!ahead.read(decision)) {
      break;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  try {
    switch (bytes[0] % 4) {
      case 0: read_checkpoint(text); break;
      case 1: follow(text); break;
      case 2: engine::Order::parse(engine::sealed(text)); break;
      case 3: engine::Report::parse(engine::sealed(text)); break;
    }
  } catch (const support::InputError& error) {
    fuzz::check_error(error, bytes[0] % 4 < 2 ? "fuzz" : "a message between processes");
  }
  return 0;
}
