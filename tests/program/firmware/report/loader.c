// A boot loader: checks a header with a checksum, copies blocks, runs a watchdog.
#include <janus.h>
#include <stdint.h>
#include <string.h>
struct header {
  uint16_t magic;
  uint8_t blocks;
  uint8_t flags;
  uint16_t sum;
  uint16_t size;
};
static struct {
  struct header header;
  uint8_t data[8];
} image;
static uint8_t flash[16];
static int watchdog = 5;
static uint16_t checksum(const uint8_t* p, unsigned n) {
  uint16_t s = 0xffff;
  while (n--) s = (uint16_t)((s << 1 | s >> 15) ^ *p++);
  return s;
}
static int verify(void) {
  if (image.header.magic != 0xb007) return 1;
  if (image.header.size > sizeof flash) return 2;
  if (image.header.flags & 0x80) return 3;
  if (checksum(image.data, sizeof image.data) != image.header.sum) return 4;
  return 0;
}
static int program(unsigned blocks) {
  unsigned at = 0;
  while (blocks > 0) {
    if (--watchdog == 0) return 9;
    memcpy(flash + at, image.data, 4);
    at += 4;
    --blocks;
  }
  return 0;
}
int main(void) {
  JANUS_SYMBOLIC(image);
  int error = verify();
  if (error) return 0;
  error = program(image.header.blocks);
  if (error == 9 && image.header.blocks < 4) riscv_assert(0);
  unsigned room = sizeof flash - image.header.size;
  riscv_assert(room >= image.header.blocks * 2u);
  return 0;
}
