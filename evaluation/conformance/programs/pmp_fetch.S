// Fetching without permission to execute: cause 1, mepc and mtval the address; at both edges of a region, by
// jumps (manual_pmp.S runs into one).
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

  .macro CALL address
  la x11, \address
  la x29, 7f
  jalr x1, 0(x11)
7:
  li x29, 0
  RECORD x10
  .endm

program:
  OPEN_ALL
  .irp config, NAPOT + R + W, NAPOT + X, NAPOT + R + X, NAPOT
  SET_NAPOT pmpaddr0, target + 16, 16
  CONFIGURE \config
  li x10, 100
  TO_USER
  CALL target
  CALL target + 8
  CALL target + 16
  CALL target + 20
  CALL target + 24
  CALL target + 32
  ecall
  .endr
  // Machine mode may, without a lock.
  CALL target + 16
  // Turned off and on again: what was fetched before must not count.
  TO_USER
  CALL target + 16
  ecall
  csrw pmpcfg0, zero
  TO_USER
  CALL target + 16
  ecall
  CONFIGURE NAPOT
  TO_USER
  CALL target + 16
  ecall
  END
  TARGET
  SIGNATURE 400
