// Pins of SiFive's FE310; without interrupts.
// Made by `janus device sifive_gpio --format c`; do not edit.
#ifndef JANUS_SIFIVE_GPIO_H
#define JANUS_SIFIVE_GPIO_H

#include <stdint.h>

#define SIFIVE_GPIO_BASE 0x1001e000u

// INPUT_VAL: what the pins get; read only
#define SIFIVE_GPIO_INPUT_VAL ((const volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x00u))

// INPUT_EN: pins that are inputs; read, write
#define SIFIVE_GPIO_INPUT_EN ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x04u))

// OUTPUT_EN: pins that are outputs; read, write
#define SIFIVE_GPIO_OUTPUT_EN ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x08u))

// OUTPUT_VAL: what outputs put out; read, write
#define SIFIVE_GPIO_OUTPUT_VAL ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x0cu))

// PUE: pull-ups; no effect; read, write
#define SIFIVE_GPIO_PUE ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x10u))

// DS: strength of outputs; no effect; read, write
#define SIFIVE_GPIO_DS ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x14u))

// RISE_IE: interrupts when pins rise; no effect; read, write
#define SIFIVE_GPIO_RISE_IE ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x18u))

// RISE_IP: pins that rose; always 0; write ones to clear
#define SIFIVE_GPIO_RISE_IP ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x1cu))

// FALL_IE: interrupts when pins fall; no effect; read, write
#define SIFIVE_GPIO_FALL_IE ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x20u))

// FALL_IP: pins that fell; always 0; write ones to clear
#define SIFIVE_GPIO_FALL_IP ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x24u))

// HIGH_IE: interrupts while pins are high; no effect; read, write
#define SIFIVE_GPIO_HIGH_IE ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x28u))

// HIGH_IP: pins that were high; always 0; write ones to clear
#define SIFIVE_GPIO_HIGH_IP ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x2cu))

// LOW_IE: interrupts while pins are low; no effect; read, write
#define SIFIVE_GPIO_LOW_IE ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x30u))

// LOW_IP: pins that were low; always 0; write ones to clear
#define SIFIVE_GPIO_LOW_IP ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x34u))

// IOF_EN: pins that other devices drive; no effect; read, write
#define SIFIVE_GPIO_IOF_EN ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x38u))

// IOF_SEL: which of two devices does; no effect; read, write
#define SIFIVE_GPIO_IOF_SEL ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x3cu))

// OUT_XOR: outputs that are inverted; read, write
#define SIFIVE_GPIO_OUT_XOR ((volatile uint32_t*)(SIFIVE_GPIO_BASE + 0x40u))

#endif
