// Intel HEX record ":llaaaattdd..cc" into a flash page; 15 characters.
#include <janus.h>
#include <stdint.h>
#define N 15
static char rec[N];
static uint8_t page[16];
static uint8_t guard[4];
static int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}
static int byte(const char* p) {
  int h = nibble(p[0]), l = nibble(p[1]);
  return (h | l) < 0 ? -1 : h << 4 | l;
}
static int load(const char* p, int n) {
  uint8_t raw[7];
  uint8_t sum = 0;
  if (p[0] != ':') return -1;
  for (int i = 0; i < (n - 1) / 2; i++) {
    int b = byte(p + 1 + 2 * i);
    if (b < 0) return -2;
    raw[i] = (uint8_t)b;
    sum = (uint8_t)(sum + b);
  }
  unsigned len = raw[0], address = (unsigned)raw[1] << 8 | raw[2], type = raw[3];
  if (len != 2) return -3;
  if (sum != 0) return -4;
  if (type == 1) return 1;
  if (type != 0) return -5;
#ifdef BUG
  if (address > sizeof page) return -6;
#else
  if (address + len > sizeof page) return -6;
#endif
  for (unsigned i = 0; i < len; i++) {
    riscv_assert(address + i < sizeof page);
    page[address + i] = raw[4 + i];
  }
  return 2;
}
int main(void) {
  JANUS_SYMBOLIC(rec);
  int r = load(rec, N);
  riscv_assert(r != 2 || rec[0] == ':');
  if (r == 2) riscv_assert(rec[8] == '0');
  for (int i = 0; i < 4; i++) riscv_assert(guard[i] == 0);
  return 0;
}
