// DMA engine: copies while the hart goes on.
// Made by `janus device dma --format c`; do not edit.
#ifndef JANUS_DMA_H
#define JANUS_DMA_H

#include <stdint.h>

#define DMA_BASE 0x10019000u
#define DMA_INTERRUPT 18u  // its source at the PLIC

// SOURCE: address of the next element to read; read, write
#define DMA_SOURCE ((volatile uint32_t*)(DMA_BASE + 0x00u))

// DESTINATION: address of the next element to write; read, write
#define DMA_DESTINATION ((volatile uint32_t*)(DMA_BASE + 0x04u))

// COUNT: elements; read, write
#define DMA_COUNT ((volatile uint32_t*)(DMA_BASE + 0x08u))
#define DMA_COUNT_ELEMENTS 0xffffu  // that are left
#define DMA_COUNT_ELEMENTS_SHIFT 0

// CTRL: control; read, write
#define DMA_CTRL ((volatile uint32_t*)(DMA_BASE + 0x0cu))
#define DMA_CTRL_START 0x1u              // a one begins; reads as zero
#define DMA_CTRL_STOP 0x2u               // a one ends the copying, which sets no event; reads as zero
#define DMA_CTRL_IRQ 0x4u                // interrupts at the end
#define DMA_CTRL_KEEP_SOURCE 0x8u        // every element is read at the same address
#define DMA_CTRL_KEEP_DESTINATION 0x10u  // every element is written at the same address
#define DMA_CTRL_WIDTH 0x300u            // of an element: 0 a byte, 1 two bytes, otherwise four
#define DMA_CTRL_WIDTH_SHIFT 8

// STATUS: state; read only
#define DMA_STATUS ((const volatile uint32_t*)(DMA_BASE + 0x10u))
#define DMA_STATUS_BUSY 0x1u  // it copies

// EVENTS: what has happened; write ones to clear
#define DMA_EVENTS ((volatile uint32_t*)(DMA_BASE + 0x14u))
#define DMA_EVENTS_DONE 0x1u    // all elements were copied
#define DMA_EVENTS_FAILED 0x2u  // there is nothing at an address

// PERIOD: microseconds for an element; read, write
#define DMA_PERIOD ((volatile uint32_t*)(DMA_BASE + 0x18u))
#define DMA_PERIOD_MICROSECONDS 0xffffu  // 0: all elements at once
#define DMA_PERIOD_MICROSECONDS_SHIFT 0

#endif
