// `_Atomic` objects that no instruction serves: each operation gives what the same does without it, for all values.
#include <janus.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct {
  uint32_t words[3];
} Triple;

#define CHECK(type)                                                                                        \
  static void check_##type(type before, type operand) {                                                    \
    static _Atomic type object;                                                                            \
    atomic_store(&object, before);                                                                         \
    riscv_assert(atomic_exchange(&object, operand) == before && atomic_load(&object) == operand);          \
    riscv_assert(atomic_fetch_add(&object, before) == operand);                                            \
    riscv_assert(atomic_fetch_sub(&object, 1) == (type)(operand + before));                                \
    riscv_assert(atomic_fetch_and(&object, operand) == (type)(operand + before - 1));                      \
    const type masked = object;                                                                            \
    riscv_assert(masked == (type)((operand + before - 1) & operand));                                      \
    riscv_assert(atomic_fetch_or(&object, before) == masked);                                              \
    riscv_assert(atomic_fetch_xor(&object, operand) == (type)(masked | before));                           \
    riscv_assert(__atomic_fetch_nand(&object, before, __ATOMIC_SEQ_CST) == ((masked | before) ^ operand)); \
    type expected = before;                                                                                \
    object = operand;                                                                                      \
    const _Bool done = atomic_compare_exchange_strong(&object, &expected, 7);                              \
    riscv_assert(done == (before == operand));                                                             \
    riscv_assert(done ? object == 7 && expected == before : object == operand && expected == operand);     \
  }
CHECK(uint8_t)
CHECK(uint16_t)
CHECK(uint32_t)
CHECK(uint64_t)

static void check_triple(uint32_t word) {
  static _Atomic Triple object;
  atomic_store(&object, ((Triple){{1, word, 3}}));
  Triple seen = atomic_exchange(&object, ((Triple){{4, 5, word}}));
  riscv_assert(seen.words[0] == 1 && seen.words[1] == word && seen.words[2] == 3);
  riscv_assert(!atomic_compare_exchange_strong(&object, &seen, ((Triple){{7, 8, 9}})));
  riscv_assert(seen.words[0] == 4 && seen.words[1] == 5 && seen.words[2] == word);
  riscv_assert(atomic_compare_exchange_strong(&object, &seen, ((Triple){{7, 8, 9}})));
  seen = object;
  riscv_assert(seen.words[0] == 7 && seen.words[1] == 8 && seen.words[2] == 9);
}

int main(void) {
  uint64_t before, operand;
  JANUS_SYMBOLIC(before);
  JANUS_SYMBOLIC(operand);
  check_uint8_t((uint8_t)before, (uint8_t)operand);
  check_uint16_t((uint16_t)before, (uint16_t)operand);
  check_uint32_t((uint32_t)before, (uint32_t)operand);
  check_uint64_t(before, operand);
  check_triple((uint32_t)operand);
  return 0;
}
