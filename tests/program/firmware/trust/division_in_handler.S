// The first instruction of an interrupt handler divides by an input, which may be zero.
#include <janus.h>
  .section .text.init, "ax"
  .globl _start
_start:
  la t0, handler
  csrw mtvec, t0
  li t0, 3  // make a0 symbolic
  li t1, 10
  JANUS_HOOK
  li t0, 1 << 3
  csrw mie, t0
  csrw mstatus, t0
  li t0, 0x2000000
  li t1, 1
  sw t1, 0(t0)  // the software interrupt
  nop
  .balign 4
handler:
  divu a1, t1, a0
  li t0, 0x100000
  li t1, 0x5555
  sw t1, 0(t0)
1:
  j 1b
