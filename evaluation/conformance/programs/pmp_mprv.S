// MPRV: machine mode's loads and stores have user mode's permissions, and its fetches do not.
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

program:
  OPEN_ALL
  SET_NAPOT pmpaddr0, target, 16
  .irp config, NAPOT, NAPOT + R, NAPOT + R + W
  CONFIGURE \config
  li x12, MSTATUS_MPRV
  csrw mstatus, x12
  la x10, target
  li x11, 0x77
  lw x11, 0(x10)
  csrw mstatus, zero
  RECORD x11
  li x12, MSTATUS_MPRV
  csrw mstatus, x12
  sw x10, 4(x10)
  csrw mstatus, zero
  li x12, MSTATUS_MPRV + MSTATUS_MPP  // with machine mode's
  csrw mstatus, x12
  lw x11, 0(x10)
  sw x10, 4(x10)
  csrw mstatus, zero
  RECORD x11
  .endr
  // Fetching is not affected: no X for user mode.
  CONFIGURE NAPOT + R
  la x11, target + 8
  li x12, MSTATUS_MPRV
  csrw mstatus, x12
  jalr x1, 0(x11)
  csrw mstatus, zero
  RECORD x10
  END
  TARGET
  SIGNATURE 80
