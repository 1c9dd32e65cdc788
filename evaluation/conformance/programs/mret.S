// mret: MIE from MPIE, MPIE to 1, MPP to user, MPRV kept in machine mode.
#include "frame.h"

  .macro RETURN bits
  li x10, \bits
  csrw mstatus, x10
  csrr x10, mstatus
  RECORD x10
  la x10, 1f
  csrw mepc, x10
  mret
  MARK 1
1:
  csrr x10, mstatus  // illegal in user mode
  RECORD x10
  csrr x10, mepc
  RECORD x10
  ecall
  li x10, MSTATUS_MPP
  csrw mstatus, x10
  .endm

program:
  .irp mpp, 0x0000, 0x1800
  RETURN \mpp
  RETURN \mpp + MSTATUS_MPIE
  RETURN \mpp + MSTATUS_MIE
  RETURN \mpp + MSTATUS_MPIE + MSTATUS_MIE + MSTATUS_TW
  .endr
  RETURN MSTATUS_MPP + MSTATUS_MPRV
  END
  SIGNATURE 400
