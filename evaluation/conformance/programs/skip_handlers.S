// In the manner of test suites: mtvec points behind each write to a CSR that may not exist; then the setting of PMP that
// opens memory to user mode; delegation; a return to user mode, and tests that end by an ecall with a number in a0.
#include "frame.h"

  .macro MAYBE csr, value
  la x5, 1f
  csrw mtvec, x5
  li x6, \value
  li x7, 1
  csrw \csr, x6
  li x7, 0
  .balign 4
1:
  RECORD x7  // whether the write trapped
  csrr x5, mcause
  RECORD x5
  csrw mcause, zero
  .endm

program:
  MAYBE 0x744, 8   // mnstatus
  MAYBE 0x180, 0   // satp
  MAYBE 0x3b0, 0xffffffff
  MAYBE 0x3a0, 0x1f
  MAYBE 0x304, 0   // mie
  MAYBE 0x30a, 0   // menvcfg
  MAYBE 0x105, 0   // stvec
  MAYBE 0x003, 0   // fcsr
  MAYBE 0x008, 0   // vstart
  MAYBE 0x323, 0   // mhpmevent3
  MAYBE 0xb03, 0   // mhpmcounter3
  la x5, trap
  csrw mtvec, x5
  csrw mstatus, zero
  la x5, 1f
  csrw mepc, x5
  csrr x10, mhartid
  mret
1:
  li x17, 93
  li x10, 42
  ecall
  .balign 4
trap:
  csrr x5, mcause
  RECORD x5
  RECORD x17
  RECORD x10
  li x6, 8
  bne x5, x6, failed
  END
  SIGNATURE 32
