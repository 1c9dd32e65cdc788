// MPRV: loads and stores of machine mode with MPP's privilege. All of memory is open to user mode here; pmp_mprv.S has
// the rest. Fetches are not affected.
#include "frame.h"

program:
  la x10, place
  .irp mpp, 0, MSTATUS_MPP
  li x11, \mpp + MSTATUS_MPRV
  csrw mstatus, x11
  lw x12, 0(x10)
  addi x12, x12, 1
  sw x12, 0(x10)
  amoadd.w x13, x12, (x10)
  RECORD x12
  RECORD x13
  ebreak  // the handler runs with MPP = machine, and mret leaves MPRV on
  csrr x12, mstatus
  RECORD x12
  csrw mstatus, zero
  .endr
  END

  .data
place:
  .word 40
  SIGNATURE 40
