// Requests are answered from a heap. A request with a bad checksum is dropped, and its copy is not given back.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint8_t packet[6];
static volatile unsigned answers;

__attribute__((noinline)) static int answer(const uint8_t* bytes, unsigned length) {
  uint8_t* copy = malloc(length);
  if (!copy) return -1;
  memcpy(copy, bytes, length);
  uint8_t sum = 0;
  for (unsigned i = 0; i < length; ++i) sum += copy[i];
  if (sum != 0) {
#ifdef FIXED
    free(copy);
#endif
    return -1;
  }
  ++answers;
  free(copy);
  return 0;
}

int main(void) {
  JANUS_SYMBOLIC(packet);
  answer(packet, sizeof packet);
  return 0;
}
