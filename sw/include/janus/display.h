// Display of 32 by 16 pixels.
// Made by `janus device display --format c`; do not edit.
#ifndef JANUS_DISPLAY_H
#define JANUS_DISPLAY_H

#include <stdint.h>

#define DISPLAY_BASE 0x1001a000u
#define DISPLAY_INTERRUPT 19u  // its source at the PLIC

// CTRL: control; read, write
#define DISPLAY_CTRL ((volatile uint32_t*)(DISPLAY_BASE + 0x00u))
#define DISPLAY_CTRL_ENABLE 0x1u  // draws
#define DISPLAY_CTRL_IRQ 0x2u     // interrupts while EVENTS.DONE is set

// STATUS: what it does; read only
#define DISPLAY_STATUS ((const volatile uint32_t*)(DISPLAY_BASE + 0x04u))
#define DISPLAY_STATUS_BUSY 0x1u  // a picture is being drawn

// EVENTS: what has happened; write ones to clear
#define DISPLAY_EVENTS ((volatile uint32_t*)(DISPLAY_BASE + 0x08u))
#define DISPLAY_EVENTS_DONE 0x1u  // a picture was drawn

// SHOW: begins a picture; write only
#define DISPLAY_SHOW ((volatile uint32_t*)(DISPLAY_BASE + 0x0cu))
#define DISPLAY_SHOW_START 0x1u  // a one draws the rows

// ROW[16]: pixels, the leftmost in bit 31; a one is light; read, write
#define DISPLAY_ROW ((volatile uint32_t*)(DISPLAY_BASE + 0x40u))

#endif
