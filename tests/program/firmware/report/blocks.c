// A header in bits says how much is read.
#include <janus.h>
#include <stdint.h>
#include <string.h>

struct header {
  uint8_t kind : 3, length : 5;
  uint8_t tag;
};
static uint8_t text[8];
static uint8_t copy[40];

int main(void) {
  struct header header;
  JANUS_SYMBOLIC(header);
  memcpy(copy, text, header.length);
  riscv_assert(header.tag != 200 || copy[0] == 0);
  return 0;
}
