// The hooks of Janus: calls from firmware to the simulator.
//
// This file is self-contained: it depends on no library, no start-up code and no other header. It works in C,
// in C++ and in assembly. A hook is an `ecall` behind the marker `slti x0, x0, 0x4a`, which does nothing:
//
//   t0 = 1   assert               t1 = number of the register that holds the condition
//   t0 = 2   assume               t1 = number of the register that holds the condition
//   t0 = 3   make a register symbolic   t1 = its number
//   t0 = 4   make memory symbolic       t1 = address, t2 = bytes
//   t0 = 5   the same, by name          t1 = address, t2 = bytes, t3 = address of the name, ended by NUL
//   t0 = 64  a stretch of time begins
//   t0 = 65  it ends             a0 becomes its number of cycles
//   t0 = 66  assert cycles       a0 = the most cycles that the stretch may have taken so far
//
// A hook changes no register, except that call 3 changes the register it names, and call 65 a0. In `janus explore`, a
// symbolic input stands for all its values. In `janus run` and `janus replay`, an input takes its value from a test
// case or a seed, or keeps its value; a failed assertion fails the run, a failed assumption ends it without failure.
//
// Firmware may also use `ecall` for its own system calls, whatever t0 holds then. Janus tells the two apart by the
// marker, in an ELF file with the note below (`janus --hooks auto`).
//
// With JANUS_OFF defined, there are no hooks: the same source compiles for a board, for QEMU or for a host. An assertion is
// the C library's then, and janus_off.h says where inputs come from.
//
// In assembly, JANUS_HOOK stands for the two instructions: set the registers, then write JANUS_HOOK.
#ifndef JANUS_H
#define JANUS_H

#ifdef JANUS_OFF
#include "janus_off.h"
#else

#ifndef __riscv
#error "janus.h is for RISC-V firmware; define JANUS_OFF to compile it for something else"
#endif

#define JANUS_HOOK_ASSERT 1
#define JANUS_HOOK_ASSUME 2
#define JANUS_HOOK_MAKE_REGISTER_SYMBOLIC 3
#define JANUS_HOOK_MAKE_SYMBOLIC 4
#define JANUS_HOOK_MAKE_SYMBOLIC_NAMED 5
#define JANUS_HOOK_BEGIN_STRETCH 64
#define JANUS_HOOK_END_STRETCH 65
#define JANUS_HOOK_ASSERT_CYCLES 66

#define JANUS_NOTE_ABI_VERSION 2

#ifdef __ASSEMBLER__
// clang-format off

// Neither of the two instructions is ever compressed.
#define JANUS_HOOK .option push; .option norvc; slti x0, x0, 0x4a; ecall; .option pop

  .pushsection .janus.note, "", @note
  .balign 4
  .word 6, 4, 1  // sizes of owner and descriptor, type
  .asciz "Janus"
  .balign 4
  .word JANUS_NOTE_ABI_VERSION
  .popsection

// clang-format on
#else

// The note's section is not allocated, so it moves no code. It is not called .note.*, since many linker scripts
// discard such sections. Several translation units produce several notes, which is harmless.
__asm__(
    ".pushsection .janus.note,\"\",@note\n"
    ".balign 4\n"
    ".word 6, 4, 1\n"  // sizes of owner and descriptor, type
    ".asciz \"Janus\"\n"
    ".balign 4\n"
    ".word 2\n"  // JANUS_NOTE_ABI_VERSION
    ".popsection\n");

#ifdef __cplusplus
#define JANUS_BOOL bool
extern "C" {
#else
#define JANUS_BOOL _Bool
#endif

// The marker and the `ecall`, in one piece of assembly, so that nothing comes between. Neither is ever compressed.
#define JANUS_HOOK ".option push\n\t.option norvc\n\tslti x0, x0, 0x4a\n\tecall\n\t.option pop"

// `inline`: a hook counts as one instruction, so that it changes as little as possible of what the compiler makes of
// the code around it. By its lines, it would keep the compiler from duplicating short blocks.
#if __GNUC__ >= 9 || __clang_major__ >= 11
#define JANUS_ASM __asm__ __inline__
#else
#define JANUS_ASM __asm__
#endif

#define JANUS_INLINE static inline __attribute__((always_inline, unused))

// `volatile` with a "memory" clobber keeps loads and stores on their side of the call, and makes the compiler
// reload memory that has become symbolic. The condition is in t2 (register 7), as data, so that the compiler
// learns nothing from a condition: it does not remove the code after riscv_assert(0).

// A condition is anything that can be compared with zero: an integer of any width, a pointer. Use two calls instead
// of one condition with `&&`: the compiler may turn `&&` into a branch, and each branch costs a path.
JANUS_INLINE void riscv_assert(JANUS_BOOL condition) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_ASSERT;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = condition;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// Excludes all inputs for which the condition does not hold.
JANUS_INLINE void riscv_assume(JANUS_BOOL condition) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_ASSUME;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = condition;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// Makes `bytes` bytes at `address` symbolic inputs.
JANUS_INLINE void riscv_make_symbolic(volatile void* address, __SIZE_TYPE__ bytes) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_MAKE_SYMBOLIC;
  register volatile void* t1 __asm__("t1") = address;
  register __SIZE_TYPE__ t2 __asm__("t2") = bytes;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// The same, and names the input in counterexamples and test cases.
JANUS_INLINE void riscv_make_symbolic_named(volatile void* address, __SIZE_TYPE__ bytes, const char* name) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_MAKE_SYMBOLIC_NAMED;
  register volatile void* t1 __asm__("t1") = address;
  register __SIZE_TYPE__ t2 __asm__("t2") = bytes;
  register const char* t3 __asm__("t3") = name;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2), "r"(t3) : "memory");
}

// Returns a new symbolic word; zero in a run without a test case or a seed.
JANUS_INLINE unsigned long riscv_make_register_symbolic(void) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_MAKE_REGISTER_SYMBOLIC;
  register unsigned long t1 __asm__("t1") = 10;
  register unsigned long a0 __asm__("a0") = 0;
  JANUS_ASM volatile(JANUS_HOOK : "+r"(a0) : "r"(t0), "r"(t1) : "memory");
  return a0;
}

// From here on, cycles are counted, as the timing profile says. A later call begins again.
JANUS_INLINE void riscv_mark_begin(void) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_BEGIN_STRETCH;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0) : "memory");
}

// Returns the cycles between the last riscv_mark_begin(), or reset, and this call, without those of the two hooks.
JANUS_INLINE unsigned long riscv_mark_end(void) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_END_STRETCH;
  register unsigned long a0 __asm__("a0");
  JANUS_ASM volatile(JANUS_HOOK : "=r"(a0) : "r"(t0) : "memory");
  return a0;
}

// Asserts that at most `limit` cycles have passed since the last riscv_mark_begin().
JANUS_INLINE void riscv_assert_cycles(unsigned long limit) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_ASSERT_CYCLES;
  register unsigned long a0 __asm__("a0") = limit;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(a0) : "memory");
}

// Makes a variable a symbolic input with the variable's name: JANUS_SYMBOLIC(length);
#define JANUS_SYMBOLIC(variable) riscv_make_symbolic_named(&(variable), sizeof(variable), #variable)

#ifdef __cplusplus
}
#endif

#endif  // __ASSEMBLER__
#endif  // JANUS_OFF
#endif  // JANUS_H
