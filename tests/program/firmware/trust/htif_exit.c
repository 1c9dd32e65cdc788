// Ends by a request to the host whose exit code, in memory, depends on the input.
#include <janus.h>
#include <stdint.h>

volatile uint64_t tohost __attribute__((aligned(64)));
volatile uint64_t fromhost __attribute__((aligned(64)));
static volatile uint64_t request[4] __attribute__((aligned(64)));

int main(void) {
  uint8_t input = 0;
  JANUS_SYMBOLIC(input);
  request[0] = 93;
  request[1] = 0;
  if (input > 200) request[1] = 3;
  *(volatile uint32_t*)&tohost = (uint32_t)(uintptr_t)request;
  fromhost = 0;
  for (;;) continue;
}
