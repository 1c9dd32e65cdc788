// A parser of comma-separated values: fields, quoted fields with doubled quotes, and numbers, of which it keeps the sum.
// Safe: no more fields than characters, and a sum within what so many digits make. Paths: one for each sequence of kinds
// of characters.
#include <janus.h>

#ifndef LENGTH
#define LENGTH 8
#endif

enum State { Begin, Number, Text, Quoted, QuoteInQuoted };

int main(void) {
  char line[LENGTH];
  JANUS_SYMBOLIC(line);
  enum State state = Begin;
  unsigned fields = 1, sum = 0, number = 0, errors = 0;
  for (unsigned i = 0; i < LENGTH; ++i) {
    const char c = line[i];
    if (state == Quoted) {
      if (c == '"') state = QuoteInQuoted;
      continue;
    }
    if (c == ',' || c == '\n') {
      if (state == Number) sum += number;
      number = 0;
      ++fields;
      state = Begin;
    } else if (c == '"') {
      if (state == Begin || state == QuoteInQuoted)
        state = Quoted;
      else
        ++errors;
    } else if (c >= '0' && c <= '9' && (state == Begin || state == Number)) {
      number = 10 * number + (unsigned)(c - '0');
      state = Number;
    } else {
      if (state == Number || state == QuoteInQuoted) ++errors;
      state = Text;
    }
  }
  if (state == Number) sum += number;
  riscv_assert(fields + errors <= LENGTH + 1);
  riscv_assert(sum <= 99999999);
  return 0;
}
