// Sorting network for six values and a median of five; compare with rank by counting.
#include <janus.h>
#include <stdint.h>
static uint16_t a[6], s[6];
#define CAS(i, j)        \
  do {                   \
    if (s[i] > s[j]) {   \
      uint16_t t = s[i]; \
      s[i] = s[j];       \
      s[j] = t;          \
    }                    \
  } while (0)
int main(void) {
  JANUS_SYMBOLIC(a);
  for (int i = 0; i < 6; i++) s[i] = a[i];
  CAS(0, 5);
  CAS(1, 3);
  CAS(2, 4);
  CAS(1, 2);
  CAS(3, 4);
  CAS(0, 3);
  CAS(2, 5);
#ifndef BUG
  CAS(0, 1);
#endif
  CAS(2, 3);
  CAS(4, 5);
  CAS(1, 2);
  CAS(3, 4);
  for (int i = 0; i < 5; i++) riscv_assert(s[i] <= s[i + 1]);
  uint32_t sum = 0, sum2 = 0;
  for (int i = 0; i < 6; i++) {
    sum += a[i];
    sum2 += s[i];
  }
  riscv_assert(sum == sum2);
  // rank of the third
  int below = 0, above = 0;
  for (int i = 0; i < 6; i++) {
    below += a[i] < s[2];
    above += a[i] > s[2];
  }
  riscv_assert(below <= 2);
  riscv_assert(above <= 3);
  return 0;
}
