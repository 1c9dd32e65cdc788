// A battery monitor: cells, averages, a latch of alarms in bits.
#include <janus.h>
#include <stdint.h>
union alarms {
  struct {
    uint8_t low : 1, high : 1, drift : 1, spare : 5;
  };
  uint8_t all;
};
struct cell {
  uint16_t millivolts : 13;
  int16_t trend : 3;
};
static struct cell cells[3];
static union alarms alarms;
static uint32_t total;
static uint16_t average(void) {
  total = 0;
  for (int i = 0; i < 3; ++i) total += cells[i].millivolts;
  return (uint16_t)(total / 3);
}
static void check(void) {
  uint16_t mean = average();
  for (int i = 0; i < 3; ++i) {
    int diff = cells[i].millivolts - mean;
    if (cells[i].millivolts < 2800) alarms.low = 1;
    if (cells[i].millivolts > 4200) alarms.high = 1;
    if (diff > 100 || diff < -100) alarms.drift = 1;
    if (cells[i].trend < -2 && diff > 50) alarms.spare |= 3;
  }
}
int main(void) {
  JANUS_SYMBOLIC(cells);
  for (int i = 0; i < 3; ++i) riscv_assume(cells[i].millivolts <= 5000);
  check();
  riscv_assert(alarms.spare == 0);
  return alarms.all;
}
