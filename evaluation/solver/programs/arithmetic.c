// Questions of arithmetic, one form a program: products and quotients of unknown words, sums with coefficients. Each
// states an identity that holds, or asks for an input, the kind of thing that a fixed-point filter, a checksum, a
// calendar or a hash makes a solver prove.
#include <janus.h>
#include <stdint.h>

static uint32_t in[8];

// Branches, so that the questions come along a path.
static void __attribute__((unused)) small(int count, uint32_t limit) {
  for (int i = 0; i < count; ++i) riscv_assume(in[i] < limit);
}

int main(void) {
  JANUS_SYMBOLIC(in);
  const uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  (void)a, (void)b, (void)c, (void)d;
#if defined FACTORS  // an input: the two factors of 65521 * 65519
  small(2, 65536);
  riscv_assume(a > 1 && b > 1);
  riscv_assert(a * b != 65521u * 65519u);
#elif defined SQUARE  // an input: a root modulo 2^32
  riscv_assert(a * a != 0x12345679u * 0x12345679u);
#elif defined BINOMIAL
  riscv_assert((a + b) * (a + b) == a * a + 2 * a * b + b * b);
#elif defined SCALE  // a reading in tenths of a degree, to the other unit and back
  riscv_assume(a < 2000);
  uint32_t scaled = a * 9 / 5 + 320;
  riscv_assert((scaled - 320) * 5 / 9 <= a);
  riscv_assert(a - (scaled - 320) * 5 / 9 <= 1);
#elif defined AVERAGE
  small(4, 1 << 20);
  uint32_t mean = (a + b + c + d) / 4;
  riscv_assert(mean <= a || mean <= b || mean <= c || mean <= d);
  riscv_assert(mean >= a || mean >= b || mean >= c || mean >= d);
#elif defined CHECKSUM  // an input: a number of eight digits with a given weighted sum, modulo 97
  uint32_t sum = 0;
  small(8, 10);
  for (int i = 0; i < 8; ++i) sum += in[i] * (3u * (uint32_t)i * (uint32_t)i + 7);
  riscv_assert(sum % 97 != 42);
#elif defined LINEAR    // an input: a system of equations with large coefficients, which has one solution modulo 2^32
  riscv_assume(a * 1103515245u + b * 69069u + c * 12345u == 99991u);
  riscv_assume(a * 22695477u + b * 1664525u + c * 214013u == 31337u);
  riscv_assert(a * 134775813u + b * 1140671485u + c * 2531011u != 65537u);
#elif defined DIGITS    // a number from its digits, compared with the sum of its parts
  small(6, 10);
  uint32_t number = 0, high = 0;
  for (int i = 0; i < 6; ++i) number = number * 10 + in[i];
  for (int i = 0; i < 3; ++i) high = high * 10 + in[i];
  riscv_assert(number / 1000 == high);
  riscv_assert(number < 1000000);
  riscv_assert(number != 271828);
#elif defined MODULAR   // days and seconds
  riscv_assume(a < 100000);
  uint32_t day = a % 7, week = a / 7;
  riscv_assert(week * 7 + day == a);
  riscv_assert((a + 7) % 7 == day);
  riscv_assert(day < 7);
#elif defined CUBE
  riscv_assert((a + b) * (a + b) * (a + b) == a * a * a + 3 * a * a * b + 3 * a * b * b + b * b * b);
#elif defined DIFFERENCE
  riscv_assert((a - b) * (a + b) == a * a - b * b);
#elif defined QUOTIENT
  riscv_assume(b != 0);
  riscv_assert(a / b <= a);
#elif defined SYSTEM
  riscv_assume(3 * a + 5 * b == c);
  riscv_assert(21 * a + 35 * b + d == 7 * c + d);
#elif defined SUBSTITUTE
  riscv_assume(a == b + c);
  riscv_assert(a * d == b * d + c * d);
#elif defined REMAINDER
  riscv_assume(b > 100);
  riscv_assert(a % b <= a);
  riscv_assert(a % b != b - 1 || a >= 100);
#elif defined TRIPLE  // a Pythagorean triple with a long side
  small(3, 30000);
  riscv_assume(a > 1000 && b > a && c > b);
  riscv_assert(a * a + b * b != c * c);
#elif defined MIX     // an input: a multiplicative hash of two words that meets a given value
  uint32_t hash = (a * 2654435761u) ^ b;
  hash = (hash ^ hash >> 15) * 2246822519u;
  riscv_assert(hash != 0xcafebabeu);
#endif
  return 0;
}
