// Clocks of SiFive's FE310; no effect on the core's clock.
// Made by `janus device sifive_prci --format c`; do not edit.
#ifndef JANUS_SIFIVE_PRCI_H
#define JANUS_SIFIVE_PRCI_H

#include <stdint.h>

#define SIFIVE_PRCI_BASE 0x1001d000u

// HFROSCCFG: ring oscillator; read, write
#define SIFIVE_PRCI_HFROSCCFG ((volatile uint32_t*)(SIFIVE_PRCI_BASE + 0x00u))
#define SIFIVE_PRCI_HFROSCCFG_DIV 0x3fu  // divisor minus 1; no effect
#define SIFIVE_PRCI_HFROSCCFG_DIV_SHIFT 0
#define SIFIVE_PRCI_HFROSCCFG_TRIM 0x1f0000u  // no effect
#define SIFIVE_PRCI_HFROSCCFG_TRIM_SHIFT 16
#define SIFIVE_PRCI_HFROSCCFG_EN 0x40000000u   // on
#define SIFIVE_PRCI_HFROSCCFG_RDY 0x80000000u  // ready, read only

// HFXOSCCFG: crystal oscillator; read, write
#define SIFIVE_PRCI_HFXOSCCFG ((volatile uint32_t*)(SIFIVE_PRCI_BASE + 0x04u))
#define SIFIVE_PRCI_HFXOSCCFG_EN 0x40000000u   // on
#define SIFIVE_PRCI_HFXOSCCFG_RDY 0x80000000u  // ready, read only

// PLLCFG: PLL; read, write
#define SIFIVE_PRCI_PLLCFG ((volatile uint32_t*)(SIFIVE_PRCI_BASE + 0x08u))
#define SIFIVE_PRCI_PLLCFG_R 0x7u  // reference divisor minus 1; no effect
#define SIFIVE_PRCI_PLLCFG_R_SHIFT 0
#define SIFIVE_PRCI_PLLCFG_F 0x3f0u  // multiplier; no effect
#define SIFIVE_PRCI_PLLCFG_F_SHIFT 4
#define SIFIVE_PRCI_PLLCFG_Q 0xc00u  // output divisor; no effect
#define SIFIVE_PRCI_PLLCFG_Q_SHIFT 10
#define SIFIVE_PRCI_PLLCFG_SEL 0x10000u      // drives the core, instead of the ring oscillator; no effect
#define SIFIVE_PRCI_PLLCFG_REFSEL 0x20000u   // reference is the crystal; no effect
#define SIFIVE_PRCI_PLLCFG_BYPASS 0x40000u   // the reference goes past the PLL
#define SIFIVE_PRCI_PLLCFG_LOCK 0x80000000u  // locked, read only

// PLLOUTDIV: divisor behind the PLL; read, write
#define SIFIVE_PRCI_PLLOUTDIV ((volatile uint32_t*)(SIFIVE_PRCI_BASE + 0x0cu))
#define SIFIVE_PRCI_PLLOUTDIV_DIV 0x3fu  // no effect
#define SIFIVE_PRCI_PLLOUTDIV_DIV_SHIFT 0
#define SIFIVE_PRCI_PLLOUTDIV_BY1 0x100u  // does not divide; no effect

// PROCMONCFG: process monitor; no effect; read, write
#define SIFIVE_PRCI_PROCMONCFG ((volatile uint32_t*)(SIFIVE_PRCI_BASE + 0xf0u))

#endif
