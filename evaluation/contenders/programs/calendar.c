// Days since 1970-01-01 to date (Hinnant) and back; all days up to 2150.
#include <janus.h>
#include <stdint.h>
struct date {
  int y;
  unsigned m, d;
};
static struct date civil(uint32_t z) {
  z += 719468;
  uint32_t era = z / 146097, doe = z - era * 146097;
  uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  uint32_t mp = (5 * doy + 2) / 153;
  struct date r = {(int)(yoe + era * 400), mp < 10 ? mp + 3 : mp - 9, doy - (153 * mp + 2) / 5 + 1};
  if (r.m <= 2) r.y++;
  return r;
}
static int leap(int y) {
#ifdef BUG
  return y % 4 == 0;
#else
  return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
#endif
}
static const uint8_t length[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int main(void) {
  uint32_t day;
  JANUS_SYMBOLIC(day);
  riscv_assume(day < 65745);  // 2150-01-01
  struct date a = civil(day), b = civil(day + 1);
  riscv_assert(a.m >= 1 && a.m <= 12);
  unsigned last = length[a.m - 1] + (a.m == 2 && leap(a.y));
  riscv_assert(a.d >= 1 && a.d <= last);
  if (a.d == last) {
    riscv_assert(b.d == 1);
    riscv_assert(b.m == a.m % 12 + 1);
    riscv_assert(b.y == a.y + (a.m == 12));
  } else {
    riscv_assert(b.d == a.d + 1 && b.m == a.m && b.y == a.y);
  }
  return 0;
}
