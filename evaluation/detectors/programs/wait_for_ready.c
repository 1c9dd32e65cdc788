// A driver waits for a flag in a register that nobody sets, if the command was wrong.
#include <janus.h>
#include <stdint.h>

static uint8_t command;
static volatile uint8_t status, tries;

__attribute__((noinline)) static void send(uint8_t what) {
  if (what < 0x20) status = 1;
}

int main(void) {
  JANUS_SYMBOLIC(command);
  send(command & 0x3f);
#ifdef FIXED
  for (tries = 0; !status && tries < 20; ++tries) {
  }
#else
  while (!status) {
  }
#endif
  return 0;
}
