// A parser of nested lists calls itself for each bracket.
#include <janus.h>
#include <stdint.h>

static char text[40];
static volatile unsigned deepest;

__attribute__((noinline)) static const char* parse(const char* at, unsigned depth) {
  volatile char name[96];
  name[0] = *at;
#ifdef FIXED
  if (depth > 3) return at;
#endif
  if (depth > deepest) deepest = depth;
  while (*at && at < text + sizeof text) {
    if (*at == '(')
      at = parse(at + 1, depth + 1);
    else if (*at == ')')
      return at + (name[0] != 1);
    else
      ++at;
  }
  return at;
}

int main(void) {
  JANUS_SYMBOLIC(text);
  riscv_assume(text[0] == '(' && text[1] == '(' && text[2] == '(');
  for (unsigned i = 3; i < 36; ++i) riscv_assume(text[i] == '(' || text[i] == text[0] + 1);
  for (unsigned i = 3; i < 34; ++i) riscv_assume(text[i] == text[i + 1]);
  text[36] = 0;
  parse(text, 0);
  return 0;
}
