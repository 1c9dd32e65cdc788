// The sensor at 0x10010000, PLIC source 12 (SENSOR_INTERRUPT): samples of 16 bits in a FIFO of eight. Its registers are
// in janus/sensor.h.
#ifndef JANUS_RUNTIME_SENSOR_H
#define JANUS_RUNTIME_SENSOR_H

#include <janus/sensor.h>
#include <stdbool.h>
#include <stdint.h>

// Takes a sample every `microseconds`, the first after that time. Interrupts while there are `watermark` samples to
// read, 1 to 8, or a sample was lost. Forgets older samples.
void sensor_start(uint32_t microseconds, uint32_t watermark);
// Takes no more samples. Those in the FIFO stay.
void sensor_stop(void);

// The next sample. Returns whether there is one.
bool sensor_poll(uint16_t* sample);
// Whether a sample was lost, because the FIFO was full, since the last call that said so.
bool sensor_lost_samples(void);

#endif
