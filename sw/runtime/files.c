// The system calls on files for the C library: 0 is what the UART receives; 1 and 2 are what it sends. There are no
// other files.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "uart.h"

// Firmware may have functions of its own.
#pragma weak write
#pragma weak read
#pragma weak open
#pragma weak close
#pragma weak lseek
#pragma weak fstat
#pragma weak isatty

static int fail(int error) {
  errno = error;
  return -1;
}

static int is_terminal(int file) { return file >= STDIN_FILENO && file <= STDERR_FILENO; }

ssize_t write(int file, const void* buffer, size_t size) {
  if (file != STDOUT_FILENO && file != STDERR_FILENO) return fail(EBADF);
  const uint8_t* bytes = buffer;
  for (size_t i = 0; i < size; ++i) uart_put(bytes[i]);
  return (ssize_t)size;
}

// Waits for the first byte, and takes those that are there behind it.
ssize_t read(int file, void* buffer, size_t size) {
  if (file != STDIN_FILENO) return fail(EBADF);
  uint8_t* bytes = buffer;
  size_t count = 0;
  if (size > 0) bytes[count++] = uart_get();
  for (int byte; count < size && (byte = uart_poll()) >= 0;) bytes[count++] = (uint8_t)byte;
  return (ssize_t)count;
}

int open(const char* path, int flags, ...) {
  (void)path, (void)flags;
  return fail(ENOENT);
}

int close(int file) { return is_terminal(file) ? 0 : fail(EBADF); }

off_t lseek(int file, off_t offset, int origin) {
  (void)offset, (void)origin;
  return fail(is_terminal(file) ? ESPIPE : EBADF);
}

int fstat(int file, struct stat* status) {
  if (!is_terminal(file)) return fail(EBADF);
  *status = (struct stat){.st_mode = S_IFCHR};
  return 0;
}

int isatty(int file) { return is_terminal(file) ? 1 : fail(EBADF); }
