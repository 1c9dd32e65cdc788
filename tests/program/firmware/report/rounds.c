// A block of words, with the number of its words and that of its bytes. One check is wrong: it lets more bytes pass
// than there are words for.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>

#define MOST 4

static uint8_t request[12];
static volatile uint32_t sum;

__attribute__((noinline)) static void write_block(const uint8_t* data, unsigned words, unsigned bytes) {
  if (words == 0 || words > MOST) return;
  if (bytes < 2 * words) return;
  uint16_t* staged = malloc(words * sizeof *staged);
  if (!staged) return;
  for (unsigned i = 0; i < bytes / 2; ++i) staged[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
  sum = staged[words - 1];
  free(staged);
}

int main(void) {
  JANUS_SYMBOLIC(request);
  if (request[1] > 10) return 1;
  write_block(request + 2, request[0], request[1]);
  return 0;
}
