// A counter of operating hours that survives without power: each hour a record goes into the flash, and is read back.
//
// A page is programmed in 0.4 milliseconds, says the data sheet, typically; and in 3 at most. The author has read the
// first number, looks once whether the flash is still busy, and then waits a millisecond:
//
//   janus run flash_log.elf                              works, as on the author's desk
//   janus explore flash_log.elf --symbolic spi=8         finds a flash that is slower
//   janus explore flash_log_fixed.elf --symbolic spi=8   safe, however long it is busy
//
// With `--symbolic spi=8`, the flash is asked up to eight times whether it is busy, and each answer is free.
#include <flash.h>
#include <janus.h>
#include <string.h>
#include <uart.h>
#include <unistd.h>

enum { RECORD = 8, HOURS = 2 };

static void let_flash_finish(void) {
#ifdef FIXED
  while (flash_is_busy()) {
  }
#else
  if (flash_is_busy()) usleep(1000);
#endif
}

// Returns whether the record can be read back.
static bool store(uint32_t address, const uint8_t record[RECORD]) {
  uint8_t back[RECORD];
  flash_begin_program(address, record, RECORD);
  let_flash_finish();
  flash_read(address, back, RECORD);
  return memcmp(record, back, RECORD) == 0;
}

int main(void) {
  flash_start();
  riscv_assert(flash_identification() == 0xef4010);
  flash_erase(0);
  for (uint8_t hour = 0; hour < HOURS; ++hour) {
    const uint8_t record[RECORD] = {'h', 'o', 'u', 'r', 0, 0, 0, hour};
    riscv_assert(store(hour * RECORD, record));
  }
  uart_put_string("stored\n");
  return 0;
}
