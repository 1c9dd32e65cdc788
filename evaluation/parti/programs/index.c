// Figure 3, object resolution: reads elements of an array through symbolic indices, each a variable of its own.
//
// The array is the last of RAM, when the machine has 129 MiB of it (--memory 129: the runtime puts the stack below
// 128). So it has a bound that the machine itself checks: an element past the end is nowhere, which is a load access
// fault. Paths: one if indices are BOUNDED, as in a careful program; else one more for each access, which faults there.
// An index has 16 bits, so that 64-bit elements cannot wrap around to the devices.
#include <janus.h>
#include <stdint.h>

#include "parameters.h"

#ifndef ELEMENT
#define ELEMENT uint32_t
#endif

#define RAM_END 0x88100000u

static volatile ELEMENT found;

int main(void) {
  unsigned size = parameters.size;
  ELEMENT* array = (ELEMENT*)(RAM_END - size * sizeof(ELEMENT));
  for (unsigned i = 0; i < size; ++i) array[i] = (ELEMENT)(i * 0x0101010101u + 1);

  for (unsigned accesses = parameters.entries; accesses > 0; --accesses) {
    uint16_t index = 0;
    JANUS_SYMBOLIC(index);
#ifdef BOUNDED
    riscv_assume(index < size);
#endif
    found = array[index];
  }
  return 0;
}
