// Binary search with interpolation in a calibration table of 9 points; symbolic table contents (sorted) and key.
#include <janus.h>
#include <stdint.h>
#define N 9
static uint16_t table[N];
static int find(uint16_t key) {
  int lo = 0, hi = N;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (table[mid] < key) lo = mid + 1;
#ifdef BUG
    else if (table[mid] == key)
      return mid;  // not the first one
#endif
    else
      hi = mid;
  }
  return lo;
}
int main(void) {
  uint16_t key;
  JANUS_SYMBOLIC(table);
  JANUS_SYMBOLIC(key);
  for (int i = 0; i + 1 < N; i++) riscv_assume(table[i] <= table[i + 1]);
  int at = find(key);
  riscv_assert(at >= 0 && at <= N);
  if (at > 0) riscv_assert(table[at - 1] < key);
  if (at < N) riscv_assert(table[at] >= key);
  if (at > 0 && at < N) {
    uint32_t span = table[at] - table[at - 1];
    uint32_t f = (uint32_t)(key - table[at - 1]) * 256 / span;
    riscv_assert(f <= 256);
  }
  return 0;
}
