// CSRs and privileged instructions where QEMU 7.2 differs from the manual or has more than Janus.
#include "frame.h"

  .macro KEEPS csr, value, kept
  li x10, \value
  csrw \csr, x10
  csrr x11, \csr
  CHECK x11, \kept
  .endm

  // The instruction is illegal; mtval is the instruction.
  .macro ILLEGAL instruction:vararg
  la x30, watcher
  csrw mtvec, x30
  li x20, -1
8:
  \instruction
  CHECK x20, 2
  la x30, 8b
  xor x30, x30, x21
  RECORD x30
  la x30, 8b
  lw x30, 0(x30)
  xor x30, x30, x22
  RECORD x30
  .endm

program:
  // mepc is a multiple of 4 without compressed instructions; MPP has only modes that exist; mie only interrupts that do.
  KEEPS mepc, 0xffffffff, 0xfffffffc
  KEEPS mepc, 0x80000002, 0x80000000
  KEEPS mstatus, 0xffffffff, 0x221888
  KEEPS mstatus, 0x0800, 0
  KEEPS mstatus, 0x1000, 0
  KEEPS mstatus, 0x1800, 0x1800
  KEEPS mstatus, 0, 0
  KEEPS mstatush, 0xffffffff, 0
  KEEPS mie, 0xffffffff, 0x888
  KEEPS mie, 0x777, 0
  KEEPS mip, 0xffffffff, 0
  KEEPS mcounteren, 0xffffffff, 7
  KEEPS mcountinhibit, 0xffffffff, 5
  KEEPS mcountinhibit, 0, 0
  KEEPS mtvec, 0x80000002, 0x80000000
  KEEPS mtvec, 0x80000003, 0x80000001
  // Triggers that do not exist read as zero, whatever is written.
  KEEPS tselect, 1, 0
  KEEPS tdata1, 0xffffffff, 0
  KEEPS tdata2, 0xffffffff, 0
  KEEPS tdata3, 0xffffffff, 0
  // Event counters too.
  KEEPS mhpmcounter3, 0xffffffff, 0
  KEEPS mhpmcounter31h, 0xffffffff, 0
  KEEPS mhpmevent3, 0xffffffff, 0
  KEEPS mhpmevent31, 0xffffffff, 0
  // A csrrs or csrrc that names a register writes, even if the register holds zero.
  li x5, 0
  .irp csr, mvendorid, mhartid, cycle, instreth
  li x6, 0x77
  ILLEGAL csrrs x6, \csr, x5
  CHECK x6, 0x77
  ILLEGAL csrrc x6, \csr, x5
  .endr
  // Without supervisor mode there is nothing to delegate to, and nothing to fence.
  ILLEGAL csrr x5, medeleg
  ILLEGAL csrr x5, mideleg
  ILLEGAL sfence.vma
  ILLEGAL sret
  ILLEGAL csrr x5, satp
  ILLEGAL csrr x5, 0x744
  // A write of the lower half of a counter carries into the upper half.
  li x5, 7
  csrw mcycleh, x5
  li x5, -2
  csrw mcycle, x5
  nop
  nop
  nop
  csrr x5, mcycleh
  CHECK x5, 8
  // The count of an instruction is suppressed if the instruction writes the counter.
  csrwi mcountinhibit, 0
  li x5, -1
  csrw minstreth, zero
  csrw minstret, x5
  csrr x5, minstret
  CHECK x5, 0xffffffff
  csrr x5, minstreth
  CHECK x5, 1
  // mret to user mode clears MPRV, and to machine mode keeps it.
  la x30, watcher
  csrw mtvec, x30
  li x5, MSTATUS_MPRV
  csrw mstatus, x5
  la x5, 1f
  csrw mepc, x5
  mret
1:
  ecall
  CHECK x20, 8
  csrr x5, mstatus
  CHECK x5, MSTATUS_MPIE
  END
  SIGNATURE 75
