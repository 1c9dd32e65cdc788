// A stack VM: a verifier computes the stack depth of straight-line byte code, then the interpreter runs it unchecked.
#include <janus.h>
#include <stdint.h>
#define N 8
#define DEPTH 4
enum { PUSH, POP, ADD, SUB, DUP, SWAP, JZ, HALT };
static uint8_t code[N];
static int stack[DEPTH];
static int verify(const uint8_t* c, int n) {
  int d = 0;
  for (int i = 0; i < n; i++) {
    switch (c[i] & 7) {
      case PUSH: d++; break;
      case POP: d--; break;
      case ADD:
      case SUB:
        if (d < 2) return 0;
        d--;
        break;
#ifdef BUG
      case DUP:
        if (d < 1) return 0;
        break;
#else
      case DUP:
        if (d < 1) return 0;
        d++;
        break;
#endif
      case SWAP:
        if (d < 2) return 0;
        break;
      case JZ: return 0;
      case HALT: return 1;
    }
    if (d < 0 || d > DEPTH) return 0;
  }
  return 1;
}
static void run(const uint8_t* c, int n) {
  int sp = 0;
  for (int pc = 0; pc < n; pc++) {
    int t;
    switch (c[pc] & 7) {
      case PUSH:
        riscv_assert(sp < DEPTH);
        stack[sp++] = c[pc] >> 3;
        break;
      case POP: sp--; break;
      case ADD:
        stack[sp - 2] += stack[sp - 1];
        sp--;
        break;
      case SUB:
        stack[sp - 2] -= stack[sp - 1];
        sp--;
        break;
      case DUP:
        riscv_assert(sp < DEPTH);
        stack[sp] = stack[sp - 1];
        sp++;
        break;
      case SWAP:
        t = stack[sp - 1];
        stack[sp - 1] = stack[sp - 2];
        stack[sp - 2] = t;
        break;
      case HALT: return;
      default: riscv_unreachable();
    }
    riscv_assert(sp >= 0 && sp <= DEPTH);
  }
}
int main(void) {
  JANUS_SYMBOLIC(code);
  if (!verify(code, N)) return 0;
  run(code, N);
  return 0;
}
