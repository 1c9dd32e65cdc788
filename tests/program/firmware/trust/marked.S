// Hooks in assembly. With WITHOUT_MARKER, made as by a janus.h from before hooks were marked. With UNKNOWN_CODE, the last
// hook has a code that Janus does not know.
#ifdef WITHOUT_MARKER
  .section .janus.note, "", @note
  .word 6, 4, 1
  .asciz "Janus"
  .balign 4
  .word 1
#define JANUS_HOOK ecall
#else
#include <janus.h>
#endif

  .section .text.init, "ax"
  .globl _start
_start:
  li t0, 3  // make a register symbolic
  li t1, 10
  JANUS_HOOK
  li t0, 2  // assume
  slti t2, a0, 5
  li t1, 7
  JANUS_HOOK
#ifdef UNKNOWN_CODE
  li t0, 29
#else
  li t0, 1  // assert
  slti t2, a0, 4
#endif
  JANUS_HOOK
  li t0, 0x100000
  li t1, 0x5555
  sw t1, 0(t0)
1:
  j 1b
