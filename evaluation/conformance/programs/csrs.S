// CSRs: what they keep of ones and of zeros, which are read-only, and which do not exist. Left out are bits in which the
// privileged specification lets QEMU and Janus differ (implementation numbers, the event counters of QEMU).
#include "frame.h"

  .macro KEEPS csr, values:vararg
  .irp value, \values
  li x10, \value
  csrw \csr, x10
  csrr x11, \csr
  RECORD x11
  .endr
  .endm

  .macro ABSENT numbers:vararg
  .irp number, \numbers
  li x11, 0x77
  csrr x11, \number
  RECORD x11
  csrwi \number, 0
  .endr
  .endm

  .macro READ_ONLY numbers:vararg
  .irp number, \numbers
  csrwi \number, 1
  csrw \number, x11
  csrs \number, x10
  csrsi \number, 1
  .endr
  .endm

program:
  KEEPS mstatus, 0x1888, 0, 0x1800, 0x8, 0x80, 0x20000, 0x200000, 0x221888
  csrw mstatus, zero
  KEEPS mie, 0x888, 0, 0x8, 0x80, 0x800
  KEEPS mtvec, 0x80000000, 0x80000001, 0x80000100, 0xfffffffc
  KEEPS mscratch, 0xffffffff, 0, 0x12345678
  KEEPS mepc, 0xfffffffc, 0, 4, 0x80000000
  KEEPS mcause, 0xb, 0x8000000b, 0
  KEEPS mtval, 0xffffffff, 0, 0x12345679
  KEEPS misa, 0, 0xffffffff, 0x40001100
  csrr x11, misa
  RECORD x11
  csrr x11, mhartid
  RECORD x11
  csrr x11, mconfigptr
  RECORD x11
  la x10, handler
  csrw mtvec, x10
  li x10, 7
  READ_ONLY mvendorid, marchid, mimpid, mhartid, mconfigptr, cycle, time, instret, cycleh, timeh, instreth
  // Of supervisor mode, floating point, vectors, the debugger, and numbers that nobody has.
  ABSENT 0x001, 0x002, 0x003, 0x008, 0x100, 0x104, 0x105, 0x106, 0x140, 0x141, 0x142, 0x143, 0x144, 0x180
  ABSENT 0x744, 0x7b0, 0x7b1, 0x5c0, 0x6c0, 0x7c0, 0x800, 0x9c0, 0xac0, 0xbc0, 0xcc0
  TO_USER
  .irp number, 0x300, 0x301, 0x304, 0x305, 0x306, 0x320, 0x340, 0x341, 0x342, 0x343, 0x344, 0x3a0, 0x3b0, 0xb00, 0xf14
  csrr x11, \number
  csrwi \number, 0
  .endr
  ecall
  END
  SIGNATURE 1000
