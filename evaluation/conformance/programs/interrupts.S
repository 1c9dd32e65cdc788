// Software, timer and external interrupts: pending and enable bits, the mode in which they are taken, mstatus, mepc
// relative to what raised them, priorities, vectors. Nothing depends on when an event comes: each interrupt is raised by
// a store, and each pending one is enabled by an instruction.
#include "frame.h"

  .macro RAISE_SOFTWARE
  li x10, MSIP
  li x11, 1
  sw x11, 0(x10)
  .endm
  .macro CLEAR_SOFTWARE
  li x10, MSIP
  sw zero, 0(x10)
  .endm
  .macro RAISE_TIMER  // a time in the past
  li x10, MTIMECMP
  sw zero, 4(x10)
  sw zero, 0(x10)
  .endm
  .macro CLEAR_TIMER
  li x10, MTIMECMP
  li x11, -1
  sw x11, 4(x10)
  .endm
  .macro RAISE_EXTERNAL  // the UART can transmit
  li x10, UART
  li x11, 2
  sb x11, 1(x10)
  .endm
  .macro CLEAR_EXTERNAL
  li x10, UART
  sb zero, 1(x10)
  .endm
  .macro PENDING
  csrr x12, mip
  li x13, 0x888
  and x12, x12, x13
  RECORD x12
  .endm

program:
  CLEAR_TIMER
  li x10, PLIC
  li x11, 1
  sw x11, 4 * UART_SOURCE(x10)
  li x10, PLIC + 0x2000
  li x11, 1 << UART_SOURCE
  sw x11, 0(x10)
  li x10, PLIC_CONTEXT
  sw zero, 0(x10)
  la x20, direct
  csrw mtvec, x20
  // Pending bits follow the devices, and firmware cannot write them.
  PENDING
  RAISE_SOFTWARE
  PENDING
  RAISE_TIMER
  PENDING
  RAISE_EXTERNAL
  PENDING
  csrw mip, zero
  PENDING
  CLEAR_SOFTWARE
  li x11, -1
  csrw mip, x11
  PENDING
  csrw mip, zero
  CLEAR_TIMER
  PENDING
  CLEAR_EXTERNAL
  li x10, PLIC_CONTEXT
  lw x11, 4(x10)
  RECORD x11
  sw x11, 4(x10)
  PENDING

  // One at a time, in machine mode with MIE, and in user mode without.
  .irp raise, RAISE_SOFTWARE, RAISE_TIMER, RAISE_EXTERNAL
  li x11, 0x888
  csrw mie, x11
  \raise
  MARK 20  // not taken: MIE is off
  csrsi mstatus, 8
  nop
  MARK 21
  csrci mstatus, 8
  MARK 22
  \raise
  TO_USER
  nop
  MARK 23
  li x10, 0
  ecall
  csrw mie, zero
  \raise
  TO_USER MSTATUS_MPIE
  MARK 24  // not enabled in mie
  ecall
  csrsi mstatus, 8
  nop
  MARK 25
  li x11, 0x888
  csrw mie, x11
  nop
  MARK 26
  csrci mstatus, 8
  .endr

  // All at once: external, software, timer; then by vectors.
  .irp table, direct, vectored + 1
  la x20, \table
  csrw mtvec, x20
  csrr x11, mtvec
  RECORD x11
  csrw mie, zero
  RAISE_TIMER
  RAISE_SOFTWARE
  RAISE_EXTERNAL
  csrsi mstatus, 8
  li x11, 0x888
  csrw mie, x11
  nop
  MARK 30
  csrci mstatus, 8
  RAISE_TIMER
  RAISE_SOFTWARE
  li x11, 0x80
  csrw mie, x11
  csrsi mstatus, 8
  nop
  MARK 31  // only the timer's
  csrci mstatus, 8
  PENDING
  CLEAR_SOFTWARE
  ecall  // an exception goes to the base, of vectors too
  .endr
  csrw mie, zero
  END

  .balign 256
vectored:
  j direct
  .irp n, 1, 2
  j unexpected
  .endr
  j software
  .irp n, 4, 5, 6
  j unexpected
  .endr
  j timer
  .irp n, 8, 9, 10
  j unexpected
  .endr
  j external

  .balign 4
unexpected:
  MARK 99
  j failed
software:
  MARK 103
  j direct
timer:
  MARK 107
  j direct
external:
  MARK 111
  j direct

  // Records mcause, mstatus, mip, and for exceptions mepc; takes the interrupt back.
  .balign 64
direct:
  csrw mscratch, x10
  csrr x28, mcause
  RECORD x28
  csrr x30, mstatus
  RECORD x30
  csrr x30, mip
  li x11, 0x888
  and x30, x30, x11
  RECORD x30
  csrr x30, mtval
  RECORD x30
  bgez x28, 4f
  andi x28, x28, 15
  addi x28, x28, -3
  bnez x28, 1f
  CLEAR_SOFTWARE
  j 3f
1:
  addi x28, x28, -4
  bnez x28, 2f
  CLEAR_TIMER
  j 3f
2:
  CLEAR_EXTERNAL
  li x10, PLIC_CONTEXT
  lw x11, 4(x10)
  RECORD x11
  sw x11, 4(x10)
3:
  csrr x10, mscratch
  mret
4:
  csrr x30, mepc
  RECORD x30
  addi x30, x30, 4
  csrw mepc, x30
  li x30, MSTATUS_MPP
  csrs mstatus, x30
  li x30, MSTATUS_MPIE
  csrc mstatus, x30
  csrr x10, mscratch
  mret

  SIGNATURE 400
