// A function of which janus compare has nothing to compare: it sends, returns nothing, and there are no globals.
#include <stdint.h>

__attribute__((noipa)) void sends(uint8_t value) { *(volatile uint8_t*)0x10000000 = value; }

int main(void) {
  sends('a');
  return 0;
}
