// Every synchronous exception that does not need PMP, in machine mode and in user mode: mcause, mepc, mtval, mstatus.
#include "frame.h"

  .macro ILLEGAL words:vararg
  .irp word, \words
  .word \word
  .endr
  .endm

program:
  li x20, 0
again:
  // No such instruction: all bits 0 or 1, reserved opcodes and functions, RV64's, a shift by 32, the extensions that
  // Janus lacks.
  ILLEGAL 0x00000000, 0xffffffff, 0x0000007f, 0x0000006b, 0x00003003, 0x00003023, 0x0000001b, 0x0000003b
  ILLEGAL 0x02001013, 0x02005013, 0x42005013, 0x80000033, 0x04000033, 0x00002063, 0x00003063, 0x00006003, 0x00007003
  ILLEGAL 0x00001067, 0x0000302f, 0x1010202f, 0x28a0a02f, 0x00002007, 0x00002027, 0x00000053, 0x00000043, 0x00000057
  ILLEGAL 0x0000200f, 0x20000033, 0x20002033, 0x60001013
  // System instructions that do not exist: dret, sret, uret, ecall with a register.
  ILLEGAL 0x7b200073, 0x10200073, 0x00200073, 0x00008073, 0x00000173, 0x00004073
  ebreak
  li x10, UNMAPPED
  li x11, 0x77
  lb x11, 1(x10)
  lh x11, 2(x10)
  lw x11, 4(x10)
  lbu x11, 7(x10)
  sb x11, 3(x10)
  sh x11, 6(x10)
  sw x11, 8(x10)
  lr.w x11, (x10)
  RECORD x11  // no load wrote it
  la x29, 1f
  jr x10  // no memory to fetch from
1:
  li x10, 0xfffffffc
  la x29, 1f
  jr x10
1:
  li x29, 0
  bnez x20, 2f
  ecall
  li x20, 1
  TO_USER
  j again
2:
  // What only machine mode may do.
  mret
  csrr x11, mstatus
  csrw mscratch, x11
  csrr x11, mhartid
  csrsi mie, 8
  csrr x11, 0xb00
  RECORD x11
  ecall
  END
  SIGNATURE 600
