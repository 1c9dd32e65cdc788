// A line-oriented command interpreter over the UART, as monitors and modems have them. Nothing in it knows of Janus, but
// for the assertion.
//
//   r ADDRESS        reads a register
//   w ADDRESS VALUE  writes one
//   s                sums all up
//
// Numbers are decimal, and registers are 0 to 7. With BUG, the check of the address forgets the last one.
#include <janus.h>
#include <stdbool.h>
#include <stdint.h>
#include <uart.h>

enum { REGISTERS = 8 };
static uint16_t registers[REGISTERS];
static const char* at;

static int number(void) {
  while (*at == ' ') ++at;
  if (*at < '0' || *at > '9') return -1;
  int value = 0;
  while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
  return value;
}

static bool valid(int address) {
#ifdef BUG
  return address >= 0 && address <= REGISTERS;
#else
  return address >= 0 && address < REGISTERS;
#endif
}

static void put_number(unsigned value) {
  if (value >= 10) put_number(value / 10);
  uart_put((uint8_t)('0' + value % 10));
}

static void execute(const char* line) {
  at = line + 1;
  int address = number(), value;
  switch (line[0]) {
    case 'r':
      if (!valid(address)) break;
      riscv_assert(address < REGISTERS);
      put_number(registers[address]);
      return uart_put('\n');
    case 'w':
      value = number();
      if (!valid(address) || value < 0) break;
      riscv_assert(address < REGISTERS);
      registers[address] = (uint16_t)value;
      return uart_put_string("ok\n");
    default: break;
  }
  uart_put_string("?\n");
}

int main(void) {
  char line[16];
  unsigned length = 0;
  for (int received = 0; received < BYTES; ++received) {
    const char c = (char)uart_get();
    if (c == '\n') {
      line[length] = 0;
      execute(line);
      length = 0;
    } else if (length < sizeof line - 1) {
      line[length++] = c;
    }
  }
  return 0;
}
