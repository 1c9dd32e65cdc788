// PMP in user mode: OFF, NA4, NAPOT of several sizes, TOR; each without permissions, and with some.
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

program:
  OPEN_ALL
  SET_ADDRESS pmpaddr0, target
  CONFIGURE 0
  PROBE_AS_USER
  .irp permissions, 0, R, R + W, X, R + X, R + W + X
  CONFIGURE NA4 + \permissions
  PROBE_AS_USER
  .endr
  .irp bytes, 8, 16, 64, 4096
  SET_NAPOT pmpaddr0, target, \bytes
  CONFIGURE NAPOT
  PROBE_AS_USER
  CONFIGURE NAPOT + R
  PROBE_AS_USER
  .endr
  // TOR: from 0, and from the address of the entry below, whatever its mode.
  SET_ADDRESS pmpaddr0, target + 4
  SET_ADDRESS pmpaddr1, target + 16
  CONFIGURE TOR << 8
  PROBE_AS_USER
  CONFIGURE (TOR + R) << 8
  PROBE_AS_USER
  CONFIGURE ((TOR + R) << 8) + NA4
  PROBE_AS_USER
  CONFIGURE (TOR << 8) + TOR + R + W + X
  PROBE_AS_USER
  SET_ADDRESS pmpaddr1, target + 4  // empty
  CONFIGURE TOR << 8
  PROBE_AS_USER
  SET_ADDRESS pmpaddr1, target  // ends before it begins
  CONFIGURE TOR << 8
  PROBE_AS_USER
  END
  TARGET
  SIGNATURE 4000
