// The display at 0x1001a000, PLIC source 19 (DISPLAY_INTERRUPT): 32 by 16 pixels. Its registers are in janus/display.h.
#ifndef JANUS_RUNTIME_DISPLAY_H
#define JANUS_RUNTIME_DISPLAY_H

#include <janus/display.h>
#include <stdbool.h>
#include <stdint.h>

enum { DISPLAY_WIDTH = 32, DISPLAY_HEIGHT = 16 };

// Interrupts when a picture was drawn, until display_is_done() says so.
static inline void display_start(void) { *DISPLAY_CTRL = DISPLAY_CTRL_ENABLE | DISPLAY_CTRL_IRQ; }
// Whether a picture is being drawn. Until then, stores to rows may be seen, and no other picture can begin.
static inline bool display_is_busy(void) { return *DISPLAY_STATUS & DISPLAY_STATUS_BUSY; }
// Whether a picture was drawn since the last call that said so.
static inline bool display_is_done(void) {
  const uint32_t done = *DISPLAY_EVENTS & DISPLAY_EVENTS_DONE;
  *DISPLAY_EVENTS = done;
  return done != 0;
}
// The pixels of a row, counted from the top; the leftmost is the highest bit.
static inline void display_set_row(uint32_t row, uint32_t pixels) { DISPLAY_ROW[row] = pixels; }
static inline void display_show(void) { *DISPLAY_SHOW = DISPLAY_SHOW_START; }

#endif
