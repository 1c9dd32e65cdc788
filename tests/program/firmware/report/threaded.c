// A condition of what a function returns: compilers let the branches of the function decide it.
#include <janus.h>
#include <stdint.h>
static uint8_t digits[3];
static int number(const uint8_t* t) {
  uint32_t value = 0;
  int n = 0;
  while (value < 100000000) {
    if (n == 3) return value;
    if (t[n] < '0' || t[n] > '9') goto out;
    value = value * 10 + (t[n++] - '0');
  }
  if (n < 3) return -2;
out:
  return -1;
}
int main(void) {
  JANUS_SYMBOLIC(digits);
  int v = number(digits);
  if (v == -2) v = 12;
  riscv_assert(v < 1000);
  return 0;
}
