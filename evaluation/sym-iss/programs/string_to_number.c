// A string of up to MAX_SIZE digits to a number, checked against the sum of digits times powers of ten (both modulo
// 2^32). Paths: for each size k the string ends at one of k + 1 places. Unsafe: times nine, by one wrong shift.
#include <janus.h>

#ifndef MAX_SIZE
#define MAX_SIZE 10
#endif

static char text[MAX_SIZE + 1];

static unsigned to_number(const char* string) {
  unsigned number = 0;
  for (; *string != '\0'; ++string) {
#ifdef UNSAFE
    number = (number << 3) + number;
#else
    number = (number << 3) + (number << 1);
#endif
    number += (unsigned)(*string - '0');
  }
  return number;
}

int main(void) {
  int size = MAX_SIZE;
  JANUS_SYMBOLIC(size);
  riscv_assume(size >= 1);
  riscv_assume(size <= MAX_SIZE);
  JANUS_SYMBOLIC(text);
  for (int i = 0; i < MAX_SIZE; ++i) {
    riscv_assume(((unsigned)(text[i] - '0') <= 9) | (text[i] == '\0'));
  }
  // The string ends behind `size` characters at the latest; here each size becomes a path of its own.
  for (int i = MAX_SIZE; i >= size; --i) text[i] = '\0';

  unsigned number = to_number(text);

  int length = 0;
  while (text[length] != '\0') ++length;
  unsigned expected = 0, power = 1;
  for (int i = length - 1; i >= 0; --i) {
    expected += power * (unsigned)(text[i] - '0');
    power *= 10;
  }
  riscv_assert(number == expected);
  return 0;
}
