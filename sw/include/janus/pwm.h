// Timer with a pulse-width modulator.
// Made by `janus device pwm --format c`; do not edit.
#ifndef JANUS_PWM_H
#define JANUS_PWM_H

#include <stdint.h>

#define PWM_BASE 0x10016000u
#define PWM_INTERRUPT 17u  // its source at the PLIC

// CTRL: control; read, write
#define PWM_CTRL ((volatile uint32_t*)(PWM_BASE + 0x00u))
#define PWM_CTRL_ENABLE 0x1u    // counts; begins at 0 when it becomes 1
#define PWM_CTRL_IRQ 0x2u       // interrupts while EVENTS.WRAP is set
#define PWM_CTRL_ONE_SHOT 0x4u  // stops at the end of the period

// PERIOD: microseconds; read, write
#define PWM_PERIOD ((volatile uint32_t*)(PWM_BASE + 0x04u))
#define PWM_PERIOD_MICROSECONDS 0xffffffu  // 0 means 1
#define PWM_PERIOD_MICROSECONDS_SHIFT 0

// COMPARE: microseconds of a period in which the output is 1; read, write
#define PWM_COMPARE ((volatile uint32_t*)(PWM_BASE + 0x08u))
#define PWM_COMPARE_MICROSECONDS 0xffffffu  // from its beginning on
#define PWM_COMPARE_MICROSECONDS_SHIFT 0

// COUNT: microseconds since the period began; read only
#define PWM_COUNT ((const volatile uint32_t*)(PWM_BASE + 0x0cu))
#define PWM_COUNT_MICROSECONDS 0xffffffu  // 0 if the timer does not count
#define PWM_COUNT_MICROSECONDS_SHIFT 0

// EVENTS: what has happened; write ones to clear
#define PWM_EVENTS ((volatile uint32_t*)(PWM_BASE + 0x10u))
#define PWM_EVENTS_WRAP 0x1u  // a period has ended

// OUTPUT: the output; read only
#define PWM_OUTPUT ((const volatile uint32_t*)(PWM_BASE + 0x14u))
#define PWM_OUTPUT_LEVEL 0x1u  // as it is now

#endif
