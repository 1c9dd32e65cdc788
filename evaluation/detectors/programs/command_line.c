// A console's command line: the argument is copied into a local buffer, as long as the line says.
#include <janus.h>
#include <stdint.h>
#include <string.h>

static uint8_t line[24];
static volatile char shown[32];
static volatile unsigned commands;

__attribute__((noinline)) static void show(const char* text, unsigned length) {
  for (unsigned i = 0; i < length && i < sizeof shown; ++i) shown[i] = text[i];
}

__attribute__((noinline)) static int run_command(const uint8_t* at, unsigned length) {
  char argument[12];
#ifdef FIXED
  if (length > sizeof argument) return -1;
#endif
  for (unsigned i = 0; i < length; ++i) argument[i] = (char)at[i];
  show(argument, length);
  ++commands;
  return (int)length;
}

int main(void) {
  JANUS_SYMBOLIC(line);
  const unsigned length = line[0] & 31;
  if (length > 22) return 0;
  if (line[1] == 'p') run_command(line + 2, length);
  return 0;
}
