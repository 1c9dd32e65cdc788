// DHCP options: pad, end, message type, lease, router list, requested address.
#include <janus.h>
#include <stdint.h>
#define N 14
static uint8_t opt[N];
struct lease {
  uint32_t seconds, router[2], requested;
  uint8_t routers, type, seen_end;
};
static struct lease lease;
static uint32_t be32(const uint8_t* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
static int parse(const uint8_t* p, int n) {
  int i = 0;
  while (i < n) {
    uint8_t code = p[i++];
    if (code == 0) continue;
    if (code == 255) {
      lease.seen_end = 1;
      return i;
    }
    if (i >= n) return -1;
    int len = p[i++];
    if (i + len > n) return -1;
    switch (code) {
      case 53:
        if (len != 1 || p[i] < 1 || p[i] > 8) return -2;
        lease.type = p[i];
        break;
      case 51:
        if (len != 4) return -2;
        lease.seconds = be32(p + i);
        break;
      case 50:
        if (len != 4) return -2;
        lease.requested = be32(p + i);
        break;
      case 3:
        if (len == 0 || len % 4) return -2;
        for (int k = 0; k < len / 4; k++)
#ifdef BUG
          if (lease.routers <= 2) lease.router[lease.routers++] = be32(p + i + 4 * k);
#else
          if (lease.routers < 2) lease.router[lease.routers++] = be32(p + i + 4 * k);
#endif
        break;
      default: break;
    }
    i += len;
  }
  return -3;
}
int main(void) {
  JANUS_SYMBOLIC(opt);
  int r = parse(opt, N);
  riscv_assert(r <= N);
  if (r > 0) riscv_assert(opt[r - 1] == 255);
  riscv_assert(lease.routers <= 2);
  riscv_assert(lease.type <= 8);
  return 0;
}
