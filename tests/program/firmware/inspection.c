// Asks about its own values, and says where it has been.
#include <janus.h>
#include <stdint.h>
#include <stdio.h>

static uint8_t packet[4] = {1, 20, 3, 4};

static int classify(uint8_t kind) {
  switch (kind) {
    case 0: riscv_cover("nothing"); return 0;
    case 7: riscv_cover("seven"); return 1;
    case 9:
      if (packet[1] < 10) riscv_cover("a small one");  // excluded by an assumption
      return 2;
  }
  return 3;
}

int main(void) {
  riscv_assert(!riscv_is_symbolic(packet[0]));
  JANUS_SYMBOLIC(packet);
  printf("symbolic: %d\n", riscv_is_symbolic(packet[0]));
  riscv_assume(packet[1] > 10);
  riscv_print("sum", packet[0] + packet[1]);
  unsigned n = riscv_range(3, 9, "n");
  riscv_assert(n >= 3 && n <= 9);
  riscv_prefer(packet[2] == 'A');
  riscv_prefer(packet[2] == 'B');  // comes too late
  riscv_prefer(packet[3] == 'C');
  int class = classify(packet[0]);
#ifdef VALUE
  unsigned value = riscv_get_value(packet[1]);
  riscv_print("value", value);
  riscv_assert(value == packet[1]);
#endif
#ifdef REPORT
  if (class == 1 && packet[1] == 200) riscv_report("seven and two hundred");
#endif
  if (class == 5) riscv_unreachable();
  return 0;
}
