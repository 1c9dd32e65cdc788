// Shifts by a symbolic amount. Only the low five bits of the amount count. One path.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t value = 1, amount = 3, left, right, arithmetic, masked;
  JANUS_SYMBOLIC(value);
  JANUS_SYMBOLIC(amount);
  __asm__ volatile("sll %0, %1, %2" : "=r"(left) : "r"(value), "r"(amount));
  __asm__ volatile("sll %0, %1, %2" : "=r"(masked) : "r"(value), "r"(amount & 31));
  __asm__ volatile("srl %0, %1, %2" : "=r"(right) : "r"(value), "r"(amount));
  __asm__ volatile("sra %0, %1, %2" : "=r"(arithmetic) : "r"(value), "r"(amount));
  riscv_assert(left == masked);
  riscv_assert(right <= value);
  riscv_assert((int32_t)(arithmetic ^ value) >= 0);  // the same sign
  return 0;
}
