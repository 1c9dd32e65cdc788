// Atomics on symbolic data: one path. At a symbolic index: one path for each of the four words.
#include <janus.h>
#include <stdint.h>

static uint32_t words[4];

int main(void) {
  uint32_t value = 5, addend = 6, old, failed;
  JANUS_SYMBOLIC(value);
  JANUS_SYMBOLIC(addend);
  words[0] = value;
  __asm__ volatile("amoadd.w %0, %1, (%2)" : "=r"(old) : "r"(addend), "r"(&words[0]) : "memory");
  riscv_assert(old == value);
  riscv_assert(words[0] == value + addend);
  __asm__ volatile("amominu.w %0, %1, (%2)" : "=r"(old) : "r"(value), "r"(&words[0]) : "memory");
  riscv_assert(words[0] <= value);
  __asm__ volatile(
      "lr.w %0, (%3)\n\t"
      "add %0, %0, %2\n\t"
      "sc.w %1, %0, (%3)"
      : "=&r"(old), "=&r"(failed)
      : "r"(addend), "r"(&words[0])
      : "memory");
  riscv_assert(!failed);
  riscv_assert(words[0] == old);
  __asm__ volatile("sc.w %0, zero, (%1)" : "=&r"(failed) : "r"(&words[0]) : "memory");
  riscv_assert(failed);
  riscv_assert(words[0] == old);
#ifdef INDEXED
  uint32_t index = 0;
  JANUS_SYMBOLIC(index);
  riscv_assume(index < 4);
  __asm__ volatile("amoswap.w zero, %0, (%1)" : : "r"(7), "r"(&words[index]) : "memory");
  riscv_assert(words[index] == 7);
#endif
  return 0;
}
