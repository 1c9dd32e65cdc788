// ISO-TP (ISO 15765-2) reassembly of CAN frames: single, first, consecutive.
#include <janus.h>
#include <stdint.h>
#include <string.h>
#define FRAMES 3
#define BUF 12
struct frame {
  uint8_t dlc, data[8];
};
static struct frame frames[FRAMES];
static struct {
  uint8_t buf[BUF];
  uint16_t expect, have;
  uint8_t sn, active;
} rx;
static unsigned delivered, wrong;
static int receive(const struct frame* f) {
  if (f->dlc > 8 || f->dlc == 0) return -1;
  uint8_t pci = f->data[0];
  switch (pci >> 4) {
    case 0: {
      unsigned n = pci & 15;
      if (n == 0 || n + 1 > f->dlc) return -1;
      memcpy(rx.buf, f->data + 1, n);
      rx.active = 0;
      delivered++;
      return (int)n;
    }
    case 1: {
      if (f->dlc != 8) return -1;
      unsigned n = (unsigned)(pci & 15) << 8 | f->data[1];
      if (n < 8 || n > BUF) return -1;
      rx.expect = (uint16_t)n;
      rx.have = 6;
      rx.sn = 1;
      rx.active = 1;
      memcpy(rx.buf, f->data + 2, 6);
      return 0;
    }
    case 2: {
      if (!rx.active) return -1;
      if ((pci & 15) != rx.sn) {
        rx.active = 0;
        return -1;
      }
      rx.sn = (rx.sn + 1) & 15;
      unsigned n = rx.expect - rx.have;
#ifdef BUG
      if (n > f->dlc) n = f->dlc;  // counts the PCI byte
#else
      if (n > f->dlc - 1u) n = f->dlc - 1u;
#endif
      riscv_assert(rx.have + n <= BUF);
      riscv_assert(1 + n <= f->dlc);
      memcpy(rx.buf + rx.have, f->data + 1, n);
      rx.have = (uint16_t)(rx.have + n);
      if (rx.have == rx.expect) {
        rx.active = 0;
        delivered++;
        return rx.have;
      }
      return 0;
    }
    default: return -1;
  }
}
int main(void) {
  JANUS_SYMBOLIC(frames);
  for (int i = 0; i < FRAMES; i++) {
    int r = receive(&frames[i]);
    riscv_assert(r <= BUF);
    if (rx.active) riscv_assert(rx.have < rx.expect);
  }
  riscv_assert(delivered <= FRAMES);
  return 0;
}
