#include "sensor.h"

void sensor_start(uint32_t microseconds, uint32_t watermark) {
  *SENSOR_CTRL = SENSOR_CTRL_CLEAR;
  *SENSOR_EVENTS = SENSOR_EVENTS_OVERFLOW;
  *SENSOR_PERIOD = microseconds;
  *SENSOR_WATERMARK = watermark;
  *SENSOR_CTRL = SENSOR_CTRL_ENABLE | SENSOR_CTRL_IRQ;
}

void sensor_stop(void) { *SENSOR_CTRL = 0; }

bool sensor_poll(uint16_t* sample) {
  if (!(*SENSOR_STATUS & SENSOR_STATUS_LEVEL)) return false;
  *sample = (uint16_t)*SENSOR_SAMPLE;
  return true;
}

bool sensor_lost_samples(void) {
  const bool lost = *SENSOR_EVENTS & SENSOR_EVENTS_OVERFLOW;
  if (lost) *SENSOR_EVENTS = SENSOR_EVENTS_OVERFLOW;
  return lost;
}
