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
#elif defined(CRC) || defined(BYTES)
#ifdef CRC
uint8_t input[1];
#else
uint8_t input[16];
#endif
uint16_t crc = 0xffff;
NOINLINE void one_byte(uint8_t byte) {
  uint16_t value = crc ^ byte;
  for (int bit = 0; bit < 8; ++bit) {
    if (value & 1)
      value = (uint16_t)((value >> 1) ^ 0xa001);
    else
      value >>= 1;
  }
  crc = value;
}
NOINLINE void measured(void) {
  for (unsigned i = 0; i < sizeof input; ++i) one_byte(input[i]);
}
#elif defined(MASKED)
// Off for longer if the byte is large, and in the handler of the interrupt that it raises.
uint8_t input[1];
volatile unsigned rounds, handled;
#define SOFTWARE_INTERRUPT (*(volatile uint32_t*)0x02000000)
__attribute__((interrupt)) void on_trap(void) {
  SOFTWARE_INTERRUPT = 0;
  for (int i = 0; i < (input[0] & 3); ++i) ++handled;
}
NOINLINE void measured(void) {
  __asm__ volatile("csrci mstatus, 8" ::: "memory");
  if (input[0] > 200)
    for (int i = 0; i < 20; ++i) ++rounds;
  __asm__ volatile("csrsi mstatus, 8" ::: "memory");
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
#elif defined(MASKED)
  __asm__ volatile("csrw mtvec, %0\n\tcsrwi mie, 8\n\tcsrsi mstatus, 8" : : "r"(on_trap));
  measured();
  SOFTWARE_INTERRUPT = 1;
  while (handled < (input[0] & 3)) {
  }
  __asm__ volatile("csrci mstatus, 8");
  SOFTWARE_INTERRUPT = 1;
  __asm__ volatile("wfi\n\tcsrsi mstatus, 8");
#else
  measured();
#endif
#ifdef WRONG  // for few of very many inputs
  riscv_assert((crc | input[3] << 16 | (uint32_t)input[9] << 24) != 0x5aa51234);
#endif
  return 0;
}
