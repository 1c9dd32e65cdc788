// Exceptions of atomics: lr.w raises those of loads, all others those of stores (Volume I, 8.2 and 8.4), and changes
// neither rd nor memory. QEMU 7.2 raises those of loads for all.
#include "frame.h"

  .macro ALL kind, address
  .irp name, sc.w, amoswap.w, amoadd.w, amoxor.w, amoand.w, amoor.w, amomin.w, amomax.w, amominu.w, amomaxu.w
  li x5, 0x77
  li x6, 0x99
  RAISES \kind, \address, \name x5, x6, (x10)
  CHECK x5, 0x77
  .endr
  .endm

program:
  la x10, place + 2
  RAISES 4, place + 2, lr.w x5, (x10)
  ALL 6, place + 2
  la x10, place + 1
  ALL 6, place + 1
  la x10, place
  lw x5, 0(x10)
  CHECK x5, 0x12345678
  lw x5, 4(x10)
  CHECK x5, 0x9abcdef0
  li x10, UNMAPPED
  RAISES 5, UNMAPPED, lr.w x5, (x10)
  .irp name, amoswap.w, amoadd.w, amoxor.w, amoand.w, amoor.w, amomin.w, amomax.w, amominu.w, amomaxu.w
  li x5, 0x77
  RAISES 7, UNMAPPED, \name x5, x6, (x10)
  CHECK x5, 0x77
  .endr
  END

  .data
  .balign 16
place:
  .word 0x12345678, 0x9abcdef0
  SIGNATURE 124
