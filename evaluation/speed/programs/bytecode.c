// A machine of sixteen registers that interprets a program in a bytecode: an indirect jump every few instructions.
//
// The program counts the steps that the numbers 1 to 300 take to reach 1, if even numbers are halved, and odd ones
// tripled and increased by one.
#ifndef REPEAT
#define REPEAT 800
#endif
#include "speed.h"

enum operation { HALT, LOAD, MOVE, ADD, ADD_CONSTANT, MULTIPLY, SHIFT_RIGHT, AND, JUMP, IF_ZERO, IF_EQUAL, IF_ABOVE };

// a is the register that is written, or the first that is compared. A jump goes to the instruction with number c.
struct instruction {
  uint8_t operation, a, b, c;
};

enum { N, STEPS, NUMBER, BIT, LAST, ONE, THREE };

static const struct instruction program[] = {
    {LOAD, STEPS, 0, 0},                // 0
    {LOAD, ONE, 0, 1},                  // 1
    {LOAD, THREE, 0, 3},                // 2
    {LOAD, N, 0, 1},                    // 3
    {LOAD, LAST, 0, 75},                // 4
    {ADD, LAST, LAST, LAST},            // 5
    {ADD, LAST, LAST, LAST},            // 6
    {IF_ABOVE, N, LAST, 20},            // 7: the next number
    {MOVE, NUMBER, N, 0},               // 8
    {IF_EQUAL, NUMBER, ONE, 18},        // 9: the next step
    {ADD_CONSTANT, STEPS, STEPS, 1},    // 10
    {AND, BIT, NUMBER, ONE},            // 11
    {IF_ZERO, BIT, 0, 16},              // 12
    {MULTIPLY, NUMBER, NUMBER, THREE},  // 13
    {ADD_CONSTANT, NUMBER, NUMBER, 1},  // 14
    {JUMP, 0, 0, 9},                    // 15
    {SHIFT_RIGHT, NUMBER, NUMBER, 1},   // 16
    {JUMP, 0, 0, 9},                    // 17
    {ADD_CONSTANT, N, N, 1},            // 18
    {JUMP, 0, 0, 7},                    // 19
    {HALT, STEPS, 0, 0},                // 20
};

static uint32_t __attribute__((noipa)) interpret(const struct instruction* code) {
  uint32_t r[16] = {0};
  uint32_t pc = 0;
  for (;;) {
    const struct instruction now = code[pc++];
    switch ((enum operation)now.operation) {
      case HALT: return r[now.a];
      case LOAD: r[now.a] = now.c; break;
      case MOVE: r[now.a] = r[now.b]; break;
      case ADD: r[now.a] = r[now.b] + r[now.c]; break;
      case ADD_CONSTANT: r[now.a] = r[now.b] + now.c; break;
      case MULTIPLY: r[now.a] = r[now.b] * r[now.c]; break;
      case SHIFT_RIGHT: r[now.a] = r[now.b] >> now.c; break;
      case AND: r[now.a] = r[now.b] & r[now.c]; break;
      case JUMP: pc = now.c; break;
      case IF_ZERO: pc = r[now.a] == 0 ? now.c : pc; break;
      case IF_EQUAL: pc = r[now.a] == r[now.b] ? now.c : pc; break;
      case IF_ABOVE: pc = r[now.a] > r[now.b] ? now.c : pc; break;
    }
  }
}

uint32_t work(void) { return interpret(program); }

int main(void) { return repeat("bytecode", 14167); }
