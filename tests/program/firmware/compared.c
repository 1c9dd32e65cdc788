// Functions for janus compare. COMPARED_SECOND is the second firmware, in which each name says what differs.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef COMPARED_SECOND
#define SECOND 1
static volatile uint32_t padding[37] = {1};  // so that nothing is at the same address
#else
#define SECOND 0
#endif

#define COMPARED __attribute__((noipa))  // a function of its own, whoever calls it

uint32_t calls;
int16_t last;
uint32_t history[4];

uint32_t initialised = 5;
const char* names[3] = {"off", "on", "busy"};
struct {
  const char* text;
  void (*then)(void);
  uint8_t count;
} state;

struct pair {
  int32_t a;
  int64_t b;
};

// Bytes of a structure that are no member's may have any value.
struct padded {
  int32_t a;
  uint8_t b;
};
struct records {
  struct padded rows[3];
  uint8_t mode;
  uint16_t length;
};
COMPARED struct padded padded_result(int8_t k) {
  struct padded result;
  memset(&result, SECOND ? 0xaa : 0, sizeof result);
  __asm__ volatile("" : "+m"(result));
  result.a = k;
  result.b = (uint8_t)k;
  return result;
}
COMPARED void padded_object(struct records* records, int8_t k) {
  memset(records, SECOND ? 0xaa : 0, sizeof *records);
  for (int i = 0; i < 3; ++i) records->rows[i] = padded_result(k);
  records->mode = 1;
  records->length = 5;
}
COMPARED void padded_member(struct records* records, int8_t k) {
  padded_object(records, k);
  if (SECOND && k == 7) records->rows[2].b = 8;
}

COMPARED uint64_t same_wide(uint32_t a, uint32_t b) {
  ++calls;
  return SECOND ? (uint64_t)b * a : (uint64_t)a * b;
}

COMPARED uint64_t high_word(uint32_t a) { return (uint64_t)a << 32 | (SECOND && a == 77); }

COMPARED int8_t narrow(int a) { return (int8_t)(SECOND && a == 300 ? 45 : a); }

COMPARED struct pair by_value(struct pair p) {
  p.b += SECOND ? p.a - 0 : p.a;
  return p;
}

COMPARED void global(int16_t value) {
  ++calls;
  last = SECOND && value == -7 ? 7 : value;
}

COMPARED void array(uint32_t at, uint32_t value) {
  if (at < 4) history[at] = SECOND && at == 2 && value == 0xbeef ? 1 : value;
}

COMPARED uint32_t counts(void) { return calls + 5; }

COMPARED int in_place(uint8_t* bytes, uint32_t size) {
  for (uint32_t i = 0; i < size; ++i) bytes[i] ^= 0x5a;
  if (SECOND && size == 3 && bytes[1] == 0) bytes[2] = 9;
  return 0;
}

COMPARED int crashes(uint32_t a) {
  volatile uintptr_t nowhere = 4;
  if (SECOND && a == 1234) *(volatile int*)nowhere = 0;
  return 0;
}

COMPARED uint32_t adds(uint32_t a) { return initialised += a; }

COMPARED void other(void) { ++calls; }
// Both store addresses of their own; where the second has another number, or no address at all, that is told.
COMPARED void pointers(uint8_t a) {
  state.text = names[a % 3];
  state.then = SECOND && a == 200 ? 0 : other;
  names[2] = "fast";
}
COMPARED void counted(uint8_t a) {
  state.text = names[0];
  state.count = SECOND && a == 9 ? 1 : 2;
}
COMPARED const char* find(const char* text, char c) {
  for (; *text; ++text) {
    if (*text == c) return text;
  }
  return SECOND ? 0 : names[1];
}
COMPARED const char* found(const char* text, char c) {
  const char* const at = text;
  for (; *text; ++text) {
    if (*text == c) return SECOND && c == 'x' ? at : text;
  }
  return names[1];
}
COMPARED void overruns(uint8_t* bytes, uint8_t at) {
  if (at < 4) bytes[at] = 1;
  if (SECOND && at == 7) bytes[4] = 1;
}
COMPARED bool sensor(void) { return true; }
COMPARED uint32_t reads_twice(void) { return 2 * sensor() + sensor(); }
COMPARED uint32_t reads_often(uint32_t times) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < times; ++i) sum += sensor();
  return sum;
}
COMPARED uint32_t reads_more(void) {
  const bool first = sensor(), second = sensor();
  return SECOND ? first + sensor() : first + second;
}

COMPARED uint32_t driver(uint32_t value) { return value; }
COMPARED uint32_t uses_driver(uint32_t value) { return driver(value) + SECOND; }

COMPARED uint32_t other_name(uint32_t a) { return a + a; }
COMPARED uint32_t twice(uint32_t a) { return SECOND ? a : a << 1; }
COMPARED uint32_t fewer(uint32_t a) { return a; }
#ifdef COMPARED_SECOND
COMPARED uint32_t arguments(uint32_t a, uint32_t b) { return a + b; }
#else
COMPARED uint32_t arguments(uint32_t a) { return a; }
#endif

// Behind what is given there may be anything.
COMPARED uint32_t reads_beyond(const uint8_t* bytes, uint32_t size) {
  uint32_t sum = 0;
  for (uint32_t i = 0; SECOND ? i <= size : i < size; ++i) sum += bytes[i];
  return sum;
}
// Looks at all four bytes of a word; the second at three, so that it may stop behind the end.
COMPARED uint32_t length_by_words(const char* text) {
  const uint32_t ones = 0x01010101, ends = SECOND ? 0x80808000 : 0x80808080;
  for (uint32_t at = 0;; at += 4) {
    uint32_t word;
    memcpy(&word, text + at, 4);
    const uint32_t found = (word - ones) & ~word & ends;
    if (found) return at + (uint32_t)__builtin_ctz(found) / 8;
  }
}
// In assembly, the second is not as a compiler would make it: the result is too wide, or s0 is lost.
#ifdef COMPARED_SECOND
#define ASSEMBLY COMPARED __attribute__((naked))
ASSEMBLY uint8_t not_extended(uint32_t value __attribute__((unused))) { __asm__("srli a0, a0, 4\nret"); }
ASSEMBLY uint32_t loses_register(uint32_t value __attribute__((unused))) {
  __asm__("slli s0, a0, 2\nadd a0, a0, s0\nret");
}
#else
COMPARED uint8_t not_extended(uint32_t value) { return (uint8_t)(value >> 4); }
COMPARED uint32_t loses_register(uint32_t value) { return 5 * value; }
#endif

static const void* const functions[] = {
    same_wide,     high_word,     narrow,       by_value,        global,       array,         counts,     in_place,
    crashes,       uses_driver,   other_name,   twice,           fewer,        arguments,     adds,       pointers,
    counted,       find,          found,        overruns,        reads_twice,  reads_often,   reads_more, padded_result,
    padded_object, padded_member, reads_beyond, length_by_words, not_extended, loses_register};
const void* volatile kept;

int main(void) {
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; ++i) kept = functions[i];
#ifdef COMPARED_SECOND
  padding[3] = 4;
#endif
  return 0;
}
