// A small vsnprintf (%d %u %x %c, width, zero padding) and sscanf back: "v=%04x;%d".
#include <janus.h>
#include <stdarg.h>
#include <stdint.h>
static char out[20];
static int number(char* to, uint32_t v, unsigned base, int width, char pad) {
  char tmp[12];
  int n = 0, o = 0;
  do {
    unsigned d = v % base;
    tmp[n++] = (char)(d < 10 ? '0' + d : 'a' + d - 10);
    v /= base;
  } while (v);
  while (n < width) tmp[n++] = pad;
  while (n) to[o++] = tmp[--n];
  return o;
}
static int format(char* to, const char* f, ...) {
  va_list ap;
  int o = 0;
  va_start(ap, f);
  for (; *f; f++) {
    if (*f != '%') {
      to[o++] = *f;
      continue;
    }
    char pad = ' ';
    int width = 0;
    f++;
    if (*f == '0') {
      pad = '0';
      f++;
    }
    while (*f >= '0' && *f <= '9') width = width * 10 + *f++ - '0';
    switch (*f) {
      case 'x': o += number(to + o, va_arg(ap, uint32_t), 16, width, pad); break;
      case 'd': {
        int32_t v = va_arg(ap, int32_t);
        if (v < 0) to[o++] = '-';
        o += number(to + o, (uint32_t)(v < 0 ? -v : v), 10, width, pad);
        break;
      }
      case 'c': to[o++] = (char)va_arg(ap, int); break;
      default: return -1;
    }
  }
  va_end(ap);
  to[o] = 0;
  return o;
}
int main(void) {
  uint16_t x;
  int16_t y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
#ifdef BUG
  int n = format(out, "v=%3x;%d", x, y);
#else
  int n = format(out, "v=%04x;%d", x, y);
#endif
  riscv_assert(n <= 13);
  uint32_t a = 0;
  const char* p = out + 2;
  for (; *p != ';'; p++) a = a << 4 | (uint32_t)(*p <= '9' ? *p - '0' : *p - 'a' + 10);
  riscv_assert(a == x);
  p++;
  int negative = *p == '-', b = 0;
  p += negative;
  for (; *p; p++) b = b * 10 + *p - '0';
  riscv_assert((negative ? -b : b) == y);
  return 0;
}
