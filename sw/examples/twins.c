// Two sensors of one kind, a console on a second UART, and RAM at a second place: firmware for a platform of one's own,
// which twins.toml describes. Takes two samples of each sensor, the left one by polling, the right one by its
// interrupt, and says on the console whether they agree.
//
//   janus run twins.elf --platform twins.toml --input left=FILE
//   janus explore twins.elf --platform twins.toml --symbolic 'left=2, right=2'          finds samples that are too far
//   apart janus explore twins_fixed.elf --platform twins.toml --symbolic 'left=2, right=2'    safe
#include <csr.h>
#include <janus.h>
#include <plic.h>
#include <stdint.h>

enum { kLeft = 0x10010000, kRight = 0x10018000, kRightInterrupt = 13, kConsole = 0x10001000 };
enum { kCtrl = 0x00, kStatus = 0x04, kPeriod = 0x0c, kWatermark = 0x10, kSample = 0x14 };
enum { kEnable = 1, kIrq = 2, kLevel = 0xf };
enum { kRam = 0x80000000, kMirror = 0x40000000 };
enum { kSamples = 2 };

#define REG(base, offset) (*(volatile uint32_t*)((uintptr_t)(base) + (offset)))

static uint16_t left[kSamples], right[kSamples];
static volatile unsigned taken;

static void* mirrored(const void* place) { return (void*)((uintptr_t)place - kRam + kMirror); }

static void start(uintptr_t sensor, uint32_t control) {
  REG(sensor, kPeriod) = 10;
  REG(sensor, kWatermark) = 1;
  REG(sensor, kCtrl) = control;
}

static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {
  const uint32_t source = plic_claim();
  if (source == kRightInterrupt && taken < kSamples) right[taken++] = (uint16_t)REG(kRight, kSample);
  if (source == kRightInterrupt && taken == kSamples) REG(kRight, kCtrl) = 0;
  if (source != 0) plic_complete(source);
}

// Executed from the mirror.
static int __attribute__((noinline)) distance(int a, int b) { return a < b ? b - a : a - b; }

static void say(const char* text) {
  while (*text) *(volatile uint8_t*)kConsole = (uint8_t)*text++;
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  plic_enable(kRightInterrupt, 1);
  csr_set(mie, MIE_MEIE);
  start(kRight, kEnable | kIrq);
  csr_set(mstatus, MSTATUS_MIE);

  start(kLeft, kEnable);
  uint16_t* const mirror = mirrored(left);
  for (unsigned i = 0; i < kSamples; ++i) {
    while (!(REG(kLeft, kStatus) & kLevel)) continue;
    mirror[i] = (uint16_t)REG(kLeft, kSample);  // left[i]
  }
  for (unsigned turns = 0; taken < kSamples && turns < 1000; ++turns) continue;
  if (taken < kSamples) {
    say("the right sensor is silent\n");
    return 0;
  }

  int (*const far_from)(int, int) = (int (*)(int, int))mirrored((const void*)distance);
  for (unsigned i = 0; i < kSamples; ++i) {
    asm volatile("" ::: "memory");  // the mirror was written, not `left`
    const int apart = far_from(left[i], right[i]);
#ifdef FIXED
    if (apart >= 50000) {
      say("the sensors differ\n");
      return 0;
    }
#endif
    riscv_assert(apart < 50000);
  }
  say("the sensors agree\n");
  return 0;
}
