// Functions whose time depends on their input.
#include <janus.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

#if defined(SORT)
uint8_t input[6];
NOINLINE void measured(void) {
  for (int i = 1; i < 6; ++i) {
    const uint8_t value = input[i];
    int to = i;
    for (; to > 0 && input[to - 1] > value; --to) input[to] = input[to - 1];
    input[to] = value;
  }
}
#elif defined(SEARCH)
uint8_t input[1];
volatile int found;
NOINLINE void measured(void) {
  static const uint8_t kTable[] = {3, 7, 8, 20, 21, 22, 40, 60, 61, 90, 99, 130, 180};
  int low = 0, high = sizeof kTable - 1;
  while (low <= high) {
    const int middle = (low + high) / 2;
    if (kTable[middle] == input[0]) {
      found = middle;
      return;
    }
    if (kTable[middle] < input[0])
      low = middle + 1;
    else
      high = middle - 1;
  }
  found = -1;
}
#elif defined(CRC)
uint8_t input[1];
volatile uint16_t crc;
NOINLINE void measured(void) {
  uint16_t value = (uint16_t)(0xffff ^ input[0]);
  for (int bit = 0; bit < 8; ++bit) {
    if (value & 1)
      value = (uint16_t)((value >> 1) ^ 0xa001);
    else
      value >>= 1;
  }
  crc = value;
}
#elif defined(DIVISION)
uint8_t input[2];
volatile int quotient, shifted;
NOINLINE void measured(void) {
  quotient = 1000 / (int8_t)input[0];
  shifted = 1000 >> (input[1] & 31);
}
#elif defined(ADDRESS)
uint8_t input[1];
uint8_t bytes[16];
volatile uint32_t loaded;
NOINLINE void measured(void) {
  __asm__ volatile("lw t0, 0(%1)\n\tsw t0, %0" : "=m"(loaded) : "r"(bytes + (input[0] & 7)) : "t0");
}
#elif defined(LIMIT)
uint8_t input[1];
volatile unsigned quotient;
NOINLINE void measured(void) { quotient = 1000u / input[0]; }
#endif

int main(void) {
  JANUS_SYMBOLIC(input);
#ifdef LIMIT
  register unsigned long cycles __asm__("a0");
  __asm__ volatile("li t0, 64\n\t" JANUS_HOOK "\n\tnop\n\tnop\n\tli t0, 65\n\t" JANUS_HOOK : "=r"(cycles) : : "t0");
  riscv_assert(cycles == 4);  // two nops, li and the marker
  riscv_mark_begin();
  measured();
  riscv_assert_cycles(LIMIT);
#else
  measured();
#endif
  return 0;
}
