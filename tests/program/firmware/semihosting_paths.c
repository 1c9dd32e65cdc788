// Each path has its own files: what one path wrote, and where it stands, is nothing to another.
#include <janus.h>

#include "semihosting_call.h"

__attribute__((unused)) static uint32_t call4(uint32_t number, uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t block[] = {a, b, c, 0};
  return call(number, block);
}

int main(void) {
#ifdef CONSOLE  // the bytes that the UART would receive
  if (call(kReadC, 0) == 'o' && call(kReadC, 0) == 'k') riscv_assert(0);
  return 0;
#else
  uint8_t byte, back = 0;
  JANUS_SYMBOLIC(byte);
  const uint32_t file = call4(kOpen, (uint32_t) "notes", 6, 5);
  call4(kWrite, file, (uint32_t)&byte, 1);
  if (byte < 16) call4(kWrite, file, (uint32_t) "low", 3);
  riscv_assert(call4(kLength, file, 0, 0) == (byte < 16 ? 4 : 1));
  call4(kSeek, file, 0, 0);
  call4(kRead, file, (uint32_t)&back, 1);
  riscv_assert(back == byte);
  riscv_assert(call4(kOpen, (uint32_t) "../secret", 0, 9) == (uint32_t)-1);
  riscv_assert(call4(kOpen, (uint32_t) "link", 0, 4) == (uint32_t)-1);
#ifdef BUG
  riscv_assert(back != 7);
#endif
  return 0;
#endif
}
