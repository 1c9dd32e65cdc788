// Firmware for root_unit.cpp at 0x10020000, source 20 of the PLIC: takes roots, once asleep and once polling.
//
//   module=build/root_unit.so,base=0x10020000
//   janus run build/roots.elf --module $module,interrupt=20
//   janus explore build/roots.elf --module $module               unknown: no path can have such a unit
//   janus explore build/roots.elf --module $module,reads=any     finds what a broken unit does
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
  while (STATUS) __asm__ volatile("wfi");
  const uint32_t root = ROOT;
  const uint32_t source = plic_claim();
  if (source != 0) plic_complete(source);
  return root;
}

int main(void) {
  plic_enable(INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  printf("%lu\n", (unsigned long)root_of_asleep(1000000));
  printf("%lu\n", (unsigned long)root_of(0xffffffff));
  return 0;
}
