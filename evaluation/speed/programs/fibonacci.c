// Fibonacci numbers by recursion: calls, returns, and the stack.
#ifndef REPEAT
#define REPEAT 630
#endif
#include "speed.h"

static uint32_t __attribute__((noinline)) fibonacci(uint32_t n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

uint32_t work(void) { return fibonacci(25); }

int main(void) { return repeat("fibonacci", 75025); }
