// A variable that is called what hooks call their parameters.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint16_t address = 7;
  JANUS_SYMBOLIC(address);
  riscv_assume(address >= 0x100);
  if (address > 0x1000) riscv_assert(address != 0x1234);
  return 0;
}
