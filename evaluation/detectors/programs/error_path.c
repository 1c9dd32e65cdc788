// Errors leave by longjmp. Behind it, a function writes beyond its local array.
#include <janus.h>
#include <setjmp.h>
#include <stdint.h>

static jmp_buf recover;
static uint8_t bytes[6];
static volatile unsigned errors, total;

__attribute__((noinline)) static void check(unsigned depth, uint8_t byte) {
  volatile uint8_t copy[8];
  copy[depth & 7] = byte;
  if (byte > 200) longjmp(recover, 1);
  if (depth) check(depth - 1, copy[depth & 7]);
  total += copy[depth & 7];
}

__attribute__((noinline)) static unsigned report(unsigned from, unsigned words) {
  volatile uint32_t log[2];
  volatile uint32_t* entry = log;
  __asm__("" : "+r"(entry));  // the compiler must not conclude that there are two at most
  for (unsigned i = 0; i < words; ++i) entry[i] = from;
  check(0, (uint8_t)log[0]);
  return log[0];
}

__attribute__((noinline)) static void handle(void) {
  if (setjmp(recover)) {
    ++errors;
#ifdef FIXED
    report(errors, 1 + (bytes[1] & 1));
#else
    report(errors, 1 + (bytes[1] & 15));
#endif
    return;
  }
  check(2, bytes[0]);
}

int main(void) {
  JANUS_SYMBOLIC(bytes);
  handle();
  return 0;
}
