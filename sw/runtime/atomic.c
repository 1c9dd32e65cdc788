// Atomic operations that the machine has no instruction for: what compilers call for `_Atomic` objects of one, two and
// eight bytes, of four bytes without the extension A, and of other sizes. Debian has no libatomic for this target.
// There is one hart, so each operation runs with interrupts off; machine mode only.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "csr.h"

static inline unsigned long interrupts_off(void) {
  unsigned long status;
  __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(status) : : "memory");
  return status;
}
static inline void interrupts_as(unsigned long status) { csr_set(mstatus, status & MSTATUS_MIE); }

// The compiler knows the functions by their names as built in, so they have these only in the object file.
#define NAMED(result, name, size, arguments)                                                          \
  result atomic_##name##_##size arguments __asm__("__atomic_" #name "_" #size) __attribute__((weak)); \
  result atomic_##name##_##size arguments

#define ATOMICALLY(...)                          \
  const unsigned long status = interrupts_off(); \
  __VA_ARGS__;                                   \
  interrupts_as(status)

#define READ_AND_WRITE(name, type, size, value)                            \
  NAMED(type, name, size, (volatile type * at, type operand, int order)) { \
    (void)order;                                                           \
    ATOMICALLY(const type before = *at; *at = (type)(value));              \
    return before;                                                         \
  }

#define ALL(type, size)                                                                                            \
  NAMED(type, load, size, (const volatile type* at, int order)) {                                                  \
    (void)order;                                                                                                   \
    ATOMICALLY(const type value = *at);                                                                            \
    return value;                                                                                                  \
  }                                                                                                                \
  NAMED(void, store, size, (volatile type * at, type value, int order)) {                                          \
    (void)order;                                                                                                   \
    ATOMICALLY(*at = value);                                                                                       \
  }                                                                                                                \
  NAMED(bool, compare_exchange, size, (volatile type * at, type * expected, type desired, int same, int unlike)) { \
    (void)same, (void)unlike;                                                                                      \
    ATOMICALLY(const type before = *at; const bool is_same = before == *expected; if (is_same)* at = desired;      \
               else* expected = before);                                                                           \
    return is_same;                                                                                                \
  }                                                                                                                \
  READ_AND_WRITE(exchange, type, size, operand)                                                                    \
  READ_AND_WRITE(fetch_add, type, size, before + operand)                                                          \
  READ_AND_WRITE(fetch_sub, type, size, before - operand)                                                          \
  READ_AND_WRITE(fetch_and, type, size, before& operand)                                                           \
  READ_AND_WRITE(fetch_or, type, size, before | operand)                                                           \
  READ_AND_WRITE(fetch_xor, type, size, before ^ operand)                                                          \
  READ_AND_WRITE(fetch_nand, type, size, ~(before & operand))

ALL(uint8_t, 1)
ALL(uint16_t, 2)
ALL(uint32_t, 4)
ALL(uint64_t, 8)

#define OF_ANY_SIZE(result, name, arguments)                                       \
  result atomic_##name arguments __asm__("__atomic_" #name) __attribute__((weak)); \
  result atomic_##name arguments

OF_ANY_SIZE(void, load, (size_t size, const void* at, void* value, int order)) {
  (void)order;
  ATOMICALLY(memcpy(value, at, size));
}

OF_ANY_SIZE(void, store, (size_t size, void* at, const void* value, int order)) {
  (void)order;
  ATOMICALLY(memcpy(at, value, size));
}

OF_ANY_SIZE(void, exchange, (size_t size, void* at, const void* value, void* before, int order)) {
  (void)order;
  ATOMICALLY(memcpy(before, at, size); memcpy(at, value, size));
}

OF_ANY_SIZE(bool, compare_exchange,
            (size_t size, void* at, void* expected, const void* desired, int same, int unlike)) {
  (void)same, (void)unlike;
  ATOMICALLY(const bool is_same = memcmp(at, expected, size) == 0;
             memcpy(is_same ? at : expected, is_same ? desired : at, size));
  return is_same;
}

// Whether the hart alone does it, as libatomic answers for this target.
OF_ANY_SIZE(bool, is_lock_free, (size_t size, const void* at)) {
  (void)at;
  return size == 1 || size == 2 || size == 4;
}
