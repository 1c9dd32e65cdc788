// The word in front of an `ecall` is symbolic: for one of its values, the `ecall` is a hook, and its assertion fails.
#include <janus.h>
  .section .text.init, "ax"
  .globl _start
_start:
  la t0, handler
  csrw mtvec, t0
  li t0, 4  // make the word symbolic
  la t1, word
  li t2, 4
  JANUS_HOOK
  li t0, 1  // assert x0
  li t1, 0
  j call
word:
  nop
call:
  ecall
  .balign 4
handler:
  li t0, 0x100000
  li t1, 0x5555
  sw t1, 0(t0)
1:
  j 1b
