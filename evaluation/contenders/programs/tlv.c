// TLV configuration message, nested containers, 12 bytes. A store of values by tag.
#include <janus.h>
#include <stdint.h>
#include <string.h>
#define N 12
static uint8_t msg[N];
struct config {
  uint8_t name[4];
  uint8_t name_len;
  uint16_t rate;
  uint8_t flags;
  uint8_t guard;
};
static struct config config;
static int depth_max;
static int parse(const uint8_t* p, unsigned len, int depth) {
  unsigned i = 0;
  if (depth > depth_max) depth_max = depth;
  if (depth > 3) return -1;
  while (i < len) {
    if (len - i < 2) return -1;
    uint8_t tag = p[i], l = p[i + 1];
    i += 2;
#ifdef BUG
    if ((uint8_t)(i + l) > len) return -1;
#else
    if (l > len - i) return -1;
#endif
    switch (tag) {
      case 0x01:
        if (l > sizeof config.name) return -1;
        memcpy(config.name, p + i, l);
        config.name_len = l;
        break;
      case 0x02:
        if (l != 2) return -1;
        config.rate = (uint16_t)(p[i] << 8 | p[i + 1]);
        break;
      case 0x03:
        if (l != 1) return -1;
        config.flags |= p[i];
        break;
      case 0x30: {
        int r = parse(p + i, l, depth + 1);
        if (r < 0) return r;
        break;
      }
      default:
        if (!(tag & 0x80)) return -1;
    }
    i += l;
    riscv_assert(i <= len);
  }
  return (int)i;
}
int main(void) {
  JANUS_SYMBOLIC(msg);
  config.guard = 0x5a;
  int r = parse(msg, N, 0);
  riscv_assert(r <= N);
  riscv_assert(config.name_len <= 4);
  riscv_assert(config.guard == 0x5a);
  return 0;
}
