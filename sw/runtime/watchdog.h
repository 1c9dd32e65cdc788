// The watchdog at 0x10017000. Its registers are in janus/watchdog.h.
#ifndef JANUS_RUNTIME_WATCHDOG_H
#define JANUS_RUNTIME_WATCHDOG_H

#include <janus/watchdog.h>
#include <stdint.h>

// Resets the machine, unless it is fed every `microseconds` from now on. Nothing stops it.
static inline void watchdog_start(uint32_t microseconds) {
  *WATCHDOG_TIMEOUT = microseconds;
  *WATCHDOG_CTRL = WATCHDOG_CTRL_ENABLE;
}
static inline void watchdog_feed(void) { *WATCHDOG_FEED = 0x5afe; }

#endif
