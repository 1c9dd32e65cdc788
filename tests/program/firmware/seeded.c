// A message whose checksum no solver finds: what follows needs an input that somebody has.
#include <janus.h>
#include <stdint.h>

static uint8_t message[10];

static uint32_t checksum(const uint8_t* bytes, uint32_t count) {
  uint32_t sum = 2166136261u;
  for (uint32_t i = 0; i < count; ++i) {
    sum = (sum ^ bytes[i]) * 16777619u;
    sum = (sum << (sum & 7)) ^ (sum >> 3) ^ (sum * sum);
  }
  return sum;
}

static volatile uint32_t expected = EXPECTED;

int main(void) {
  JANUS_SYMBOLIC(message);
  if (checksum(message, 8) != expected) return 0;
  riscv_cover("behind the checksum");
  uint32_t limit = 5;
  JANUS_SYMBOLIC(limit);
  if (message[8] == 42) riscv_assert(limit < 1000 || message[9] != 'x');
  return 0;
}
