// Pointers that code of no library copies a byte or a half-word at a time, exchanges, or takes apart and puts together.
// USE is the way; with BUG, each has a mistake that only who follows the pointer sees.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noipa, unused))

#ifdef BUG
enum { kBug = 1 };
#else
enum { kBug = 0 };
#endif

struct message {
  uint16_t type, length;
  uint8_t* data;
};
struct __attribute__((packed)) record {
  uint8_t type, length, unused[2];
  uint8_t* data;
};
struct __attribute__((packed, aligned(2))) half_aligned {
  uint16_t length, unused;
  uint8_t* data;
};

static uint32_t store[8 * 2];  // of eight messages
static uint8_t bytes[4];
static volatile uint8_t sink;

// As firmware has it that uses no library. The compiler must not make it one of the library.
NOINLINE static void copy(void* to, const void* from, unsigned size) {
  uint8_t* d = to;
  const uint8_t* s = from;
  while (size-- > 0) {
    *d++ = *s++;
    __asm__ volatile("" ::: "memory");
  }
}
NOINLINE static void exchange(void* a, void* b, unsigned size) {
  uint8_t *p = a, *q = b;
  for (unsigned i = 0; i < size; ++i) {
    const uint8_t byte = p[i];
    p[i] = q[i];
    q[i] = byte;
  }
}
// Compilers copy the bytes in place, since nothing says that they are aligned.
NOINLINE static void put(void* slot, const void* message) { memcpy(slot, message, sizeof(struct message)); }
NOINLINE static void take(void* message, const void* slot) { memcpy(message, slot, sizeof(struct message)); }

NOINLINE static void read_data(const uint8_t* data, unsigned length) {
  for (unsigned i = 0; i < length; ++i) sink = data[i];
}
NOINLINE static uint8_t* make(void) { return calloc(4, 1); }
NOINLINE static void put_sample(uint8_t value) {
  uint8_t sample[4] = {value, value, value, value};
  const struct message message = {1, 4, kBug ? sample : bytes};
  copy(store, &message, sizeof message);
  sink = sample[1];
}
NOINLINE static void fill(struct record* record, uint8_t* data) {
  record->length = 4;
  record->data = data;
}
NOINLINE static uint8_t* data_of(const struct record* record) { return record->data; }
NOINLINE static void fill_half(struct half_aligned* record, uint8_t* data) {
  record->length = 4;
  record->data = data;
}
NOINLINE static uint8_t* data_of_half(const struct half_aligned* record) { return record->data; }

int main(void) {
  uint8_t n;
  JANUS_SYMBOLIC(n);
  struct message received = {0};
#if USE == 1
  const struct message sent = {1, 4, make()};
  copy(store, &sent, sizeof sent);
  copy(&received, store, sizeof received);
  received.data[n % (4 + kBug)] = 1;
#elif USE == 2
  const struct message sent = {1, 4, make()};
  put(store, &sent);
  if (kBug && n == 3) free(sent.data);
  take(&received, store);
  read_data(received.data, received.length);
#elif USE == 3
  struct message sent[2] = {{1, 4, make()}, {2, 4, bytes}};
  exchange(&sent[0], &sent[1], sizeof sent[0]);
  received = sent[1];
  received.data[n % (4 + kBug)] = 1;
  sink = sent[0].data[n & 3];
#elif USE == 4
  struct record record __attribute__((aligned(4)));
  fill(&record, make());
  if (kBug && n == 3) free(data_of(&record));
  read_data(data_of(&record), record.length);
#elif USE == 5
  static struct half_aligned record __attribute__((aligned(4)));
  fill_half(&record, make());
  data_of_half(&record)[n % (4 + kBug)] = 1;
#elif USE == 6
  const struct message sent = {1, 4, make()};
  copy((uint8_t*)store + sizeof sent * (n & 7), &sent, sizeof sent);
  copy(&received, (uint8_t*)store + sizeof sent * (n & 7), sizeof received);
  received.data[n % (4 + kBug)] = 1;
#elif USE == 7
  put_sample(n);
  copy(&received, store, sizeof received);
  if (n == 9) read_data(received.data, received.length);
#endif
  return 0;
}
