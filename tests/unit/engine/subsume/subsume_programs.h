// What the programs of subsume_*.c share.
#pragma once

#include "janus.h"

// A symbolic word with a value between the bounds.
static inline int any_between(int low, int high) {
  int value;
  riscv_make_symbolic(&value, sizeof value);
  riscv_assume(low <= value);
  riscv_assume(value <= high);
  return value;
}
