// Inputs of many types, whose values a finding shows as the source would.
#include <janus.h>
#include <stdbool.h>
#include <stdint.h>

struct point {
  int16_t x, y;
};
static struct {
  uint8_t kind;
  bool on;
  struct point at[2];
  char name[4];
} header;
enum mode { MODE_OFF, MODE_SLOW = 5, MODE_FAST = -2 };
static enum mode mode;
static uint8_t bytes[4];
static uint32_t words[3];
static int8_t tiny;
static uint16_t half;
static uint64_t big;
static char text[9];  // a string of eight characters, and its end

int main(void) {
  JANUS_SYMBOLIC(header);
  JANUS_SYMBOLIC(bytes);
  JANUS_SYMBOLIC(words);
  JANUS_SYMBOLIC(tiny);
  JANUS_SYMBOLIC(half);
  JANUS_SYMBOLIC(big);
  JANUS_SYMBOLIC(mode);
  struct point local;
  JANUS_SYMBOLIC(local);
  riscv_make_symbolic_named(text, 8, "text");
  bool first = header.kind == 200 && header.at[1].y == -7 && header.name[0] == 'h' && header.on == 1;
  riscv_assert(!(first && bytes[0] == 'a' && words[1] == 77 && tiny == -3 && half == 65535 && big == 5000000000u &&
                 mode == MODE_FAST && local.y == -9 && text[0] == 'z'));
  return 0;
}
