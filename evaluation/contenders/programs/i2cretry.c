// Driver: EEPROM page write over a bus that NACKs; retries, back-off, page boundary splitting.
#include <janus.h>
#include <stdint.h>
#define PAGE 8
static uint8_t eeprom[32], written[32];
static unsigned bus_calls;
static int bus_write(uint8_t address, const uint8_t* data, uint8_t n) {
  uint8_t ack;
  JANUS_SYMBOLIC(ack);
  bus_calls++;
  if (!(ack & 1)) return -1;
  // the chip wraps inside of the page
  uint8_t page = address & ~(PAGE - 1);
  for (uint8_t i = 0; i < n; i++) eeprom[page | ((address + i) & (PAGE - 1))] = data[i];
  return n;
}
static int store(uint8_t address, const uint8_t* data, uint8_t n) {
  uint8_t backoff = 1;
  while (n) {
#ifdef BUG
    uint8_t chunk = PAGE - (address % PAGE) + (address == 5);
#else
    uint8_t chunk = PAGE - (address % PAGE);
#endif
    if (chunk > n) chunk = n;
    if (bus_write(address, data, chunk) < 0) {
      backoff *= 2;
      if (backoff > 16) return -1;
      continue;
    }
    backoff = 1;
    address += chunk;
    data += chunk;
    n -= chunk;
  }
  return 0;
}
int main(void) {
  uint8_t address, n, data[12];
  JANUS_SYMBOLIC(address);
  JANUS_SYMBOLIC(n);
  JANUS_SYMBOLIC(data);
  riscv_assume(address < 20);
  riscv_assume(n <= 12);
  int r = store(address, data, n);
  if (r == 0)
    for (uint8_t i = 0; i < n; i++) riscv_assert(eeprom[address + i] == data[i]);
  riscv_assert(bus_calls <= 20);
  (void)written;
  return 0;
}
