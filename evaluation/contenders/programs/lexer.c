// A lexer for arithmetic, table of classes, and a Pratt-like evaluator; 7 characters.
#include <janus.h>
#include <stdint.h>
#define N 7
static char text[N + 1];
enum { T_END, T_NUM, T_OP, T_OPEN, T_CLOSE, T_BAD };
struct token {
  uint8_t kind;
  char op;
  uint16_t value;
};
static struct token tokens[N + 1];
static int count;
static int lex(const char* s) {
  int n = 0;
  while (*s) {
    char c = *s;
    if (c == ' ') {
      s++;
      continue;
    }
    struct token* t = &tokens[n++];
    if (c >= '0' && c <= '9') {
      unsigned v = 0;
      while (*s >= '0' && *s <= '9') {
        v = v * 10 + (unsigned)(*s++ - '0');
#ifndef BUG
        if (v > 9999) v = 9999;
#endif
      }
      t->kind = T_NUM;
      t->value = (uint16_t)v;
      continue;
    }
    s++;
    t->op = c;
    switch (c) {
      case '+':
      case '-':
      case '*':
      case '/': t->kind = T_OP; break;
      case '(': t->kind = T_OPEN; break;
      case ')': t->kind = T_CLOSE; break;
      default: t->kind = T_BAD; return -1;
    }
  }
  tokens[n].kind = T_END;
  return n;
}
int main(void) {
  JANUS_SYMBOLIC(text);
  text[N] = 0;
  count = lex(text);
  if (count < 0) return 0;
  riscv_assert(count <= N);
  int balance = 0;
  for (int i = 0; i < count; i++) {
    switch (tokens[i].kind) {
      case T_NUM: riscv_assert(tokens[i].value <= 9999); break;
      case T_OPEN: balance++; break;
      case T_CLOSE: balance--; break;
      case T_OP: break;
      default: riscv_unreachable();
    }
    if (balance < 0) return 0;
  }
  riscv_assert(balance <= count);
  return 0;
}
