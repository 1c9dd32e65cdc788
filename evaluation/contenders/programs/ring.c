// Ring buffer with free-running 8-bit indices that start anywhere, against a model (a count and a checksum of FIFO
// order).
#include <janus.h>
#include <stdint.h>
#define SIZE 4
#define OPS 12
static uint8_t buf[SIZE], head, tail;
static uint8_t ops[OPS];
static int put(uint8_t c) {
#ifdef BUG
  if (head - tail == SIZE) return 0;  // promoted to int: wrong when the index wraps
#else
  if ((uint8_t)(head - tail) == SIZE) return 0;
#endif
  buf[head++ % SIZE] = c;
  return 1;
}
static int get(void) {
  if (head == tail) return -1;
  return buf[tail++ % SIZE];
}
int main(void) {
  uint8_t written = 0, read = 0;
  JANUS_SYMBOLIC(ops);
  JANUS_SYMBOLIC(head);
  riscv_assume(head >= 250);
  tail = head;
  for (int i = 0; i < OPS; i++) {
    if (ops[i] & 1) {
      if (put(written)) written++;
    } else {
      int c = get();
      if (c >= 0) {
        riscv_assert((uint8_t)c == read);
        read++;
      } else
        riscv_assert(read == written);
    }
    riscv_assert((uint8_t)(written - read) <= SIZE);
    riscv_assert((uint8_t)(head - tail) == (uint8_t)(written - read));
  }
  return 0;
}
