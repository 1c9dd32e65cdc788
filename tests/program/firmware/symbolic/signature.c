// A signature of one word that depends on the input (SYMBOLIC), on the path (PATHS), or on neither (ASSUMED).
#include <janus.h>
#include <stdint.h>

extern volatile uint32_t begin_signature[], end_signature[];
__asm__(
    ".data\n"
    ".balign 4\n"
    ".globl begin_signature, end_signature\n"
    "begin_signature: .word 0\n"
    "end_signature:\n"
    ".text");

int main(void) {
  uint32_t input = 0;
  JANUS_SYMBOLIC(input);
#if defined SYMBOLIC
  begin_signature[0] = input;
#elif defined PATHS
  if (input == 3) {
    begin_signature[0] = 1;
  } else {
    begin_signature[0] = 2;
    __asm__ volatile("nop");
  }
#else
  riscv_assume(input == 7);
  begin_signature[0] = 7;
#endif
  return 0;
}
