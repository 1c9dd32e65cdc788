// picolibc's standard streams on the UART. Output is not buffered, so no output is lost, however the run ends.
#include <stdio.h>

#include "uart.h"

static int put(char character, FILE* stream) {
  (void)stream;
  uart_put((uint8_t)character);
  return (unsigned char)character;
}

static int get(FILE* stream) {
  (void)stream;
  return uart_get();
}

static FILE uart_stream = FDEV_SETUP_STREAM(put, get, NULL, _FDEV_SETUP_RW);

FILE* const stdin = &uart_stream;
FILE* const stdout = &uart_stream;
FILE* const stderr = &uart_stream;
