// A handshake as a state machine of the kind that protocol libraries have: states with optional steps, a loop that is
// bounded, and what the peer sends is any value. SERVER or CLIENT; neither may be established before keys were changed,
// nor accept a certificate that it did not ask for.
//
// STEPS  optional steps that take place or not, as the peer wishes
// UNSAFE   a session that is resumed skips the change of keys
#include <janus.h>

#ifndef STEPS
#define STEPS 6
#endif
#define BOUND 50

enum {
  START = 0x10,
  HELLO = 0x20,
  HELLO_SENT = 0x21,
  OPTION = 0x30,  // and the STEPS that follow
  CERTIFICATE_WANTED = 0x50,
  CERTIFICATE = 0x51,
  KEY_EXCHANGE = 0x60,
  KEY_EXCHANGED = 0x61,
  CHANGE_KEYS = 0x70,
  FINISHED = 0x80,
  FLUSH = 0x90,
  ESTABLISHED = 0xa0,
  FAILED = 0xb0
};

static unsigned received;
static int flags, resumed, asked, keys_changed, certificate;

static inline unsigned peer_sends(void) {
  received = riscv_make_register_symbolic();
  return received;
}

static int step(int state) {
  if (state >= OPTION && state < OPTION + STEPS) {
    if (peer_sends() & 1) ++flags;
    return state + 1 == OPTION + STEPS ? CERTIFICATE_WANTED : state + 1;
  }
  switch (state) {
    case START: return peer_sends() == 0x16 ? HELLO : FAILED;
    case HELLO: resumed = peer_sends() == 0x52; return HELLO_SENT;
    case HELLO_SENT: return OPTION;
    case CERTIFICATE_WANTED:
#ifdef SERVER
      asked = peer_sends() > 7;
#else
      asked = 1;
#endif
      return asked ? CERTIFICATE : KEY_EXCHANGE;
    case CERTIFICATE:
      if (peer_sends() == 0) return FAILED;
      certificate = 1;
      return KEY_EXCHANGE;
    case KEY_EXCHANGE: return peer_sends() < 100 ? KEY_EXCHANGED : FAILED;
    case KEY_EXCHANGED:
#ifdef UNSAFE
      if (resumed && flags == STEPS) return FINISHED;
#endif
      return CHANGE_KEYS;
    case CHANGE_KEYS: keys_changed = 1; return FINISHED;
    case FINISHED: return peer_sends() == 0x14 ? FLUSH : FAILED;
    case FLUSH: return ESTABLISHED;
    default: return FAILED;
  }
}

int main(void) {
  int state = START;
  for (int i = 0; i < BOUND && state != ESTABLISHED && state != FAILED; ++i) state = step(state);
  if (state == ESTABLISHED) riscv_assert(keys_changed);
  if (certificate) riscv_assert(asked);
  return 0;
}
