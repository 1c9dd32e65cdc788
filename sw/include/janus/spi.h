// SPI controller (SiFive SPI, as in FE310-G002) with a flash of 64 KiB at chip select 0.
// Made by `janus device spi --format c`; do not edit.
#ifndef JANUS_SPI_H
#define JANUS_SPI_H

#include <stdint.h>

#define SPI_BASE 0x10015000u
#define SPI_INTERRUPT 16u  // its source at the PLIC

// SCKDIV: a bit takes 2 * (DIV + 1) * 20 ns; read, write
#define SPI_SCKDIV ((volatile uint32_t*)(SPI_BASE + 0x00u))
#define SPI_SCKDIV_DIV 0xfffu  // divisor
#define SPI_SCKDIV_DIV_SHIFT 0

// SCKMODE: both modes are the same here; read, write
#define SPI_SCKMODE ((volatile uint32_t*)(SPI_BASE + 0x04u))
#define SPI_SCKMODE_PHA 0x1u  // phase
#define SPI_SCKMODE_POL 0x2u  // polarity

// CSID: which chip is selected; the flash is 0; read, write
#define SPI_CSID ((volatile uint32_t*)(SPI_BASE + 0x10u))

// CSDEF: the idle level of chip selects; read, write
#define SPI_CSDEF ((volatile uint32_t*)(SPI_BASE + 0x14u))
#define SPI_CSDEF_HIGH 0x1u  // 1 for chips that are there

// CSMODE: when the chip is selected; read, write
#define SPI_CSMODE ((volatile uint32_t*)(SPI_BASE + 0x18u))
#define SPI_CSMODE_MODE 0x3u  // 0 AUTO: for each frame, 2 HOLD, 3 OFF
#define SPI_CSMODE_MODE_SHIFT 0

// DELAY0: without effect; read, write
#define SPI_DELAY0 ((volatile uint32_t*)(SPI_BASE + 0x28u))
#define SPI_DELAY0_CSSCK 0xffu  // bits
#define SPI_DELAY0_CSSCK_SHIFT 0
#define SPI_DELAY0_SCKCS 0xff0000u  // bits
#define SPI_DELAY0_SCKCS_SHIFT 16

// DELAY1: without effect; read, write
#define SPI_DELAY1 ((volatile uint32_t*)(SPI_BASE + 0x2cu))
#define SPI_DELAY1_INTERCS 0xffu  // bits
#define SPI_DELAY1_INTERCS_SHIFT 0
#define SPI_DELAY1_INTERXFR 0xff0000u  // bits
#define SPI_DELAY1_INTERXFR_SHIFT 16

// FMT: frames; read, write
#define SPI_FMT ((volatile uint32_t*)(SPI_BASE + 0x40u))
#define SPI_FMT_PROTO 0x3u  // 0: one line
#define SPI_FMT_PROTO_SHIFT 0
#define SPI_FMT_ENDIAN 0x4u   // 0: the highest bit first
#define SPI_FMT_DIR 0x8u      // 1: what comes back is not kept
#define SPI_FMT_LEN 0xf0000u  // bits
#define SPI_FMT_LEN_SHIFT 16

// TXDATA: adds a frame, unless the FIFO is full; read, write
#define SPI_TXDATA ((volatile uint32_t*)(SPI_BASE + 0x48u))
#define SPI_TXDATA_DATA 0xffu  // reads as 0
#define SPI_TXDATA_DATA_SHIFT 0
#define SPI_TXDATA_FULL 0x80000000u  // the FIFO is

// RXDATA: takes the oldest frame that came back; read only
#define SPI_RXDATA ((const volatile uint32_t*)(SPI_BASE + 0x4cu))
#define SPI_RXDATA_DATA 0xffu  // the frame
#define SPI_RXDATA_DATA_SHIFT 0
#define SPI_RXDATA_EMPTY 0x80000000u  // there is none

// TXMARK: watermark; read, write
#define SPI_TXMARK ((volatile uint32_t*)(SPI_BASE + 0x50u))
#define SPI_TXMARK_LEVEL 0x7u  // IP.TXWM: fewer frames wait
#define SPI_TXMARK_LEVEL_SHIFT 0

// RXMARK: watermark; read, write
#define SPI_RXMARK ((volatile uint32_t*)(SPI_BASE + 0x54u))
#define SPI_RXMARK_LEVEL 0x7u  // IP.RXWM: more frames wait
#define SPI_RXMARK_LEVEL_SHIFT 0

// FCTRL: the flash is never mapped into memory; read, write
#define SPI_FCTRL ((volatile uint32_t*)(SPI_BASE + 0x60u))
#define SPI_FCTRL_EN 0x1u  // without effect

// IE: which interrupts are enabled; read, write
#define SPI_IE ((volatile uint32_t*)(SPI_BASE + 0x70u))
#define SPI_IE_TXWM 0x1u  // transmit
#define SPI_IE_RXWM 0x2u  // receive

// IP: which are pending; read only
#define SPI_IP ((const volatile uint32_t*)(SPI_BASE + 0x74u))
#define SPI_IP_TXWM 0x1u  // transmit
#define SPI_IP_RXWM 0x2u  // receive

#endif
