// The driver of the thermometer behind the I2C controller.
#ifndef THERMOMETER_H
#define THERMOMETER_H

#include <stdbool.h>

// Whether the thermometer answers, and says that it is one.
bool thermometer_is_there(void);

// Converts once. In eighths of a degree Celsius: -8 is one degree of frost. Returns whether it answered.
bool thermometer_read(int* eighths);

#endif
