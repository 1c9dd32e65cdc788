// Time since reset, from the CLINT, for time(), gettimeofday(), clock(), clock_gettime(), and the functions that wait.
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "clint.h"
#include "csr.h"

// Firmware may have functions of its own.
#pragma weak gettimeofday
#pragma weak times
#pragma weak clock_gettime
#pragma weak sleep
#pragma weak usleep
#pragma weak nanosleep

enum { TICKS_PER_MICROSECOND = CLINT_HERTZ / 1000000 };

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  const uint64_t microseconds = clint_time() / TICKS_PER_MICROSECOND;
  now->tv_sec = (time_t)(microseconds / 1000000);
  now->tv_usec = (suseconds_t)(microseconds % 1000000);
  return 0;
}

// All time is the program's own.
clock_t times(struct tms* used) {
  const clock_t now = (clock_t)(clint_time() * CLOCKS_PER_SEC / CLINT_HERTZ);
  *used = (struct tms){.tms_utime = now};
  return now;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  const uint64_t ticks = clint_time();
  now->tv_sec = (time_t)(ticks / CLINT_HERTZ);
  now->tv_nsec = (long)(ticks % CLINT_HERTZ) * (1000000000 / CLINT_HERTZ);
  return 0;
}

// Sleeps in wfi until the timer, or any other interrupt that is enabled, wakes the hart. Interrupts stay enabled or
// disabled as they were, and the firmware's own timer interrupt comes at its own time.
static void doze_until(uint64_t time) {
  const unsigned long status = csr_read(mstatus), enabled = csr_read(mie);
  csr_clear(mstatus, MSTATUS_MIE);
  const uint64_t own = (uint64_t)CLINT_MTIMECMP[1] << 32 | CLINT_MTIMECMP[0];
  if (!(enabled & MIE_MTIE) || own > time) clint_set_timer(time);
  csr_set(mie, MIE_MTIE);
  __asm__ volatile("wfi");
  csr_write(mie, enabled);
  clint_set_timer(own);
  csr_set(mstatus, status & MSTATUS_MIE);
}

static void wait(uint64_t ticks) {
  const uint64_t end = clint_time() + ticks;
  while (clint_time() < end) doze_until(end);
}

unsigned sleep(unsigned seconds) {
  wait((uint64_t)seconds * CLINT_HERTZ);
  return 0;
}

int usleep(useconds_t microseconds) {
  wait((uint64_t)microseconds * TICKS_PER_MICROSECOND);
  return 0;
}

int nanosleep(const struct timespec* duration, struct timespec* rest) {
  const long nanoseconds_per_tick = 1000000000 / CLINT_HERTZ;
  if (duration->tv_sec < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000) {
    errno = EINVAL;
    return -1;
  }
  wait((uint64_t)duration->tv_sec * CLINT_HERTZ + (uint64_t)(duration->tv_nsec / nanoseconds_per_tick));
  if (rest) *rest = (struct timespec){0};
  return 0;
}
