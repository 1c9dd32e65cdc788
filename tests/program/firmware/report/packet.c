// A UBX frame out of a buffer. The length has a sign, and a negative one passes both checks.
#include <janus.h>
#include <stdint.h>

enum { MOST = 8 };
#define SYNC1 0xb5

static struct {
  uint8_t kind, id;
  int16_t length;
  uint8_t payload[MOST];
} frame;

static int parse(const uint8_t *data, int size) {
  int at = 0;
  if (data[at++] != SYNC1) return -2;
  if (data[at++] != 0x62) return -2;
  frame.kind = data[at++];
  frame.id = data[at++];
  frame.length = data[at] | data[at + 1] << 8;
  at += 2;
  if (frame.length > MOST) return -3;
  if (at + frame.length + 2 > size) return -4;
  uint8_t a = 0, b = 0;
  for (int i = 2; i < at + frame.length; i++) {
    a += data[i];
    b += a;
  }
  at += frame.length;
  riscv_assert(at >= 0 && at < size);
  return data[at] == a && data[at + 1] == b;
}

int main(void) {
  static uint8_t data[16];
  JANUS_SYMBOLIC(data);
  return parse(data, sizeof data) > 1;
}
