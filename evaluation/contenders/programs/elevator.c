// Endless event loop: an elevator with a table of state functions; door must be closed when it moves.
#include <janus.h>
#include <stdint.h>
struct lift {
  uint8_t floor, target, door, moving, wait, requests;
};
static struct lift l;
typedef uint8_t (*handler)(uint8_t event);
enum { S_IDLE, S_MOVE, S_DOORS, S_STOP, S_COUNT };
static uint8_t on_idle(uint8_t e) {
  if (e >= 1 && e <= 6) l.requests |= (uint8_t)(1 << (e - 1));
  if (l.requests) {
    for (uint8_t f = 0; f < 6; f++)
      if (l.requests & 1 << f) {
        l.target = f;
        break;
      }
    if (l.target == l.floor) {
      l.requests &= (uint8_t) ~(1 << l.floor);
      l.door = 1;
      l.wait = 3;
      return S_DOORS;
    }
    l.moving = 1;
    return S_MOVE;
  }
  return S_IDLE;
}
static uint8_t on_move(uint8_t e) {
  if (e >= 1 && e <= 6) l.requests |= (uint8_t)(1 << (e - 1));
  if (e == 7) {
    l.moving = 0;
    return S_STOP;
  }
  if (e == 0) {
    if (l.floor < l.target)
      l.floor++;
    else if (l.floor > l.target)
      l.floor--;
    if (l.floor == l.target) {
      l.moving = 0;
      l.door = 1;
      l.wait = 3;
      l.requests &= (uint8_t) ~(1 << l.floor);
      return S_DOORS;
    }
  }
  return S_MOVE;
}
static uint8_t on_doors(uint8_t e) {
  if (e >= 1 && e <= 6) l.requests |= (uint8_t)(1 << (e - 1));
  if (e == 0 && --l.wait == 0) {
    l.door = 0;
    return S_IDLE;
  }
  return S_DOORS;
}
static uint8_t on_stop(uint8_t e) {
#ifdef BUG
  if (e == 1) {
    l.door = 1;
    return S_STOP;
  }
#endif
  if (e == 7) {
    if (l.floor == l.target) return S_IDLE;
    l.moving = 1;
    return S_MOVE;
  }
  return S_STOP;
}
static handler const handlers[S_COUNT] = {on_idle, on_move, on_doors, on_stop};
int main(void) {
  uint8_t state = S_IDLE;
  for (;;) {
    uint8_t event = (uint8_t)(riscv_make_register_symbolic() & 7);
    state = handlers[state](event);
    riscv_assert(state < S_COUNT);
    riscv_assert(!(l.moving && l.door));
    riscv_assert(l.floor < 6);
    riscv_assert(l.wait <= 3);
  }
}
