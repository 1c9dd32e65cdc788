// Sixteen branches on the bits of one input, each of which goes both ways on the first few of 65536 paths.
#include <janus.h>

  .section .text.init, "ax"
  .globl _start
_start:
  li t0, 3  // make a register symbolic
  li t1, 10
  JANUS_HOOK
  .rept 16
  andi a1, a0, 1
  beqz a1, 1f
  nop
1:
  srli a0, a0, 1
  .endr
  li t0, 0x100000  // the test finisher
  li t1, 0x5555
  sw t1, 0(t0)
2:
  j 2b
