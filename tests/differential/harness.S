// The frame around a random program (random_program.h): what both machines run before and after it.
//
// `body` is overwritten by the test. It may use x1 to x28; x29 points into the middle of `scratch`, x30 to the end of
// the log of traps, and x31 belongs to the trap handler. A trap is recorded as mcause, mepc, mtval and its instruction
// skipped. At the end, all of it goes out through the UART as hexadecimal words, and the test finisher ends the run.

  .equ UART, 0x10000000
  .equ FINISHER, 0x100000

  .section .text.init, "ax"
  .option norelax
  .globl _start
_start:
  la x31, trap_handler
  csrw mtvec, x31
  csrw mscratch, zero
  csrw mepc, zero
  csrw mcause, zero
  csrw mtval, zero
  la x29, scratch + 2048
  la x30, log
  j body

  .balign 4
trap_handler:
  csrr x31, mcause
  sw x31, 0(x30)
  beqz x31, 1f  // causes 0 and 3 are exempt from the comparison of mtval, see random_program.h
  addi x31, x31, -3
  bnez x31, 2f
1:
  csrw mtval, zero
2:
  csrr x31, mepc
  sw x31, 4(x30)
  csrr x31, mtval
  sw x31, 8(x30)
  addi x30, x30, 12
  csrr x31, mepc
  addi x31, x31, 4
  csrw mepc, x31
  mret

  .globl finish
finish:
  la x31, registers
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  sw x\n, 4 * \n(x31)
  .endr
  csrr x1, mscratch
  sw x1, 0(x31)
  csrr x1, mepc
  sw x1, 4 * 31(x31)
  csrr x1, mcause
  sw x1, 4 * 32(x31)
  csrr x1, mtval
  sw x1, 4 * 33(x31)

  li s0, UART
  la s1, registers
  mv s2, x30  // `log` is last
1:
  lw a0, 0(s1)
  li a1, 28
2:
  srl a2, a0, a1
  andi a2, a2, 15
  addi a2, a2, '0'
  li a3, '9'
  ble a2, a3, 3f
  addi a2, a2, 'a' - '9' - 1
3:
  lbu a3, 5(s0)
  andi a3, a3, 0x20
  beqz a3, 3b
  sb a2, 0(s0)
  addi a1, a1, -4
  bgez a1, 2b
  li a2, '\n'
  sb a2, 0(s0)
  addi s1, s1, 4
  bltu s1, s2, 1b

  li a0, FINISHER
  li a1, 0x5555
  sw a1, 0(a0)
4:
  j 4b

  .section .body, "aw"
  .globl body, body_end
body:
  .space 0x4000
body_end:

  .section .dump, "aw"
  .balign 4096
  .globl registers, scratch, log
registers:
  .space 4 * 34
scratch:
  .space 4096 + 8
log:
  .space 0x8000
