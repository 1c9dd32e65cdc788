// The buttons and LEDs at 0x10012000, PLIC source 14 (GPIO_INTERRUPT): eight of each, a bit for each. Their registers
// are in janus/gpio.h.
#ifndef JANUS_RUNTIME_GPIO_H
#define JANUS_RUNTIME_GPIO_H

#include <janus/gpio.h>
#include <stdbool.h>
#include <stdint.h>

// Looks at the buttons every `microseconds`, the first time after that time, and interrupts each time until
// gpio_is_new().
static inline void gpio_start(uint32_t microseconds) {
  *GPIO_CTRL = 0;
  *GPIO_EVENTS = GPIO_EVENTS_NEW;
  *GPIO_PERIOD = microseconds;
  *GPIO_CTRL = GPIO_CTRL_ENABLE | GPIO_CTRL_IRQ;
}

// Whether the buttons were looked at since the last call that said so.
static inline bool gpio_is_new(void) {
  const bool is_new = *GPIO_EVENTS & GPIO_EVENTS_NEW;
  if (is_new) *GPIO_EVENTS = GPIO_EVENTS_NEW;
  return is_new;
}

static inline uint8_t gpio_buttons(void) { return (uint8_t)*GPIO_BUTTONS; }
static inline void gpio_set_leds(uint8_t leds) { *GPIO_LEDS = leds; }

#endif
