// Firmware that is concrete for most of its time: it initialises, waits for a clock and for interrupts, and computes
// concretely between the places where its input matters, with symbolic values in registers and in memory beside.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>
#include <string.h>

static uint32_t table[256];
static uint8_t buffer[512];
static uint8_t input[3];
static volatile uint32_t ticks;

static void __attribute__((interrupt("machine"))) on_trap(void) {
  if (csr_read(mcause) >> 31) {
    ++ticks;
    CLINT_MTIMECMP[0] += 20;
  } else {
    csr_write(mepc, csr_read(mepc) + 4);  // an ecall that is no hook
  }
}

static uint32_t __attribute__((noinline)) crc(const uint8_t* bytes, uint32_t size) {
  uint32_t sum = ~0u;
  while (size--) sum = table[(sum ^ *bytes++) & 255] ^ sum >> 8;
  return ~sum;
}

static void wait_until(uint32_t count) {
  while (ticks < count) continue;
}

int main(void) {
  for (uint32_t n = 0; n < 256; ++n) {
    uint32_t entry = n;
    for (int bit = 0; bit < 8; ++bit) entry = entry & 1 ? 0xedb88320u ^ entry >> 1 : entry >> 1;
    table[n] = entry;
  }
  for (int round = 0; round < 8; ++round) memset(buffer, round, sizeof buffer);
  CLINT_MTIMECMP[1] = 0;
  CLINT_MTIMECMP[0] = CLINT_MTIME[0] + 20;
  csr_write(mtvec, (uintptr_t)on_trap);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  wait_until(5);
  __asm__ volatile("li t0, 1; ecall" ::: "t0");

  JANUS_SYMBOLIC(input);
  uint32_t sum = 0, mixed = 0, late = 0;
  for (int i = 0; i < 3; ++i) {
    mixed = mixed * 3 + input[i];
    sum += crc(buffer, sizeof buffer);
    if (input[i] > 100) wait_until(ticks + 2);
    buffer[i] = (uint8_t)sum;
    late += csr_read(mcycle) & 1;
  }
  csr_clear(mie, MIE_MTIE);
  riscv_assert(mixed != 13 * 254 + late);
  return 0;
}
