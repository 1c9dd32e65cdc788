// The hooks for a generated program that runs on the host: every combination of input values, one after the other.
//
// A generated program depends on the values of its inputs from -RANGE to RANGE only (generate.py, declare_inputs), and
// is the same program on the host, so running them all says what the verdict must be. Exits 1 if an assertion failed.
#ifndef JANUS_H
#define JANUS_H

#include <setjmp.h>
#include <string.h>

static jmp_buf end_of_run;
static int values[16];  // of the inputs, in the order in which they are made symbolic
static int inputs;      // of this run so far
static int most;        // of any run: one that an assumption ends early has fewer
static int failed;

static inline void riscv_assert(_Bool condition) {
  failed |= !condition;
  if (!condition) longjmp(end_of_run, 1);
}

static inline void riscv_assume(_Bool condition) {
  if (!condition) longjmp(end_of_run, 1);
}

static inline void riscv_make_symbolic_named(void* address, unsigned long bytes, const char* name) {
  (void)name;
  memcpy(address, &values[inputs++], bytes);  // little endian
  if (inputs > most) most = inputs;
}

int program(void);

int main(void) {
  for (int i = 0; i < 16; ++i) values[i] = -RANGE;
  for (;;) {
    inputs = 0;
    if (setjmp(end_of_run) == 0) program();
    if (failed) return 1;
    int i = 0;
    while (i < most && values[i] == RANGE) values[i++] = -RANGE;
    if (i == most) return 0;
    ++values[i];
  }
}

#define main program

#endif  // JANUS_H
