// strtol-like with overflow detection, 16-bit; then format and parse back.
#include <janus.h>
#include <stdint.h>
#include <string.h>
#define N 7
static char text[N + 1];
static int parse(const char* s, int base, int16_t* out) {
  int negative = 0, any = 0;
  int32_t v = 0;
  while (*s == ' ' || *s == '\t') s++;
  if (*s == '-') {
    negative = 1;
    s++;
  } else if (*s == '+')
    s++;
  if (base == 0) {
    base = 10;
    if (s[0] == '0' && (s[1] | 0x20) == 'x') {
      base = 16;
      s += 2;
    } else if (s[0] == '0')
      base = 8;
  }
  for (;; s++) {
    int d;
    char c = *s;
    if (c >= '0' && c <= '9')
      d = c - '0';
    else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
      d = (c | 0x20) - 'a' + 10;
    else
      break;
    if (d >= base) break;
    any = 1;
    v = v * base + d;
#ifdef BUG
    if (v > 32768) return -2;
#else
    if (v > 32767 + negative) return -2;
#endif
  }
  if (!any || *s) return -1;
  *out = (int16_t)(negative ? -v : v);
  return negative ? 2 : 1;
}
static void format(char* to, int16_t v) {
  char tmp[8];
  int n = 0;
  uint16_t u = (uint16_t)(v < 0 ? -v : v);
  do {
    tmp[n++] = (char)('0' + u % 10);
    u /= 10;
  } while (u);
  if (v < 0) *to++ = '-';
  while (n) *to++ = tmp[--n];
  *to = 0;
}
int main(void) {
  int16_t v, w;
  char back[8];
  JANUS_SYMBOLIC(text);
  text[N] = 0;
  int r = parse(text, 0, &v);
  if (r < 0) return 0;
  riscv_assert(r == 2 ? v <= 0 : v >= 0);
  format(back, v);
  riscv_assert(parse(back, 10, &w) > 0);
  riscv_assert(v == w);
  return 0;
}
