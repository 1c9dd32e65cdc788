// wfi: goes on when an interrupt is pending and enabled in mie, whether or not MIE lets it be taken; TW makes it illegal
// in user mode.
#include "frame.h"

program:
  li x10, MSIP
  li x11, 1
  li x12, 8
  sw x11, 0(x10)
  csrw mie, x12
  wfi  // pending, MIE off: a nop
  MARK 1
  csrw mie, zero
  TO_USER MSTATUS_TW
  wfi
  MARK 2
  wfi
  ecall
  sw zero, 0(x10)
  // The timer ends a sleep, without being taken.
  li x10, MTIMECMP
  li x11, -1
  sw x11, 4(x10)
  sw zero, 0(x10)
  li x12, 0x80
  csrw mie, x12
  li x13, MTIME
  lw x14, 0(x13)
  addi x14, x14, 200
  sw x14, 0(x10)
  sw zero, 4(x10)
  wfi
  csrr x15, mip
  andi x15, x15, 0x80
  RECORD x15
  li x11, -1
  sw x11, 4(x10)
  // And taken, with a handler of its own.
  la x11, taken
  csrw mtvec, x11
  li x10, MSIP
  li x11, 1
  li x12, 8
  csrw mie, x12
  csrsi mstatus, 8
  sw x11, 0(x10)
  nop
  csrci mstatus, 8
  MARK 3
  END

  .balign 4
taken:
  sw zero, 0(x10)
  csrr x28, mcause
  RECORD x28
  csrr x28, mstatus
  RECORD x28
  csrr x28, mtval
  RECORD x28
  mret

  SIGNATURE 60
