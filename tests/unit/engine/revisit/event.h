// For firmware of endless loops: an event to take, and whether what is claimed of the loop is to be wrong.
#ifndef EVENT_H
#define EVENT_H
#include <janus.h>
#include <stdint.h>

#ifndef SLIP
#define SLIP 0
#endif

static inline uint8_t event(void) {
  uint8_t in;
  JANUS_SYMBOLIC(in);
  return in;
}

#endif
