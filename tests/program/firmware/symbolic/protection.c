// Physical memory protection forbids a user access to a block, except to a word in its middle. A load and a store
// through a symbolic address make a path for each region: before the block, the block, the word, the block, and behind
// it. The fault names the first byte that is forbidden.
#include <csr.h>
#include <janus.h>
#include <stdint.h>

#define MPRV 0x20000u
#define MPP 0x1800u

static uint8_t area[64] __attribute__((aligned(64)));
static volatile uint32_t cause, value;

static void __attribute__((interrupt("machine"))) on_trap(void) {
  cause = csr_read(mcause);
  value = csr_read(mtval);
  csr_write(mepc, csr_read(mepc) + 4);
}

static void protect(void) {
  const uintptr_t block = (uintptr_t)area + 16;
  csr_write(pmpaddr0, (block + 4) >> 2);  // NA4, read and write
  csr_write(pmpaddr1, (block >> 2) | 1);  // NAPOT of 16 bytes, nothing
  csr_write(pmpaddr2, 0xffffffff);        // NAPOT of everything, all
  csr_write(pmpcfg0, 0x1f1813);
}

static uint32_t load_as_user(const void* address) {
  uint32_t loaded = 1;
  csr_clear(mstatus, MPP);
  csr_set(mstatus, MPRV);
  __asm__ volatile("lw %0, 0(%1)" : "+r"(loaded) : "r"(address) : "memory");
  csr_clear(mstatus, MPRV);
  return loaded;
}

static uint32_t load_half_as_user(const void* address) {
  uint32_t loaded = 1;
  csr_clear(mstatus, MPP);
  csr_set(mstatus, MPRV);
  __asm__ volatile("lhu %0, 0(%1)" : "+r"(loaded) : "r"(address) : "memory");
  csr_clear(mstatus, MPRV);
  return loaded;
}

static void store_as_user(void* address) {
  csr_clear(mstatus, MPP);
  csr_set(mstatus, MPRV);
  __asm__ volatile("sw %0, 0(%1)" : : "r"(7), "r"(address) : "memory");
  csr_clear(mstatus, MPRV);
}

static int is_forbidden(uint32_t offset) { return offset >= 16 && offset < 32 && !(offset >= 20 && offset < 24); }

int main(void) {
  uint32_t word, odd, stored;
  csr_write(mtvec, (uintptr_t)on_trap);
  protect();
  JANUS_SYMBOLIC(word);
  riscv_assume(word < 16);
  const uint32_t loaded = load_as_user(area + 4 * word);
  riscv_assert((cause == 5) == is_forbidden(4 * word));
  riscv_assert(loaded == (cause == 5));
  riscv_assert(cause != 5 || value == (uintptr_t)area + 4 * word);

  cause = 0;
  JANUS_SYMBOLIC(odd);
  riscv_assume((odd == 15) | (odd == 19) | (odd == 31));
  load_half_as_user(area + odd);
  riscv_assert(cause == 5);
  riscv_assert(value == (uintptr_t)area + (odd == 15 ? 16 : odd));

  cause = 0;
  JANUS_SYMBOLIC(stored);
  riscv_assume(stored < 13);
  store_as_user(area + 4 * stored);
  riscv_assert((cause == 7) == is_forbidden(4 * stored));
  riscv_assert((area[4 * stored] == 7) != is_forbidden(4 * stored));
  return 0;
}
