// Division and remainder, also by zero and with overflow, as the instruction set defines them. One path.
#include <janus.h>
#include <stdint.h>

int main(void) {
  int16_t dividend = 7, divisor = 2;
  JANUS_SYMBOLIC(divisor);
  JANUS_SYMBOLIC(dividend);
  int32_t quotient, remainder, n = dividend, d = divisor;
  __asm__ volatile("div %0, %1, %2" : "=r"(quotient) : "r"(n), "r"(d));
  __asm__ volatile("rem %0, %1, %2" : "=r"(remainder) : "r"(n), "r"(d));
  riscv_assert((d != 0) | (quotient == -1));
  riscv_assert((d != 0) | (remainder == n));
  riscv_assert((d != 1) | (quotient == n));
  riscv_assert((d != -1) | (remainder == 0));
  return 0;
}
