// Pike's regular expression matcher (symbolic text, fixed pattern) against a hand-written automaton.
#include <janus.h>
#include <stdint.h>
#define N 8
static char text[N + 1];
static int matchhere(const char* re, const char* s);
static int matchstar(int c, const char* re, const char* s) {
  do {
    if (matchhere(re, s)) return 1;
  } while (*s != 0 && (*s++ == c || c == '.'));
  return 0;
}
static int matchhere(const char* re, const char* s) {
  if (re[0] == 0) return 1;
  if (re[1] == '*') return matchstar(re[0], re + 2, s);
  if (re[0] == '$' && re[1] == 0) return *s == 0;
  if (*s != 0 && (re[0] == '.' || re[0] == *s)) return matchhere(re + 1, s + 1);
  return 0;
}
static int match(const char* re, const char* s) {
  if (re[0] == '^') return matchhere(re + 1, s);
  do {
    if (matchhere(re, s)) return 1;
  } while (*s++ != 0);
  return 0;
}
// ^ab*c.$
static int automaton(const char* s) {
  int state = 0;
  for (; *s; s++) {
    switch (state) {
      case 0: state = *s == 'a' ? 1 : 9; break;
      case 1: state = *s == 'b' ? 1 : *s == 'c' ? 2 : 9; break;
#ifdef BUG
      case 2: state = *s == 'b' ? 9 : 3; break;
#else
      case 2: state = 3; break;
#endif
      default: state = 9;
    }
  }
  return state == 3;
}
int main(void) {
  JANUS_SYMBOLIC(text);
  text[N] = 0;
  riscv_assert(match("^ab*c.$", text) == automaton(text));
  return 0;
}
