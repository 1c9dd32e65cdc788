#include "filter.h"

uint8_t mean(uint8_t a, uint8_t b) {
#ifdef FIXED
  return (uint8_t)((a + b) / 2);
#else
  return (uint8_t)(a + b) / 2;  // the sum loses a bit
#endif
}
