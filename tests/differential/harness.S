// The frame around a random program (random_program.h): the code that both machines run before and after the program.
//
// The test overwrites `body` with the program, which runs `PASSES` times. The program may use x1 to x27. x28 points to
// the end of the handlers' stack, x29 into the middle of `scratch`, x30 to the end of the log of traps; x31 belongs to
// the handlers. The program may set mtvec to either table of handlers, direct or vectored. The handlers record a trap as
// seven words: the table entry (plus, from bit 8 on, the source that the PLIC returned), mcause, mepc, mtval, mstatus,
// mie and mip. They skip an instruction that raised an exception; an ecall in user mode returns to machine mode. They
// acknowledge an interrupt; those of the second table then enable further interrupts before they return. At the end, the
// UART prints all words in hexadecimal, and the test finisher ends the run.

#include "dump.h"

  .equ UART, 0x10000000
  .equ MSIP, 0x2000000
  .equ MTIMECMP, 0x2004000
  .equ PLIC, 0x0c000000
  .equ PLIC_CONTEXT, 0x0c200000
  .equ UART_SOURCE, 10
  .equ PASSES, 3
  .equ TRAP_BYTES, 28
  .equ NESTS, 0x10  // of entries: in the table whose interrupts nest

  .section .text.init, "ax"
  .option norelax
  .globl _start
_start:
  la x31, handlers
  csrw mtvec, x31
  csrw mscratch, zero
  csrw mepc, zero
  csrw mcause, zero
  csrw mtval, zero
  csrw mstatus, zero
  csrw mie, zero
  li x31, -1  // QEMU's core has PMP: all of memory is for user mode, too
  csrw pmpaddr0, x31
  li x31, 0x1f
  csrw pmpcfg0, x31
  li x31, MTIMECMP  // mtimecmp stays a multiple of 2^32: a high word of 0 is the past, of -1 the far future
  li x30, -1
  sw x30, 4(x31)
  sw zero, 0(x31)
  li x31, PLIC
  li x30, 1
  sw x30, 4 * UART_SOURCE(x31)
  li x31, PLIC + 0x2000
  li x30, 1 << UART_SOURCE
  sw x30, 0(x31)
  la x28, stack
  la x29, scratch + 2048
  la x30, log
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
  li x\n, 0  // the boot code of QEMU leaves the hart's number and an address in some of them
  .endr
  j body

  .macro table first
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  j entry_\first\()_\n
  .endr
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
entry_\first\()_\n:
  li x31, \first + \n
  j handler
  .endr
  .endm

  .balign 256
  .globl handlers, nesting_handlers
handlers:
  table 0
  .balign 256
nesting_handlers:
  table NESTS

handler:
  sw x31, 0(x30)
  csrr x31, mcause
  sw x31, 4(x30)
  beqz x31, 1f  // causes 0 and 3 are exempt from the comparison of mtval, see random_program.h
  addi x31, x31, -3
  bnez x31, 2f
1:
  csrw mtval, zero
2:
  csrr x31, mepc
  sw x31, 8(x30)
  csrr x31, mtval
  sw x31, 12(x30)
  csrr x31, mstatus
  sw x31, 16(x30)
  csrr x31, mie
  sw x31, 20(x30)
  csrr x31, mip
  sw x31, 24(x30)
  csrr x31, mcause
  bltz x31, interrupt

  addi x31, x31, -8  // an ecall from user mode
  bnez x31, 3f
  li x31, 0x1800
  csrs mstatus, x31
3:
  csrr x31, mepc
  sw x1, -4(x28)
  csrr x1, misa
  andi x1, x1, 4
  beqz x1, 4f  // without C, even an illegal instruction has four bytes
  lhu x1, 0(x31)
  andi x1, x1, 3
  addi x1, x1, -3
  bnez x1, 5f  // an instruction of two bytes
4:
  addi x31, x31, 2
5:
  addi x31, x31, 2
  csrw mepc, x31
  lw x1, -4(x28)
  addi x30, x30, TRAP_BYTES
  mret

interrupt:
  sw x1, -4(x28)
  sw x2, -8(x28)
  andi x31, x31, 15
  addi x1, x31, -3
  beqz x1, software
  addi x1, x31, -7
  beqz x1, timer

  li x1, PLIC_CONTEXT
  lw x2, 4(x1)
  sb x2, 1(x30)
  li x31, UART
  sb zero, 1(x31)  // the UART's line falls before the gateway looks at it again
  sw x2, 4(x1)
  j acknowledged
software:
  li x1, MSIP
  sw zero, 0(x1)
  j acknowledged
timer:
  li x1, MTIMECMP
  li x2, -1
  sw x2, 4(x1)
acknowledged:
  lw x1, -4(x28)
  lw x2, -8(x28)
  lbu x31, 0(x30)
  addi x30, x30, TRAP_BYTES
  andi x31, x31, NESTS
  beqz x31, 4f
  csrr x31, mepc
  sw x31, -4(x28)
  csrr x31, mstatus
  sw x31, -8(x28)
  addi x28, x28, -8
  csrsi mstatus, 8
  .globl nested
nested:  // mepc of those that come now
  csrci mstatus, 8
  addi x28, x28, 8
  lw x31, -4(x28)
  csrw mepc, x31
  lw x31, -8(x28)
  csrw mstatus, x31
4:
  mret

  .globl finish
finish:
  csrci mstatus, 8
  la x31, passes
  lw x28, 0(x31)
  addi x28, x28, -1
  sw x28, 0(x31)
  beqz x28, 5f
  la x28, stack
  j body
5:
  la x28, stack
  la x31, registers
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  sw x\n, 4 * \n(x31)
  .endr
  csrr x1, mscratch
  sw x1, 0(x31)
  .irp csr, mepc, mcause, mtval, mstatus, mie, mip, mtvec
  csrr x1, \csr
  sw x1, 4 * 31(x31)
  addi x31, x31, 4
  .endr
  .irp device, MSIP, MTIMECMP, MTIMECMP + 4, PLIC + 4 * UART_SOURCE, PLIC + 0x1000, PLIC + 0x2000, PLIC_CONTEXT
  li x1, \device
  lw x1, 0(x1)
  sw x1, 4 * 31(x31)
  addi x31, x31, 4
  .endr

  li s0, UART
  lbu x1, 1(s0)
  sw x1, 4 * 31(x31)
  sb zero, 1(s0)
  la s1, registers
  mv s2, x30  // `log` is last
  dump s1, s2

  .section .body, "aw"
  .globl body, body_end
body:
  .space 0x4000
body_end:

  .section .dump, "aw"
  .balign 4096
passes:
  .word PASSES
  .space 256
stack:
  .globl registers, scratch, log
registers:
  .space 4 * 46
scratch:
  .space 4096 + 8
log:
  .space 0x20000
