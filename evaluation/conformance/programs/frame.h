// clang-format off
// The frame around every program of this folder: start, a handler of exceptions, the end. A program has a label
// `program`, and ends with the macros END and, for its results, SIGNATURE.
//
// x31 points to the next free word of the signature. RECORD puts a register there. The handler records four words for an
// exception: mcause, mepc, mtval and mstatus. Then it goes on: behind the instruction, or, after a failed fetch, at the
// address in x29. An ecall from user mode (or whatever fails with x29 odd) goes on in machine mode; anything else in the
// mode that it came from. The handler changes x28 and x30.
//
// At the end, the UART prints the signature, one word a line, in hexadecimal, and the test finisher ends the run: with a
// failure if the signature was too small.

#define UART 0x10000000
#define FINISHER 0x100000
#define MSIP 0x2000000
#define MTIMECMP 0x2004000
#define MTIME 0x200bff8
#define PLIC 0x0c000000
#define PLIC_CONTEXT 0x0c200000
#define UART_SOURCE 10
#define UNMAPPED 0x18000000

#define MSTATUS_MIE 0x8
#define MSTATUS_MPIE 0x80
#define MSTATUS_MPP 0x1800
#define MSTATUS_MPRV 0x20000
#define MSTATUS_TW 0x200000

  .option norelax
  .option norvc

  .macro RECORD register
  sw \register, 0(x31)
  addi x31, x31, 4
  .endm

  // Records a number: where the program is.
  .macro MARK number
  li x30, \number
  RECORD x30
  .endm

  // Goes on in user mode; changes x30. mstatus gets no other bits than `bits`.
  .macro TO_USER bits=0
  li x30, \bits
  csrw mstatus, x30
  la x30, 9f
  csrw mepc, x30
  mret
9:
  .endm

  // From user mode to machine mode: the four words of an ecall are recorded.
  .macro TO_MACHINE
  ecall
  .endm

  .macro END
  j finish
  .endm

  // For programs whose results the manual gives (manual_*.S): records 0 if a register has this value. Changes x30.
  .macro CHECK register, value
  li x30, \value
  xor x30, x30, \register
  RECORD x30
  .endm

  // The instruction raises the exception `cause`, with this mtval. Changes x20 to x22 and x30.
  .macro RAISES cause, mtval, instruction:vararg
  la x30, watcher
  csrw mtvec, x30
  li x20, -1
8:
  \instruction
  CHECK x20, \cause
  la x30, 8b
  xor x30, x30, x21
  RECORD x30
  la x30, \mtval
  xor x30, x30, x22
  RECORD x30
  .endm

  .macro SIGNATURE words
  .data
  .balign 16
  .globl begin_signature, end_signature
begin_signature:
  .fill \words, 4, 0xdeadbeef
end_signature:
  .text
  .endm

  .section .text.init, "ax"
  .globl _start
_start:
  la x31, begin_signature
  la x30, handler
  csrw mtvec, x30
  csrw mstatus, zero
  csrw mie, zero
  csrw mscratch, zero
  csrw mepc, zero
  csrw mcause, zero
  csrw mtval, zero
#ifndef OWN_PMP
  li x30, -1
  csrw pmpaddr0, x30
  li x30, 0x1f
  csrw pmpcfg0, x30
#endif
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  li x\n, 0
  .endr
  j program

  .balign 64
handler:
  la x28, end_signature - 16
  bgtu x31, x28, failed
  csrr x30, mcause
  sw x30, 0(x31)
  csrr x28, mepc
  sw x28, 4(x31)
  csrr x28, mtval
  addi x30, x30, -3  // for a breakpoint, mtval may be 0 or the address: either is 0 here
  bnez x30, 1f
  csrr x30, mepc
  sub x30, x30, x28
  seqz x30, x30
  addi x30, x30, -1
  and x28, x28, x30
1:
  sw x28, 8(x31)
  csrr x30, mcause
  csrr x28, mstatus
  sw x28, 12(x31)
  addi x31, x31, 16
  li x28, 8
  beq x30, x28, 1f  // ecall from user mode
  andi x28, x29, 1
  beqz x28, 2f
1:
  li x28, MSTATUS_MPP
  csrs mstatus, x28
2:
  li x28, 1
  beq x30, x28, 3f
  csrr x28, mepc
  addi x28, x28, 4
  csrw mepc, x28
  mret
3:
  andi x28, x29, -2
  csrw mepc, x28
  mret

  // For RAISES.
  .balign 64
watcher:
  csrr x20, mcause
  csrr x21, mepc
  csrr x22, mtval
  addi x30, x21, 4
  csrw mepc, x30
  li x30, MSTATUS_MPP
  csrs mstatus, x30
  mret

failed:
  li x27, 1 << 16 | 0x3333
  j print
finish:
  li x27, 0x5555
print:
  csrw mie, zero
  la x5, begin_signature
  la x6, end_signature
  li x10, UART
  la x11, digits
1:
  lw x7, 0(x5)
  li x8, 28
2:
  srl x9, x7, x8
  andi x9, x9, 15
  add x9, x9, x11
  lbu x9, 0(x9)
3:
  lbu x12, 5(x10)
  andi x12, x12, 0x20
  beqz x12, 3b
  sb x9, 0(x10)
  addi x8, x8, -4
  bgez x8, 2b
4:
  lbu x12, 5(x10)
  andi x12, x12, 0x20
  beqz x12, 4b
  li x9, '\n'
  sb x9, 0(x10)
  addi x5, x5, 4
  bltu x5, x6, 1b
  li x10, FINISHER
  sw x27, 0(x10)
5:
  j 5b
digits:
  .ascii "0123456789abcdef"

  .text
