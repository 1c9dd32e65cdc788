// A receiver of UBX frames, a byte at a time: sync bytes, class, id, length, payload, checksum. The length has a sign,
// and so has its check, which a length of 0xff00 passes.
#include <janus.h>
#include <stdint.h>

#define PAYLOAD 8

enum state { IDLE, SYNC, CLASS, ID, LENGTH1, LENGTH2, DATA, CHECK_A, CHECK_B };

static struct {
  enum state state;
  int at;
  uint8_t kind, a, b;
  uint8_t payload[PAYLOAD];
} rx;
static int16_t length;
static int good, bad;

__attribute__((noinline)) static void sum(uint8_t byte) {
  rx.a += byte;
  rx.b += rx.a;
}

static void receive(uint8_t byte) {
  switch (rx.state) {
    case IDLE:
      if (byte == 0xb5) rx.state = SYNC;
      break;
    case SYNC:
      rx.state = byte == 0x62 ? CLASS : IDLE;
      break;
    case CLASS:
    case ID:  // shares its code with the one above
      sum(byte);
      rx.kind = byte;
      rx.state = rx.state == CLASS ? ID : LENGTH1;
      break;
    case LENGTH1:
      sum(byte);
      length = byte;
      rx.state = LENGTH2;
      break;
    case LENGTH2:
      length |= byte << 8, sum(byte), rx.at = 0;
      if (length > PAYLOAD) {
        bad++;
        rx.state = IDLE;
        break;
      }
      rx.state = length ? DATA : CHECK_A;
      break;
    case DATA:
      sum(byte);
      rx.payload[rx.at++] = byte;
      if (rx.at == length) rx.state = CHECK_A;
      break;
    case CHECK_A:
      rx.state = byte == rx.a ? CHECK_B : IDLE;
      break;
    case CHECK_B:
      if (byte == rx.b) good++;
      rx.state = IDLE;
      break;
    case DATA + 10:  // no state
    case DATA + 11:
      bad = 1000;
      break;
  }
}

int main(void) {
  static uint8_t bytes[16];
  JANUS_SYMBOLIC(bytes);
  riscv_assume(bytes[0] == 0xb5 && bytes[1] == 0x62 && bytes[2] == 1 && bytes[3] == 2);
  for (unsigned i = 0; i < sizeof bytes; i++) {
    receive(bytes[i]);
    riscv_assert(rx.at <= PAYLOAD);
  }
  return good > 2;
}
