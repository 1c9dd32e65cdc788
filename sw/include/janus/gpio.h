// Eight buttons and eight LEDs.
// Made by `janus device gpio --format c`; do not edit.
#ifndef JANUS_GPIO_H
#define JANUS_GPIO_H

#include <stdint.h>

#define GPIO_BASE 0x10012000u
#define GPIO_INTERRUPT 14u  // its source at the PLIC

// CTRL: control; read, write
#define GPIO_CTRL ((volatile uint32_t*)(GPIO_BASE + 0x00u))
#define GPIO_CTRL_ENABLE 0x1u  // looks at the buttons; when it becomes 1, first a PERIOD later
#define GPIO_CTRL_IRQ 0x2u     // interrupts while EVENTS.NEW is set

// LEDS: a bit for each; read, write
#define GPIO_LEDS ((volatile uint32_t*)(GPIO_BASE + 0x04u))
#define GPIO_LEDS_ON 0xffu  // 1 for light
#define GPIO_LEDS_ON_SHIFT 0

// BUTTONS: a bit for each; read only
#define GPIO_BUTTONS ((const volatile uint32_t*)(GPIO_BASE + 0x08u))
#define GPIO_BUTTONS_PRESSED 0xffu  // as they were when last looked at
#define GPIO_BUTTONS_PRESSED_SHIFT 0

// EVENTS: what has happened; write ones to clear
#define GPIO_EVENTS ((volatile uint32_t*)(GPIO_BASE + 0x0cu))
#define GPIO_EVENTS_NEW 0x1u  // the buttons were looked at

// PERIOD: microseconds from one look to the next; read, write
#define GPIO_PERIOD ((volatile uint32_t*)(GPIO_BASE + 0x10u))
#define GPIO_PERIOD_MICROSECONDS 0xfffffu  // 0 means 1
#define GPIO_PERIOD_MICROSECONDS_SHIFT 0

#endif
