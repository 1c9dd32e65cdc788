// A receive ring in static memory whose index wraps one too late.
#include <janus.h>
#include <stdint.h>

#define SIZE 8
static volatile uint8_t ring[SIZE];
static unsigned head, tail;
static uint8_t bytes[10];
static volatile unsigned overruns;

__attribute__((noinline)) static void receive(uint8_t byte) {
#ifdef FIXED
  const unsigned next = head + 1 >= SIZE ? 0 : head + 1;
#else
  const unsigned next = head + 1 > SIZE ? 0 : head + 1;
#endif
  if (next == tail) {
    ++overruns;
    return;
  }
  ring[head] = byte;
  head = next;
}

int main(void) {
  JANUS_SYMBOLIC(bytes);
  for (unsigned i = 0; i < sizeof bytes; ++i) {
    if (bytes[i] == 0) break;
    receive(bytes[i]);
    if (bytes[i] & 0x80) tail = head;
  }
  return 0;
}
