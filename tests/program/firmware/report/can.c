// CAN frames with bit fields, filtered; a signal counter.
#include <janus.h>
#include <stdint.h>
struct frame {
  uint32_t id : 11, rtr : 1, ext : 1, dlc : 4;
  int32_t offset : 6;
  uint32_t : 0;
  uint8_t data[4];
};
struct filter {
  uint16_t id, mask;
};
static const struct filter filters[3] = {{0x100, 0x700}, {0x0a5, 0x7ff}, {0x7e0, 0x7f8}};
static struct frame frames[2];
static uint16_t counters[3];
static int32_t sum;

static int match(const struct frame* f) {
  if (f->ext) return -1;
  for (int i = 0; i < 3; ++i)
    if ((f->id & filters[i].mask) == filters[i].id) return i;
  return -1;
}
static void receive(const struct frame* f) {
  int which = match(f);
  if (which < 0) return;
  uint8_t length = f->dlc;
  if (f->rtr) length = 0;
  counters[which] += length;
  for (uint8_t i = 0; i < length; ++i) sum += f->data[i] + f->offset;
}
int main(void) {
  JANUS_SYMBOLIC(frames);
  for (int i = 0; i < 2; ++i) receive(&frames[i]);
  riscv_assert(counters[0] + counters[1] + counters[2] <= 16);
  riscv_assert(sum >= -100);
  return 0;
}
