// The hooks of Janus: what firmware says to the simulator it runs on.
//
// Nothing but this file is needed: it depends on no library, no start-up code and no other header, and it
// serves C, C++ and (for the numbers and the note alone) assembly. A hook is an `ecall`:
//
//   t0 = 1   assert               t1 = number of the register that holds the condition
//   t0 = 2   assume               t1 = number of the register that holds the condition
//   t0 = 3   make a register symbolic   t1 = its number
//   t0 = 4   make memory symbolic       t1 = address, t2 = bytes
//   t0 = 5   the same, by name          t1 = address, t2 = bytes, t3 = address of the name, ended by NUL
//
// A hook changes no register, but for the one that call 3 names. Explored (`janus explore`), a symbolic input
// stands for every value at once. Run (`janus run`, `janus replay`), it takes its value from a test case or a
// seed, or keeps the one that is there; a failed assertion fails the run, a failed assumption ends it quietly.
//
// An `ecall` may also be the firmware's own. The ELF note below is what tells the two apart
// (`janus --hooks auto`), so include this file only in firmware that uses the hooks.
#ifndef JANUS_H
#define JANUS_H

#ifndef __riscv
#error "janus.h is for RISC-V firmware"
#endif

#define JANUS_HOOK_ASSERT 1
#define JANUS_HOOK_ASSUME 2
#define JANUS_HOOK_MAKE_REGISTER_SYMBOLIC 3
#define JANUS_HOOK_MAKE_SYMBOLIC 4
#define JANUS_HOOK_MAKE_SYMBOLIC_NAMED 5

#define JANUS_NOTE_ABI_VERSION 1

#ifdef __ASSEMBLER__
// clang-format off

  .pushsection .janus.note, "", @note
  .balign 4
  .word 6, 4, 1  // sizes of owner and descriptor, type
  .asciz "Janus"
  .balign 4
  .word JANUS_NOTE_ABI_VERSION
  .popsection

// clang-format on
#else

// The note is not allocated, so it moves no code, and is not called .note.*, since linker scripts commonly
// discard those. Several translation units leave several notes, which is harmless.
__asm__(
    ".pushsection .janus.note,\"\",@note\n"
    ".balign 4\n"
    ".word 6, 4, 1\n"  // sizes of owner and descriptor, type
    ".asciz \"Janus\"\n"
    ".balign 4\n"
    ".word 1\n"  // JANUS_NOTE_ABI_VERSION
    ".popsection\n");

#ifdef __cplusplus
#define JANUS_BOOL bool
extern "C" {
#else
#define JANUS_BOOL _Bool
#endif

#define JANUS_INLINE static inline __attribute__((always_inline, unused))

// Why each hook looks as it does. `volatile` with a "memory" clobber keeps loads and stores on their side of the
// call, and makes the compiler forget what it knew of memory that has become symbolic. The compiler learns nothing
// from a condition: code after riscv_assert(0) is still code. The condition is in t2 (register 7), as data.

// Everything that can be compared with zero is a condition: integers of any width, pointers. Two calls are better
// than one condition with `&&`, of which the compiler may make a branch, and exploration then another path.
JANUS_INLINE void riscv_assert(JANUS_BOOL condition) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_ASSERT;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = condition;
  __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// From here on only inputs count for which the condition holds.
JANUS_INLINE void riscv_assume(JANUS_BOOL condition) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_ASSUME;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = condition;
  __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// Makes `bytes` bytes at `address` inputs.
JANUS_INLINE void riscv_make_symbolic(volatile void* address, __SIZE_TYPE__ bytes) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_MAKE_SYMBOLIC;
  register volatile void* t1 __asm__("t1") = address;
  register __SIZE_TYPE__ t2 __asm__("t2") = bytes;
  __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// The same; counterexamples and test cases call the input by `name`.
JANUS_INLINE void riscv_make_symbolic_named(volatile void* address, __SIZE_TYPE__ bytes, const char* name) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_MAKE_SYMBOLIC_NAMED;
  register volatile void* t1 __asm__("t1") = address;
  register __SIZE_TYPE__ t2 __asm__("t2") = bytes;
  register const char* t3 __asm__("t3") = name;
  __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2), "r"(t3) : "memory");
}

// A fresh word of input that never was in memory; zero when run without a test case or a seed.
JANUS_INLINE unsigned long riscv_make_register_symbolic(void) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_MAKE_REGISTER_SYMBOLIC;
  register unsigned long t1 __asm__("t1") = 10;
  register unsigned long a0 __asm__("a0") = 0;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(t0), "r"(t1) : "memory");
  return a0;
}

// Makes a variable an input named by its spelling: JANUS_SYMBOLIC(length);
#define JANUS_SYMBOLIC(variable) riscv_make_symbolic_named(&(variable), sizeof(variable), #variable)

#ifdef __cplusplus
}
#endif

#endif  // __ASSEMBLER__
#endif  // JANUS_H
