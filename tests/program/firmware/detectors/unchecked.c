// Pointers that the detectors lose, or keep, to arrays that are left nowhere; a store that always leaves its array; and
// literals that an input chooses, read inside and perhaps behind. USE is the way.
#include <janus.h>
#include <stdint.h>

static volatile uint32_t first[2], second[2];
static uint8_t at;

// What becomes of a pointer and a number, which only who computes as the firmware does can tell.
__attribute__((noinline)) static uintptr_t hidden(volatile uint32_t* pointer, uintptr_t key) {
  return (uintptr_t)pointer ^ key;
}

// Terminates what fills its array: the only store here lies behind it.
__attribute__((noipa, unused)) static void terminate(volatile uint32_t* words, unsigned count) { words[count] = 0; }

int main(void) {
  JANUS_SYMBOLIC(at);
  const unsigned index = at & 1;
#if USE == 1
  volatile uint32_t* const pointer = (volatile uint32_t*)(hidden(first, 0x5a5a5a5a) ^ 0x5a5a5a5a);
  pointer[index] = 1;
#elif USE == 2
  uint32_t kept;
  __asm__ volatile("csrw mscratch, %1\n\tcsrr %0, mscratch" : "=r"(kept) : "r"(first));
  ((volatile uint32_t*)kept)[index] = 1;
  ((volatile uint32_t*)(hidden(second, 0x5a5a5a5a) ^ 0x5a5a5a5a))[index] = 1;
#elif USE == 3
  volatile uint32_t* const pointer = at & 2 ? first : second;
  pointer[index] = 1;
#elif USE == 4
  terminate(first, 2);
#elif USE == 5 || USE == 6
  static const char* const texts[] = {"off", "on"};
  second[0] = texts[index][USE == 5 ? at >> 1 & 1 : at >> 1];
#endif
  first[index] = 2;
  return 0;
}
