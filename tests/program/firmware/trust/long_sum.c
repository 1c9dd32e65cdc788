// One question that takes a SAT solver gigabytes: whether all of a thousand numbers are odd.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint64_t odd = 0;
  for (int i = 0; i < 1000; ++i) {
    uint8_t number;
    JANUS_SYMBOLIC(number);
    odd += number & 1;
  }
  riscv_assert(odd != 1000);
  return 0;
}
