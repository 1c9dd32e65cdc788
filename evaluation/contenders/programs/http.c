// HTTP request line: METHOD SP path SP HTTP/1.d CR LF with percent-decoding of the path
#include <janus.h>
#include <stdint.h>
#include <string.h>
#define N 10
static char line[N + 1];
static char path[6];
static unsigned path_len;
static uint8_t canary;
static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}
static int request(const char* s) {
  int method;
  if (!strncmp(s, "GET ", 4)) {
    method = 1;
    s += 4;
  } else if (!strncmp(s, "PUT ", 4)) {
    method = 2;
    s += 4;
  } else
    return -400;
  if (*s != '/') return -400;
  path_len = 0;
  while (*s && *s != ' ') {
    char c = *s++;
    if (c == '%') {
      int h = hex(s[0]);
      if (h < 0) return -400;
      int l = hex(s[1]);
      if (l < 0) return -400;
      c = (char)(h << 4 | l);
      s += 2;
      if (c == 0) return -400;
    } else if (c == '+')
      c = ' ';
#ifdef BUG
    if (path_len > sizeof path - 1) return -414;
#else
    if (path_len >= sizeof path - 1) return -414;
#endif
    path[path_len++] = c;
  }
  riscv_assert(path_len < sizeof path);
  path[path_len] = 0;
  if (*s == 0) return method;  // HTTP/0.9
  return method | 0x10;
}
int main(void) {
  canary = 0x77;
  JANUS_SYMBOLIC(line);
  riscv_assume(line[N] == 0);
  int r = request(line);
  if (r > 0) {
    riscv_assert(strlen(path) == path_len);
    riscv_assert(path_len >= 1);
  }
  riscv_assert(canary == 0x77);
  return 0;
}
