// The frame around a random program that sets up physical memory protection and probes it (random_protection.h).
//
// The test overwrites `body`. The area that is protected holds `ecall` everywhere, so that a fetch from it either
// returns at once or faults. Entry 0 of the PMP lets user mode execute `stubs`, each of which makes one access. x30
// points behind the log; x31 belongs to the handler. A trap is logged as mcause, mepc, mtval. The handler goes on behind
// the instruction if it was in machine mode, else at the address in x26, in machine mode.
#include "dump.h"

  .equ AREA_BYTES, 0x4000

  .section .text.init, "ax"
  .option norelax
  .globl _start
_start:
  la x31, handler
  csrw mtvec, x31
  la x5, area
  li x6, AREA_BYTES
  add x6, x6, x5
  li x7, 0x73  // ecall
1:
  sw x7, 0(x5)
  addi x5, x5, 4
  bltu x5, x6, 1b
  la x5, stubs
  srli x5, x5, 2
  ori x5, x5, 0x1ff
  csrw pmpaddr0, x5
  li x5, 0x1c  // NAPOT, X
  csrw pmpcfg0, x5
  la x30, log
  j body

  .balign 4
handler:
  csrr x31, mcause
  sw x31, 0(x30)
  csrr x31, mepc
  sw x31, 4(x30)
  csrr x31, mtval
  sw x31, 8(x30)
  csrr x31, mcause  // QEMU 7.2 reports cause 5 of AMOs, too, instead of 7, "Store/AMO access fault"
  addi x31, x31, -7
  bnez x31, 2f
  csrr x31, mepc
  lw x31, 0(x31)
  andi x31, x31, 0x7f
  addi x31, x31, -0x2f
  bnez x31, 2f
  li x31, 5
  sw x31, 0(x30)
2:
  addi x30, x30, 12
  csrr x31, mstatus
  srli x31, x31, 11
  andi x31, x31, 3
  beqz x31, 1f
  csrr x31, mepc
  addi x31, x31, 4
  csrw mepc, x31
  mret
1:
  csrw mepc, x26
  li x31, 0x1800
  csrs mstatus, x31
  mret

  .globl finish
finish:
  la s1, log
  mv s2, x30
  dump s1, s2

  .balign 4096
  .globl stubs
stubs:
  .irp access, lb, lbu, lh, lhu, lw, sb, sh, sw
  \access x5, (x6)
  ecall
  .endr
  lr.w x5, (x6)
  ecall
  amoadd.w x5, x5, (x6)
  ecall
  .balign 4096

  .section .body, "aw"
  .globl body, body_end
body:
  .space 0x10000
body_end:

  .section .dump, "aw"
  .balign 4096
  .globl area, log
area:
  .space AREA_BYTES
log:
  .space 0x10000
