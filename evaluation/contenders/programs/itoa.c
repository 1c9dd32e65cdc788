// A number in decimal digits, and back.
#include <janus.h>
#include <stdint.h>
static char buf[12];
static int itoa10(int32_t v, char* p) {
  uint32_t u = v < 0 ? 0u - (uint32_t)v : (uint32_t)v;
  int n = 0, s = 0;
  if (v < 0) p[s++] = '-';
  char t[10];
  do {
    t[n++] = (char)('0' + u % 10);
    u /= 10;
  } while (u);
  for (int i = 0; i < n; i++) p[s + i] = t[n - 1 - i];
  p[s + n] = 0;
  return s + n;
}
static int32_t atoi10(const char* p) {
  int neg = *p == '-';
  if (neg) p++;
  uint32_t u = 0;
  while (*p) {
#ifdef BUG
    if (u > 99999999) break;  // one digit too early
#endif
    u = u * 10 + (uint32_t)(*p++ - '0');
  }
  return (int32_t)(neg ? 0u - u : u);
}
int main(void) {
  int32_t v;
  JANUS_SYMBOLIC(v);
  int n = itoa10(v, buf);
  riscv_assert(n <= 11);
  for (int i = buf[0] == '-'; i < n; i++) riscv_assert(buf[i] >= '0' && buf[i] <= '9');
  riscv_assert(atoi10(buf) == v);
  return 0;
}
