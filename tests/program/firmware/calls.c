// Functions with every kind of argument, to be called without a harness (call_test.cpp). Each can fail its assertion,
// or what --assert says of it, for exactly one value of its arguments.
#include "calls.h"

#include <assert.h>
#include <string.h>

int limit = 7;
uint8_t table[4];

int bytes(uint8_t a, int8_t b, uint16_t c, int16_t d) {
  return a == 255 && b == -128 && c == 65535 && d == -32768 ? 1 : 0;
}
int truth(bool value) { return value + 1; }
uint64_t wide(uint64_t a, int64_t b) {
  assert(!(a == 0x123456789abcdef0ull && b == -2));
  return a;
}
int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, uint64_t j, int k) {
  return h == 8 && i == 9 && j == 0x1000000010ull && k == 11 ? a + b + c + d + e + f + g : 0;
}
int64_t elapsed(const struct status* status, uint32_t ms) { return status->ready ? status->stamp + ms : BROKEN; }
int level_of(const struct status* status) {
  return status->mode == RUNNING ? status->level + (int)status->large : IDLE;
}
int by_value(struct pair pair, struct big big) { return pair.second == 3 && big.words[3] == 4 ? 1 : 0; }
int pointed_to_by(struct view view) { return view.text && view.text[0] == 'x' && view.first == 7 ? 1 : 0; }
struct big returned(uint32_t word) {
  return (struct big){{word, 0, 0, 1}};
}
int last_of(const list* head) {
  if (head->next && head->next->bytes[2] == 42) return head->next->value;
  return 0;
}
int held(const struct holder* holder, int** place) {
  return holder->inner.text[1][0] == 'x' && **place == 77 ? holder->count : 0;
}
int length_of(const char* text) { return (int)strlen(text); }
int second_of(const char* text) { return text[1]; }
uint32_t word_of(const uint8_t* packet) {
  uint32_t word;
  memcpy(&word, packet, 4);
  return word;
}
int global_sum(void) { return limit + table[3]; }
int calls_handler(int (*function)(int), int value) { return function ? function(value) : -1; }
int negated(int value) { return -value; }
void nothing(int* where) { *where = 5; }
int entered_again(int depth) { return depth > 0 ? entered_again(0) + 1 : 0; }
int spins(int forever) {
  while (forever) __asm__ volatile("");
  return 0;
}
int reads_sensor(void) {
  const int first = sensor(), second = sensor();
  return first == 77 && second == -5 && ready();
}
__attribute__((noipa)) int volts(void) { return 3; }
int is_low(void) { return volts() < -7; }
int ring_put(struct ring* ring, uint8_t byte) {
  ring->data[ring->head] = byte;
  if (++ring->head == ring->size) ring->head = 0;
  return ring->head;
}
int truths(const struct ring* rings) {
  int sum = 0;
  for (int i = 0; i < 2; ++i) sum += *(const uint8_t*)&rings[i].full + *(const uint8_t*)&rings[i].flags[2];
  return sum;
}
int last_argument(char* const* arguments) { return arguments[0][0]; }
int sum_up_to(const int* at, const int* end) {
  int sum = 0;
  for (; at != end; at += 2) sum += at[0] - at[1];
  return sum;
}
int next_of(struct cursor* cursor) { return cursor->at < cursor->end ? *cursor->at++ : -1; }
int append(list* ring, list* node) {
  node->next = ring->next;
  ring->next = node;
  return node->next == ring;
}
void add_byte(struct driver* driver, int byte) { driver->sum += byte; }
int receive(struct driver* driver, uint8_t byte) {
  driver->sum = 1;
  driver->on_byte(driver, byte);
  return driver->sum;
}
int insert(list** head, list* node) {
  list** place = head;
  while (*place && (*place)->value < node->value) place = &(*place)->next;
  if (place != head && (*place)->value == node->value) return 1;
  node->next = *place;
  *place = node;
  return 0;
}
int reads_into(void) {
  static uint8_t buffer[4];
  int size = 0;
  return read_into(buffer, &size) ? size : buffer[0];
}
