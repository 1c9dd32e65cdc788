// The entry with the lowest number that matches any byte of an access decides, and fails unless it matches all bytes.
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

program:
  OPEN_ALL
  SET_NAPOT pmpaddr0, target, 8
  SET_NAPOT pmpaddr1, target, 16
  SET_NAPOT pmpaddr2, target, 64
  .irp config, 0x181818, 0x19181b, 0x181b18, 0x1b1918, 0x181900, 0x1f0018
  CONFIGURE \config
  PROBE_AS_USER
  .endr
  // Nothing matches: user mode may do nothing, machine mode everything.
  CONFIGURE NAPOT + R + W + X
  csrw pmpcfg3, zero
  PROBE
  la x29, 1f + 1  // in machine mode
  TO_USER
1:
  li x29, 0
  END
  TARGET
  SIGNATURE 1400
