// The timer with a pulse-width modulator at 0x10016000, PLIC source 17 (PWM_INTERRUPT). Its registers are in
// janus/pwm.h.
#ifndef JANUS_RUNTIME_PWM_H
#define JANUS_RUNTIME_PWM_H

#include <janus/pwm.h>
#include <stdint.h>

// The output is 1 in the first `high` microseconds of each `period`, from now on. Interrupts at the end of each period.
static inline void pwm_start(uint32_t period, uint32_t high) {
  *PWM_CTRL = 0;
  *PWM_EVENTS = PWM_EVENTS_WRAP;
  *PWM_PERIOD = period;
  *PWM_COMPARE = high;
  *PWM_CTRL = PWM_CTRL_ENABLE | PWM_CTRL_IRQ;
}
static inline void pwm_set(uint32_t high) { *PWM_COMPARE = high; }
// Whether a period has ended since the last call that said so.
static inline int pwm_has_wrapped(void) {
  const uint32_t wrapped = *PWM_EVENTS & PWM_EVENTS_WRAP;
  *PWM_EVENTS = wrapped;
  return wrapped != 0;
}
static inline void pwm_stop(void) { *PWM_CTRL = 0; }

#endif
