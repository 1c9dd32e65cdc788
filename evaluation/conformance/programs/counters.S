// Counters: they count up, can be written, stop while mcountinhibit says so, and are open to user mode as mcounteren
// says. Recorded are truths, not values, since how many cycles an instruction takes is the machine's business.
#include "frame.h"

  .macro IS_LESS a, b  // whether a < b, unsigned
  sltu x10, \a, \b
  RECORD x10
  .endm

program:
  // Up, by more than nothing and less than a lot.
  .irp csr, mcycle, minstret, cycle, instret
  csrr x11, \csr
  nop
  nop
  csrr x12, \csr
  sub x12, x12, x11
  IS_LESS zero, x12
  li x13, 100000
  IS_LESS x12, x13
  .endr
  // Instructions are counted one by one.
  csrr x11, minstret
  nop
  nop
  nop
  csrr x12, minstret
  sub x12, x12, x11
  RECORD x12
  // Written, both halves.
  .irp csr, mcycle, minstret
  li x11, 0x12345678
  csrw \csr\()h, x11
  csrr x12, \csr\()h
  RECORD x12
  csrw \csr, zero
  csrr x12, \csr
  li x13, 100000
  IS_LESS x12, x13
  csrw \csr\()h, zero
  .endr
  // Stopped.
  csrwi mcountinhibit, 5
  csrr x11, mcountinhibit
  RECORD x11
  .irp csr, mcycle, minstret, mcycleh, minstreth
  csrr x11, \csr
  nop
  csrr x12, \csr
  sub x12, x12, x11
  RECORD x12
  .endr
  li x11, 41
  csrw mcycle, x11
  csrw minstret, x11
  csrr x12, mcycle
  RECORD x12
  csrr x12, minstret
  RECORD x12
  csrwi mcountinhibit, 0
  csrr x12, mcycle
  li x13, 100000
  IS_LESS x12, x13
  csrr x11, minstret
  nop
  csrr x12, minstret
  IS_LESS x11, x12
  // In user mode: each counter alone.
  .irp enabled, 0, 1, 2, 4, 7
  csrwi mcounteren, \enabled
  csrr x11, mcounteren
  RECORD x11
  TO_USER
  .irp csr, cycle, time, instret, cycleh, timeh, instreth
  csrr x10, \csr
  .endr
  csrr x10, mcycle
  csrw cycle, x10
  ecall
  .endr
  // time goes on, as mtime does.
  csrr x11, time
  li x14, 100000
1:
  addi x14, x14, -1
  bnez x14, 1b
  csrr x12, time
  IS_LESS x11, x12
  END
  SIGNATURE 240
