// BUG 1: bytes of a frame that were never written are copied into a static array, and decide there.
// BUG 2: a row too many of an array of rows.
// Else right.
#include <janus.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

struct reply {
  uint8_t length;
  uint8_t bytes[8];
};

static uint8_t sent[8], rows[2][3];
static volatile uint32_t sink;

NOINLINE static void prepare(struct reply* reply, unsigned kind) {
  reply->length = 6;
  for (unsigned i = 0; i < 4; ++i) reply->bytes[i] = (uint8_t)(i + 1);
#if BUG == 1
  if (kind == 7) return;
#endif
  reply->bytes[4] = 9;
  reply->bytes[5] = (uint8_t)kind;
}

NOINLINE static void send(const struct reply* reply) {
  for (unsigned i = 0; i < reply->length; ++i) sent[i] = reply->bytes[i];
  if (sent[4] == 3) sink = 1;
}

NOINLINE static void serve(unsigned kind) {
  struct reply reply;
  prepare(&reply, kind);
  send(&reply);
}

NOINLINE static void fill(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    for (unsigned j = 0; j < 3; ++j) rows[i][j] = (uint8_t)(i + j);
  }
}

int main(void) {
  const unsigned kind = riscv_range(0, 9, "kind");
  serve(kind);
#if BUG == 2
  fill(kind == 5 ? 3 : 2);
#else
  fill(kind == 5 ? 1 : 2);
#endif
  sink = rows[1][2];
  return 0;
}
