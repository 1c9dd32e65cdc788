// Records of a length byte and payload are copied into a table.
#include <janus.h>
#include <stdint.h>
#include <string.h>

#define RECORDS 4
#define PAYLOAD 6
struct record {
  uint8_t length;
  uint8_t payload[PAYLOAD];
};
static struct record table[RECORDS];
static unsigned used;
static unsigned checksum;

static void clear_table(void) {
  for (unsigned i = 0; i < RECORDS; i++) {
    table[i].length = 0;
    for (unsigned k = 0; k < PAYLOAD; k++) table[i].payload[k] = 0xff;
  }
}

static int store(const uint8_t* data, unsigned length) {
  if (used == RECORDS) return -1;
  struct record* r = &table[used++];
  r->length = length;
  memcpy(r->payload, data, length);
  return 0;
}

static unsigned sum_of(const uint8_t* from, const uint8_t* end) {
  unsigned sum = 0;
  while (from < end) sum += *from++;
  return sum;
}

int main(void) {
  uint8_t stream[16];
  clear_table();
  JANUS_SYMBOLIC(stream);
  unsigned at = 0;
  while (at < sizeof stream) {
    unsigned length = stream[at++];
    if (length == 0) break;
    if (at + length > sizeof stream) break;
    if (store(stream + at, length) < 0) {
      used = 0;
      break;
    }
    at += length;
  }
  for (unsigned i = 0; i < used; i++) {
    const struct record* r = &table[i];
    for (unsigned k = 0; k < r->length; k++) checksum += r->payload[k];
  }
  if (used == 2 && table[1].length == 3) checksum = sum_of(stream, stream + 5);
  riscv_assert(checksum < 2800);
  return 0;
}
