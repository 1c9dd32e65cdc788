// Sensor: takes samples by itself and keeps them in a FIFO.
// Made by `janus device sensor --format c`; do not edit.
#ifndef JANUS_SENSOR_H
#define JANUS_SENSOR_H

#include <stdint.h>

#define SENSOR_BASE 0x10010000u
#define SENSOR_INTERRUPT 12u  // its source at the PLIC

// CTRL: control; read, write
#define SENSOR_CTRL ((volatile uint32_t*)(SENSOR_BASE + 0x00u))
#define SENSOR_CTRL_ENABLE 0x1u  // takes samples; when it becomes 1, the first comes a PERIOD later
#define SENSOR_CTRL_IRQ 0x2u     // interrupts at the watermark, and when a sample was lost
#define SENSOR_CTRL_CLEAR 0x4u   // a one empties the FIFO; reads as zero

// STATUS: the FIFO; read only
#define SENSOR_STATUS ((const volatile uint32_t*)(SENSOR_BASE + 0x04u))
#define SENSOR_STATUS_LEVEL 0xfu  // how many samples it holds, 0 to 8
#define SENSOR_STATUS_LEVEL_SHIFT 0
#define SENSOR_STATUS_READY 0x100u  // it holds WATERMARK samples or more, and not none
#define SENSOR_STATUS_FULL 0x200u   // it holds 8

// EVENTS: what has happened; write ones to clear
#define SENSOR_EVENTS ((volatile uint32_t*)(SENSOR_BASE + 0x08u))
#define SENSOR_EVENTS_OVERFLOW 0x1u  // a sample was lost

// PERIOD: microseconds from one sample to the next; read, write
#define SENSOR_PERIOD ((volatile uint32_t*)(SENSOR_BASE + 0x0cu))
#define SENSOR_PERIOD_MICROSECONDS 0xfffffu  // 0 means 1
#define SENSOR_PERIOD_MICROSECONDS_SHIFT 0

// WATERMARK: for STATUS.READY and the interrupt; read, write
#define SENSOR_WATERMARK ((volatile uint32_t*)(SENSOR_BASE + 0x10u))
#define SENSOR_WATERMARK_LEVEL 0xfu  // samples
#define SENSOR_WATERMARK_LEVEL_SHIFT 0

// SAMPLE: the oldest sample; reading removes it; 0 if there is none; read only
#define SENSOR_SAMPLE ((const volatile uint32_t*)(SENSOR_BASE + 0x14u))
#define SENSOR_SAMPLE_VALUE 0xffffu  // as the converter gave it
#define SENSOR_SAMPLE_VALUE_SHIFT 0

#endif
