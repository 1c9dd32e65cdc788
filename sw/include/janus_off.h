// The calls of janus.h where there is no Janus: on a board, in QEMU, on a host. janus.h includes this file if JANUS_OFF
// is defined.
//
// Nothing is symbolic. An input keeps the value that it has, unless the program defines janus_off_input(); janus_host.c
// does, and takes inputs from a file or from a fuzzer. An assertion is the C library's.
#ifndef JANUS_OFF_H
#define JANUS_OFF_H

#ifdef __ASSEMBLER__
#define JANUS_HOOK
#else

#include <assert.h>
#include <stddef.h>

#define JANUS_INLINE static inline __attribute__((unused))
#ifdef __cplusplus
#define JANUS_BOOL bool
extern "C" {
#else
#define JANUS_BOOL _Bool
#endif

// What a program may define to provide inputs: fills `bytes` bytes at `address`. `name` may be null.
__attribute__((weak)) void janus_off_input(volatile void* address, size_t bytes, const char* name);
// What a program may define to leave out inputs for which an assumption does not hold: does not return.
__attribute__((weak)) void janus_off_excluded(void);

#define riscv_assert(condition) assert(condition)  // so that it names the line of its caller
JANUS_INLINE void riscv_assume(JANUS_BOOL condition) {
  if (!condition && janus_off_excluded) janus_off_excluded();
}
JANUS_INLINE void riscv_make_symbolic_named(volatile void* address, size_t bytes, const char* name) {
  if (janus_off_input) janus_off_input(address, bytes, name);
}
JANUS_INLINE void riscv_make_symbolic(volatile void* address, size_t bytes) {
  riscv_make_symbolic_named(address, bytes, 0);
}
JANUS_INLINE unsigned long riscv_make_register_symbolic(void) {
  unsigned value = 0;  // 32 bits, as a register of the firmware
  riscv_make_symbolic(&value, sizeof value);
  return value;
}
JANUS_INLINE void riscv_mark_begin(void) {}
JANUS_INLINE unsigned long riscv_mark_end(void) { return 0; }
JANUS_INLINE void riscv_assert_cycles(unsigned long limit) { (void)limit; }
JANUS_INLINE JANUS_BOOL riscv_is_symbolic(unsigned long word) {
  (void)word;
  return 0;
}
JANUS_INLINE unsigned long riscv_get_value(unsigned long word) { return word; }
JANUS_INLINE void janus_describe_memory(const volatile void* address, size_t bytes) {
  (void)address;
  (void)bytes;
}
#define riscv_poison(address, bytes) janus_describe_memory(address, bytes)
#define riscv_unpoison(address, bytes) janus_describe_memory(address, bytes)
#define riscv_define(address, bytes) janus_describe_memory(address, bytes)
#define riscv_end_object(address) janus_describe_memory(address, 0)
JANUS_INLINE void* riscv_begin_object(void* address, size_t bytes) {
  (void)bytes;
  return address;
}
JANUS_INLINE void riscv_prefer(JANUS_BOOL condition) { (void)condition; }
JANUS_INLINE void riscv_print(const char* name, unsigned long word) {
  (void)name;
  (void)word;
}
#define riscv_report(message) assert(!message)  // a literal
#define riscv_unreachable() assert(!"code that should be unreachable")
JANUS_INLINE void riscv_cover_at(const char* name) { (void)name; }
JANUS_INLINE void riscv_stack_trace(void) {}
#define riscv_cover(name) riscv_cover_at(name)
JANUS_INLINE unsigned long riscv_range(unsigned long low, unsigned long high, const char* name) {
  unsigned number = (unsigned)low;  // 32 bits, as in the firmware
  riscv_make_symbolic_named(&number, sizeof number, name);
  riscv_assume(number - low <= high - low);
  return number;
}
JANUS_INLINE unsigned long riscv_choose(unsigned long count) { return riscv_range(0, count - 1, "choice"); }

#define JANUS_SYMBOLIC(variable) riscv_make_symbolic_named(&(variable), sizeof(variable), #variable)

#ifdef __cplusplus
}
#endif

#endif  // __ASSEMBLER__
#endif  // JANUS_OFF_H
