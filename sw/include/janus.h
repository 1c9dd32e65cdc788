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
//   t0 = 6   is it symbolic?      t1 = number of a register; a0 becomes 1 or 0
//   t0 = 7   get a value          t1 = number of a register; a0 becomes a value that it has on this path, and keeps
//   t0 = 8   prefer               t1 = number of the register that holds the condition
//   t0 = 9   print                t1 = number of the register, t3 = address of a name, ended by NUL
//   t0 = 10  report               t3 = address of a message, ended by NUL
//   t0 = 11  cover                t3 = address of a name, ended by NUL
//   t0 = 32  poison memory       t1 = address, t2 = bytes
//   t0 = 33  unpoison it         t1 = address, t2 = bytes
//   t0 = 34  define memory       t1 = address, t2 = bytes
//   t0 = 35  begin an object     t1 = address, t2 = bytes; a0 becomes the address
//   t0 = 36  end it              t1 = address
//   t0 = 64  a stretch of time begins
//   t0 = 65  it ends             a0 becomes its number of cycles
//   t0 = 66  assert cycles       a0 = the most cycles that the stretch may have taken so far
//
// A hook changes no register, except that call 3 changes the register it names, and calls 6, 7, 35 and 65 a0. In `janus
// explore`, a symbolic input stands for all its values. In `janus run` and `janus replay`, an input takes its value
// from a test case or a seed, or keeps its value; a failed assertion fails the run, a failed assumption ends it without
// failure.
//
// Firmware may also use `ecall` for its own system calls, whatever t0 holds then. Janus tells the two apart by the
// marker, in an ELF file with the note below (`janus --hooks auto`).
//
// With JANUS_OFF defined, there are no hooks: the same source compiles for a board, for QEMU or for a host. An
// assertion is the C library's then, and janus_off.h says where inputs come from.
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
#define JANUS_HOOK_IS_SYMBOLIC 6
#define JANUS_HOOK_GET_VALUE 7
#define JANUS_HOOK_PREFER 8
#define JANUS_HOOK_PRINT 9
#define JANUS_HOOK_REPORT 10
#define JANUS_HOOK_COVER 11
#define JANUS_HOOK_STACK_TRACE 12
#define JANUS_HOOK_POISON 32
#define JANUS_HOOK_UNPOISON 33
#define JANUS_HOOK_DEFINE 34
#define JANUS_HOOK_BEGIN_OBJECT 35
#define JANUS_HOOK_END_OBJECT 36
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

// Whether a word depends on inputs, as far as Janus knows; never in a run without a test case.
JANUS_INLINE JANUS_BOOL riscv_is_symbolic(unsigned long word) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_IS_SYMBOLIC;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = word;
  register unsigned long a0 __asm__("a0");
  JANUS_ASM volatile(JANUS_HOOK : "=r"(a0) : "r"(t0), "r"(t1), "r"(t2) : "memory");
  return a0 != 0;
}

// A value that a word has on this path. The path goes on with the inputs that give the word this value; if there are
// others, they are not explored, and the verdict is not safe.
JANUS_INLINE unsigned long riscv_get_value(unsigned long word) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_GET_VALUE;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = word;
  register unsigned long a0 __asm__("a0");
  JANUS_ASM volatile(JANUS_HOOK : "=r"(a0), "+r"(t2) : "r"(t0), "r"(t1) : "memory");
  return a0;
}

// Asks that the inputs in test cases make the condition hold, if they can. Excludes nothing.
JANUS_INLINE void riscv_prefer(JANUS_BOOL condition) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_PREFER;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = condition;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

// Prints a word with its name on standard error: its value, or the values that it can have and its term.
JANUS_INLINE void riscv_print(const char* name, unsigned long word) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_PRINT;
  register unsigned long t1 __asm__("t1") = 7;
  register unsigned long t2 __asm__("t2") = word;
  register const char* t3 __asm__("t3") = name;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2), "r"(t3) : "memory");
}

// A violation that the firmware has noticed itself: an assertion that fails, with a message.
JANUS_INLINE void riscv_report(const char* message) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_REPORT;
  register const char* t3 __asm__("t3") = message;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t3) : "memory");
}
JANUS_INLINE void riscv_unreachable(void) { riscv_report("code that should be unreachable"); }

// Says that a path has come here. The end of an exploration lists which places were reached, and which were not.
// riscv_cover("a literal") also puts the name into the ELF file, so that Janus knows of places that nobody reaches.
JANUS_INLINE void riscv_cover_at(const char* name) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_COVER;
  register const char* t3 __asm__("t3") = name;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t3) : "memory");
}
#define riscv_cover(name)                                                                               \
  do {                                                                                                  \
    __asm__ volatile(".pushsection .janus.cover,\"\",@progbits\n\t.asciz \"" name "\"\n\t.popsection"); \
    riscv_cover_at(name);                                                                               \
  } while (0)

// Prints the calls under way on standard error, innermost first.
JANUS_INLINE void riscv_stack_trace(void) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_STACK_TRACE;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0) : "memory");
}

// A new symbolic number from `low` to `high`, both included, with a name. In a run without a test case, `low`.
JANUS_INLINE unsigned long riscv_range(unsigned long low, unsigned long high, const char* name) {
  volatile unsigned long number = low;
  riscv_make_symbolic_named(&number, sizeof number, name);
  unsigned long chosen = number;
  riscv_assume(chosen - low <= high - low);
  return chosen;
}

// A new symbolic number below `count`: which of so many alternatives.
JANUS_INLINE unsigned long riscv_choose(unsigned long count) { return riscv_range(0, count - 1, "choice"); }

// What only the firmware knows of its memory, for detectors (janus --check). Where no detector of memory is on, these
// calls do nothing.

JANUS_INLINE void janus_describe_memory(unsigned long hook, const volatile void* address, __SIZE_TYPE__ bytes) {
  register unsigned long t0 __asm__("t0") = hook;
  register const volatile void* t1 __asm__("t1") = address;
  register __SIZE_TYPE__ t2 __asm__("t2") = bytes;
  JANUS_ASM volatile(JANUS_HOOK : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}
// From now on nobody may load or store there; and then again.
JANUS_INLINE void riscv_poison(const volatile void* address, __SIZE_TYPE__ bytes) {
  janus_describe_memory(JANUS_HOOK_POISON, address, bytes);
}
JANUS_INLINE void riscv_unpoison(const volatile void* address, __SIZE_TYPE__ bytes) {
  janus_describe_memory(JANUS_HOOK_UNPOISON, address, bytes);
}
// What is there counts as written, by a device for example.
JANUS_INLINE void riscv_define(const volatile void* address, __SIZE_TYPE__ bytes) {
  janus_describe_memory(JANUS_HOOK_DEFINE, address, bytes);
}
// For an allocator that Janus does not know: `address` becomes an object of so many bytes, with nothing in it yet. Use
// the pointer that is returned: accesses through it, and through what is computed from it, are checked.
JANUS_INLINE void* riscv_begin_object(void* address, __SIZE_TYPE__ bytes) {
  register unsigned long t0 __asm__("t0") = JANUS_HOOK_BEGIN_OBJECT;
  register void* t1 __asm__("t1") = address;
  register __SIZE_TYPE__ t2 __asm__("t2") = bytes;
  register void* a0 __asm__("a0");
  JANUS_ASM volatile(JANUS_HOOK : "=r"(a0) : "r"(t0), "r"(t1), "r"(t2) : "memory");
  return a0;
}
// The object that begins there is no more. Nothing, if there is none. A function that calls one of the two is the
// allocator's, and may use its blocks as it likes: lists in what is free, headers in front.
JANUS_INLINE void riscv_end_object(const volatile void* address) {
  janus_describe_memory(JANUS_HOOK_END_OBJECT, address, 0);
}

// Makes a variable a symbolic input with the variable's name: JANUS_SYMBOLIC(length);
#define JANUS_SYMBOLIC(variable) riscv_make_symbolic_named(&(variable), sizeof(variable), #variable)

#ifdef __cplusplus
}
#endif

#endif  // __ASSEMBLER__
#endif  // JANUS_OFF
#endif  // JANUS_H
