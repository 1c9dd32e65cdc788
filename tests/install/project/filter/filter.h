// The mean of two speeds.
#pragma once
#include <stdint.h>

uint8_t mean(uint8_t a, uint8_t b);
