// Pointers that queues and functions of the library put where inputs say, or that outlive a jump out of functions. USE
// is the way; with BUG, each has a mistake that only who follows the pointer sees.
#include <janus.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, unused))

#ifdef BUG
enum { kBug = 1 };
#else
enum { kBug = 0 };
#endif

struct message {
  uint16_t type, length;
  uint8_t* data;
};
static struct message queue[4];
static volatile size_t size_of_message = sizeof(struct message);  // so that compilers call memcpy()
static uint8_t head, tail, bytes[4];
static volatile uint8_t sink;

NOINLINE static void put(uint8_t* data, uint16_t length) {
  queue[head & 3].data = data;
  queue[head & 3].length = length;
  ++head;
}
// The frame of this function is gone when the message is read.
NOINLINE static void put_sample(uint8_t value) {
  uint8_t sample[4] = {value, value, value, value};
  put(kBug ? sample : bytes, 4);
  sink = sample[1];
}
NOINLINE static void read_message(const struct message* message) {
  for (unsigned i = 0; i < message->length; ++i) sink = message->data[i];
}

// As kernels have them: messages of any size, which are copied.
NOINLINE static void send(const void* message, size_t size) {
  memcpy((uint8_t*)queue + size * (head++ & 3), message, size);
}
NOINLINE static void receive(void* message, size_t size) {
  memcpy(message, (uint8_t*)queue + size * (tail++ & 3), size);
}

static jmp_buf handler;
static const uint8_t* volatile what;
NOINLINE static void fail(uint8_t code) {
  uint8_t text[4] = {'E', code, 0, 0};
  what = kBug ? text : bytes;
  sink = text[1];
  longjmp(handler, 1);
}
NOINLINE static void fail_below(uint8_t code) {
  volatile uint8_t own[8];
  own[code & 7] = code;
  fail(code);
  sink = own[0];
}

int main(void) {
  uint8_t start, n;
  JANUS_SYMBOLIC(start);
  JANUS_SYMBOLIC(n);
  head = tail = start;
#if USE == 1
  put_sample(n);
  read_message(&queue[tail & 3]);
#elif USE == 2
  struct message sent = {1, 4, malloc(4)}, received;
  memset(sent.data, 5, 4);
  send(&sent, size_of_message);
  receive(&received, size_of_message);
  received.data[n % (4 + kBug)] = 1;
  free(received.data);
#elif USE == 3
  struct message sent = {1, 4, malloc(4)}, received;
  memset(sent.data, 5, 4);
  send(&sent, size_of_message);
  if (kBug && n == 3) free(sent.data);
  receive(&received, size_of_message);
  read_message(&received);
  if (!kBug) free(received.data);
#elif USE == 4
  uint8_t* list[4];
  const unsigned at = n & 3;
  for (int i = 0; i < 4; ++i) list[i] = calloc(4, 1);
  memmove(&list[at], &list[at + 1], (3 - at) * sizeof list[0]);
  sink = list[2][3 + kBug];
#elif USE == 5
  if (setjmp(handler) == 0) fail(n);
  if (n == 9) sink = what[0];
#elif USE == 6
  if (setjmp(handler) == 0) fail_below(n);
  if (n == 9) sink = what[0];
#endif
  return 0;
}
