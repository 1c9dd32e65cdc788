// Locked entries: they hold in machine mode, and neither they nor, below a locked TOR, the address before can be written.
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

  .macro SHOW
  .irp csr, pmpcfg0, pmpaddr0, pmpaddr1, pmpaddr2, pmpaddr3
  csrr x12, \csr
  RECORD x12
  .endr
  .endm

program:
  OPEN_ALL
  SET_NAPOT pmpaddr0, target, 16
  CONFIGURE L + NAPOT + R
  PROBE  // in machine mode: stores fail
  PROBE_AS_USER
  csrw pmpcfg0, zero
  csrw pmpaddr0, zero
  SHOW
  // A locked entry that is off protects only itself.
  SET_ADDRESS pmpaddr1, target + 32
  CONFIGURE (L << 8) + L + NAPOT + R
  csrw pmpaddr1, zero
  SHOW
  PROBE
  // A locked TOR also locks the address below.
  SET_ADDRESS pmpaddr2, target + 28
  SET_ADDRESS pmpaddr3, target + 60
  li x12, (L + TOR + R) << 24
  csrw pmpcfg0, x12
  csrw pmpaddr2, zero
  csrw pmpaddr3, zero
  li x12, 0x1f1f1f1f
  csrw pmpcfg0, x12
  SHOW
  PROBE
  // Locked without permissions: nothing for machine mode either, whatever comes later.
  li x12, (L + NA4) << 8
  csrw pmpcfg1, x12
  SET_ADDRESS pmpaddr5, target + 64
  PROBE
  END
  TARGET
  SIGNATURE 1200
