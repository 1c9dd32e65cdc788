// What the DMA engine copies: code over code that was executed before, a symbolic word while the firmware waits for the
// interrupt, nothing from where nothing is. With TO_DEVICE: a symbolic byte to the UART.
#include <csr.h>
#include <dma.h>
#include <janus.h>
#include <plic.h>
#include <uart.h>

static volatile unsigned interrupts;
static uint32_t source, target;

static void __attribute__((interrupt("machine"))) on_trap(void) {
  const uint32_t line = plic_claim();
  if (line == DMA_INTERRUPT) ++interrupts;
  *DMA_EVENTS = DMA_EVENTS_DONE | DMA_EVENTS_FAILED;
  if (line != 0) plic_complete(line);
}

// Two functions of the same length, in words.
__asm__(
    "  .balign 4\n"
    "one: li a0, 1\n  ret\n"
    "two: li a0, 2\n  ret\n");
extern int one(void);
extern const uint32_t two[];

int main(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  plic_enable(DMA_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  csr_set(mstatus, MSTATUS_MIE);

  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += one();
  dma_start((void*)one, two, 2, DMA_WORDS, 0);
  riscv_assert(dma_wait());
  for (int i = 0; i < 100; ++i) sum += one();
  riscv_assert(sum == 300);

  riscv_make_symbolic(&source, sizeof source);
#ifdef TO_DEVICE
  dma_start((void*)0x10000000, &source, 1, DMA_BYTES, 0);
#endif
  dma_start(&target, &source, 1, DMA_WORDS | DMA_CTRL_IRQ, 20);
  const uint32_t before = *(volatile uint32_t*)&target;
  while (interrupts == 0) __asm__ volatile("wfi");
  const uint32_t after = *(volatile uint32_t*)&target;
  riscv_assert(before == 0 && after == source);
  if (after > 1000) riscv_assert(after - 1000 < after);

  dma_start(&target, (void*)0x40000000, 1, DMA_WORDS, 1);
  riscv_assert(!dma_wait());
  return 0;
}
