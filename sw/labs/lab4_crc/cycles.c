// The cycles that the checksum of a kilobyte takes, in three ways; in four, on a core with the instruction.
#include <janus.h>
#include <stdio.h>

#include "crc.h"

static uint8_t message[1024];

static void measure(const char* name, uint32_t (*crc)(const uint8_t*, size_t)) {
  riscv_mark_begin();
  const uint32_t sum = crc(message, sizeof message);
  const unsigned long cycles = riscv_mark_end();
  printf("%-7s 0x%08lx %7lu cycles\n", name, (unsigned long)sum, cycles);
}

int main(void) {
  for (size_t i = 0; i < sizeof message; ++i) message[i] = (uint8_t)(i * 7);
  measure("bits", crc_bits);
  measure("table", crc_table);
  measure("device", crc_device);
#ifdef INSTRUCTION
  measure("insn", crc_instruction);
#endif
  return 0;
}
