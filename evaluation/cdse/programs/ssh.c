// The states of a login as of SSH, of the server or of the client: versions, algorithms, keys, authentication in
// several ways, and a channel. Whoever sends goes through a state that flushes the buffer and continues at a state kept
// aside. What the peer sends is any value. Nobody is authenticated before the keys are new, and no channel opens before
// that.
//
// SERVER or CLIENT
// STATES  10, 15 or 20: all have the way from versions to a channel, 15 has authentication by password with retries, 20
//         has algorithms that are guessed, keys that the user holds, and keys that change again
// UNSAFE  10: a peer that sends another message instead of its new keys is accepted; 15: the second wrong password
//         forgets that the keys are new; 20: as 10, but only after a wrong guess
#include <janus.h>

#ifndef STATES
#define STATES 15
#endif
#define BOUND 50

enum {
  VERSION,
  VERSION_RECEIVED,
  ALGORITHMS,
  KEYS,
  KEYS_RECEIVED,
  NEW_KEYS,
  SERVICE,
  AUTHENTICATION,
  CHANNEL,
  FLUSH,  // the tenth
  PASSWORD,
  PASSWORD_WRONG,
  PASSWORD_CHANGE,
  BANNER,
  DISCONNECT,  // the fifteenth
  GUESS,
  PUBLIC_KEY,
  SIGNATURE,
  KEYS_AGAIN,
  EXTENSIONS,  // the twentieth
  OPEN,
  FAILED
};

static int keys_are_new, authenticated, retries;
#if STATES == 20
static int rekeyed, guessed_wrong;
#endif
static int next;  // where FLUSH continues

static inline unsigned peer_sends(void) { return riscv_make_register_symbolic(); }

static inline int flush_then(int state) {
  next = state;
  return FLUSH;
}

static inline int begins(void) {
#ifdef CLIENT
  return flush_then(VERSION_RECEIVED);
#else
  return VERSION_RECEIVED;
#endif
}

static int step(int state) {
  unsigned message;
  switch (state) {
    case VERSION: return begins();
    case VERSION_RECEIVED:
      message = peer_sends();
      return message == 199 || message == 2 ? flush_then(ALGORITHMS) : FAILED;
    case ALGORITHMS:
      message = peer_sends();
      if (message != 20) return FAILED;
#if STATES == 20
      return GUESS;
#else
      return KEYS;
#endif
    case KEYS: return peer_sends() < 30 ? FAILED : flush_then(KEYS_RECEIVED);
    case KEYS_RECEIVED: message = peer_sends();
#if defined UNSAFE && STATES == 10
      if (message == 99) return SERVICE;
#elif defined UNSAFE && STATES == 20
      if (message == 99 && guessed_wrong) return SERVICE;
#endif
      return message == 31 ? NEW_KEYS : FAILED;
    case NEW_KEYS:
      if (peer_sends() != 21) return FAILED;
      keys_are_new = 1;
#if STATES == 20
      return rekeyed ? CHANNEL : EXTENSIONS;
#else
      return SERVICE;
#endif
    case SERVICE: return peer_sends() == 5 ? flush_then(AUTHENTICATION) : FAILED;
    case AUTHENTICATION:
      message = peer_sends();
      if (message == 1) {
        authenticated = 1;
        return flush_then(CHANNEL);
      }
#if STATES == 20
      if (message == 2) return PUBLIC_KEY;
#endif
#if STATES >= 15
      if (message == 3) return BANNER;
#endif
      return FAILED;
    case CHANNEL:
#if STATES == 20
      if (!rekeyed && peer_sends() == 20) return KEYS_AGAIN;
#endif
      return peer_sends() == 90 ? OPEN : FAILED;
    case FLUSH: return next;
#if STATES >= 15
    case BANNER: return flush_then(PASSWORD);
    case PASSWORD:
      message = peer_sends();
      if (message == 50) {
        authenticated = 1;
        return CHANNEL;
      }
      return message == 60 ? PASSWORD_CHANGE : PASSWORD_WRONG;
    case PASSWORD_WRONG:
#if defined UNSAFE && STATES == 15
      if (retries == 1) keys_are_new = 0;
#endif
      return ++retries == 3 ? DISCONNECT : flush_then(PASSWORD);
    case PASSWORD_CHANGE: return peer_sends() > 8 ? flush_then(PASSWORD_WRONG) : DISCONNECT;
    case DISCONNECT: return FAILED;
#endif
#if STATES == 20
    case GUESS: guessed_wrong = peer_sends() & 1; return KEYS;
    case PUBLIC_KEY: return peer_sends() == 7 ? flush_then(SIGNATURE) : PASSWORD;
    case SIGNATURE:
      if (peer_sends() < 1000) return ++retries == 3 ? DISCONNECT : BANNER;
      authenticated = 1;
      return CHANNEL;
    case KEYS_AGAIN:
      rekeyed = 1;
      keys_are_new = 0;
      return KEYS;
    case EXTENSIONS: return peer_sends() < 8 ? flush_then(SERVICE) : SERVICE;
#endif
    default: return FAILED;
  }
}

int main(void) {
  int state = VERSION;
  for (int i = 0; i < BOUND && state != OPEN && state != FAILED; ++i) {
    state = step(state);
    if (state == CHANNEL) riscv_assert(authenticated);
  }
  if (state == OPEN) riscv_assert(authenticated && keys_are_new);
  riscv_assert(retries <= 3);
  return 0;
}
