// Atomics in user mode where reading and writing is allowed, and where nothing is. (manual_pmp.S has what is in between.)
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

program:
  OPEN_ALL
  SET_NAPOT pmpaddr0, target, 16
  CONFIGURE NAPOT + R + W
  TO_USER
  la x10, target
  li x12, 5
  amoadd.w x11, x12, (x10)
  RECORD x11
  lr.w x11, (x10)
  RECORD x11
  sc.w x11, x12, (x10)
  RECORD x11
  lw x11, 0(x10)
  RECORD x11
  ecall
  CONFIGURE NAPOT
  TO_USER
  lr.w x11, (x10)
  RECORD x11
  ecall
  END
  TARGET
  SIGNATURE 40
