// Firmware for root_unit.cpp at 0x10020000, source 20 of the PLIC: takes roots, once polling and once asleep.
//
//   janus run build/roots.elf --module build/root_unit.so,base=0x10020000,interrupt=20
//   janus explore build/roots.elf --module build/root_unit.so,base=0x10020000              unknown: no path has such a
//   unit janus explore build/roots.elf --module build/root_unit.so,base=0x10020000,reads=any    finds what a broken
//   unit does
#include <csr.h>
#include <janus.h>
#include <plic.h>
#include <stdint.h>
#include <stdio.h>

#define VALUE (*(volatile uint32_t*)0x10020000)
#define ROOT (*(volatile uint32_t*)0x10020004)
#define STATUS (*(volatile uint32_t*)0x10020008)
enum { INTERRUPT = 20 };

static uint32_t root_of(uint32_t value) {
  VALUE = value;
  while (STATUS) {
  }
  const uint32_t root = ROOT;
  riscv_assert(root <= 0xffff);
  return root;
}

static uint32_t root_of_asleep(uint32_t value) {
  VALUE = value;
  __asm__ volatile("wfi");
  const uint32_t source = plic_claim();
  riscv_assert(source == INTERRUPT);
  const uint32_t root = ROOT;
  plic_complete(source);
  return root;
}

int main(void) {
  plic_enable(INTERRUPT, 1);
  printf("%lu\n", (unsigned long)root_of(1000000));
  csr_set(mie, MIE_MEIE);
  printf("%lu\n", (unsigned long)root_of_asleep(0xffffffff));
  return 0;
}
