// A parser whose functions are inlined: compilers give their ends the code of other lines.
#include <janus.h>
#include <stdint.h>
static uint8_t text[8];
static int at;

static int is_end(int c) {
  if (c == 0 || c == '\n') return 1;
  return 0;
}

static int digit(int c) {
  if (c < '0' || c > '9') return -1;
  return c - '0';
}

static int number(const uint8_t* t, int n) {
  int value = 0;
  while (at < n) {
    int c = t[at];
    if (is_end(c)) break;
    int d = digit(c);
    if (d < 0) return -1;
    value = value * 10 + d;
    at++;
  }
  return value;
}

int main(void) {
  JANUS_SYMBOLIC(text);
  int v = number(text, 4);
  if (v < 0) return 0;
  int rest = 0;
  while (at < 8 && text[at] != '\n') {
    rest += text[at];
    at++;
  }
  riscv_assert(v != 42 || rest < 300);
  return 0;
}
