// Threaded Forth: words from a table of function pointers, checks in each primitive, a loop with a step limit.
#include <janus.h>
#include <stdint.h>
#define N 6
static uint8_t program[N];
static int16_t ds[5], rs[3];
static int dp, rp, ip, error;
typedef void (*word)(void);
static int16_t pop(void) {
  if (dp == 0) {
    error = 1;
    return 0;
  }
  return ds[--dp];
}
static void push(int16_t v) {
#ifdef BUG
  if (dp > 5) {
    error = 2;
    return;
  }
#else
  if (dp >= 5) {
    error = 2;
    return;
  }
#endif
  riscv_assert(dp < 5);
  ds[dp++] = v;
}
static void w_lit(void) { push((int16_t)(program[ip] >> 4)); }
static void w_dup(void) {
  int16_t a = pop();
  push(a);
  push(a);
}
static void w_drop(void) { pop(); }
static void w_plus(void) {
  int16_t b = pop(), a = pop();
  push((int16_t)(a + b));
}
static void w_tor(void) {
  if (rp == 3) {
    error = 3;
    return;
  }
  rs[rp++] = pop();
}
static void w_fromr(void) {
  if (rp == 0) {
    error = 4;
    return;
  }
  push(rs[--rp]);
}
static void w_zbranch(void) {
  if (pop() == 0) ip++;
}
static void w_exit(void) { error = 99; }
static const word words[8] = {w_lit, w_dup, w_drop, w_plus, w_tor, w_fromr, w_zbranch, w_exit};
int main(void) {
  JANUS_SYMBOLIC(program);
  for (ip = 0; ip < N && !error; ip++) {
    words[program[ip] & 7]();
    riscv_assert(dp >= 0 && dp <= 5 && rp >= 0 && rp <= 3);
  }
  return 0;
}
