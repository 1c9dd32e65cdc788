// The PMP's CSRs: sixteen entries, 32 bits of address, reserved bits of a configuration that stay zero, nothing for user
// mode.
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

program:
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  li x10, 0xffffffff - \n
  csrw pmpaddr\n, x10
  csrr x11, pmpaddr\n
  RECORD x11
  csrw pmpaddr\n, zero
  csrr x11, pmpaddr\n
  RECORD x11
  .endr
  .irp n, 0, 1, 2, 3
  .irp value, 0x1f1f1f1f, 0x00000000, 0x08101800, 0x0b0d0f09, 0x19000000
  li x10, \value
  csrw pmpcfg\n, x10
  csrr x11, pmpcfg\n
  RECORD x11
  .endr
  csrw pmpcfg\n, zero
  .endr
  li x10, 0x7f7f7f7f & ~0x1f1f1f1f
  csrw pmpcfg0, x10
  csrr x11, pmpcfg0
  OPEN_ALL
  TO_USER
  csrr x10, pmpcfg0
  csrw pmpaddr0, x10
  csrr x10, pmpaddr15
  ecall
  END
  SIGNATURE 100
