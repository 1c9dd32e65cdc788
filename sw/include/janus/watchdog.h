// Watchdog.
// Made by `janus device watchdog --format c`; do not edit.
#ifndef JANUS_WATCHDOG_H
#define JANUS_WATCHDOG_H

#include <stdint.h>

#define WATCHDOG_BASE 0x10017000u

// CTRL: control; read, write
#define WATCHDOG_CTRL ((volatile uint32_t*)(WATCHDOG_BASE + 0x00u))
#define WATCHDOG_CTRL_ENABLE 0x1u  // runs; a zero has no effect

// TIMEOUT: how long it waits; read, write
#define WATCHDOG_TIMEOUT ((volatile uint32_t*)(WATCHDOG_BASE + 0x04u))
#define WATCHDOG_TIMEOUT_MICROSECONDS 0xfffffffu  // 0 means 1
#define WATCHDOG_TIMEOUT_MICROSECONDS_SHIFT 0

// FEED: begins to wait anew; write only
#define WATCHDOG_FEED ((volatile uint32_t*)(WATCHDOG_BASE + 0x08u))
#define WATCHDOG_FEED_KEY 0xffffu  // 0x5afe; anything else resets the machine
#define WATCHDOG_FEED_KEY_SHIFT 0

#endif
