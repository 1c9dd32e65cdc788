// What code calls on signed overflow if it was compiled with -fsanitize=signed-integer-overflow. The operation goes on
// with the result that the machine gives; `--check overflow` reports the call.
#define HANDLER(name) \
  __attribute__((weak, noinline)) void __ubsan_handle_##name(void) { __asm__ volatile(""); }
HANDLER(add_overflow)
HANDLER(sub_overflow)
HANDLER(mul_overflow)
HANDLER(negate_overflow)
HANDLER(divrem_overflow)
