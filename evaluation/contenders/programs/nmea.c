// NMEA sentence "$tag,f1,f2*hh": checksum first, then fields as fixed-point numbers.
#include <janus.h>
#include <stdint.h>
#define N 12
static char s[N];
static int hexdigit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }
static int checksum_ok(const char* p, int n, int* star) {
  uint8_t sum = 0;
  if (p[0] != '$') return 0;
  int i = 1;
  for (; i < n && p[i] != '*'; i++) sum ^= (uint8_t)p[i];
  if (i + 2 >= n) return 0;
  *star = i;
  int h = hexdigit(p[i + 1]), l = hexdigit(p[i + 2]);
  return h >= 0 && l >= 0 && (h << 4 | l) == sum;
}
// ddd.dd -> hundredths
static int field(const char* p, int from, int to, int32_t* value) {
  int32_t v = 0;
  int decimals = -1;
  if (from >= to) return 0;
  for (int i = from; i < to; i++) {
    if (p[i] == '.') {
      if (decimals >= 0) return 0;
      decimals = 0;
      continue;
    }
    if (p[i] < '0' || p[i] > '9') return 0;
#ifndef BUG
    if (decimals == 2) continue;
#endif
    v = v * 10 + (p[i] - '0');
    if (decimals >= 0) decimals++;
  }
  if (decimals < 0) decimals = 0;
  while (decimals < 2) {
    v *= 10;
    decimals++;
  }
  *value = v;
  return 1;
}
int main(void) {
  int star = 0;
  JANUS_SYMBOLIC(s);
  if (!checksum_ok(s, N, &star)) return 0;
  int comma = 1;
  while (comma < star && s[comma] != ',') comma++;
  if (comma == star) return 0;
  int32_t v;
  if (!field(s, comma + 1, star, &v)) return 0;
  riscv_assert(v >= 0);
  // an independent integer part
  int32_t whole = 0;
  for (int i = comma + 1; i < star && s[i] != '.'; i++) whole = whole * 10 + (s[i] - '0');
  riscv_assert(v / 100 == whole);
  return 0;
}
