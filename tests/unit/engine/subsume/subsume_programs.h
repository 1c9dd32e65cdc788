// Shared by the programs in subsume_*.c.
#pragma once

#include "janus.h"

// A symbolic word from `low` to `high`.
static inline int any_between(int low, int high) {
  int value;
  riscv_make_symbolic(&value, sizeof value);
  riscv_assume(low <= value);
  riscv_assume(value <= high);
  return value;
}
