// A menu puts a digit into its text, which is a constant.
#include <janus.h>
#include <stdint.h>

static const char menu[] = "channel ?";
static uint8_t channel;
static volatile char shown;

__attribute__((noinline)) static void put(char* text, unsigned at, char digit) { ((volatile char*)text)[at] = digit; }

int main(void) {
  JANUS_SYMBOLIC(channel);
#ifdef FIXED
  static char copy[sizeof menu];
  for (unsigned i = 0; i < sizeof menu; ++i) copy[i] = menu[i];
#else
  char* copy = (char*)menu;
  __asm__ volatile("" : "+r"(copy));
#endif
  if (channel < 10) put(copy, 8, (char)('0' + channel));
  shown = copy[8];
  return 0;
}
