// memmove, strlen and strcmp of the C library and by hand, on symbolic buffers and offsets.
#include <janus.h>
#include <stdint.h>
#include <string.h>
#define N 8
static char a[N + 1], b[N + 1], was[N + 1];
static uint8_t from, to, n;
static void move(char* d, const char* s, unsigned n) {
#ifdef BUG
  if (d <= s || d >= s + n - 1)
    for (unsigned i = 0; i < n; i++) d[i] = s[i];
#else
  if (d <= s || d >= s + n)
    for (unsigned i = 0; i < n; i++) d[i] = s[i];
#endif
  else
    while (n) {
      n--;
      d[n] = s[n];
    }
}
static int order(const char* p, const char* q) {
  while (*p && *p == *q) {
    p++;
    q++;
  }
  return (uint8_t)*p - (uint8_t)*q;
}
int main(void) {
  JANUS_SYMBOLIC(a);
  JANUS_SYMBOLIC(from);
  JANUS_SYMBOLIC(to);
  JANUS_SYMBOLIC(n);
  riscv_assume(from < N);
  riscv_assume(to < N);
  riscv_assume(n <= N);
  riscv_assume(from + n <= N);
  riscv_assume(to + n <= N);
  a[N] = 0;
  memcpy(b, a, sizeof a);
  memcpy(was, a, sizeof a);
  move(a + to, a + from, n);
  memmove(b + to, b + from, n);
  riscv_assert(order(a, b) == 0);
  riscv_assert(strlen(a) == strlen(b));
  riscv_assert((strcmp(a, was) < 0) == (order(a, was) < 0));
  return 0;
}
