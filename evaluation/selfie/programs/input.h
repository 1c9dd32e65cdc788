// What the source's programs read: one byte, which is symbolic here.
#include <janus.h>
static inline unsigned read_byte(void) {
  unsigned char byte;
  JANUS_SYMBOLIC(byte);
  return byte;
}
