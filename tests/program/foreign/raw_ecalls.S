// Calls hooks by their numbers: a symbolic byte is less than 10, and an assertion is about its square. The safe variant
// claims that the square is at most 81, and the unsafe variant that the square is at most 80.
#ifdef UNSAFE
#define LARGEST 80
#else
#define LARGEST 81
#endif

  .globl _start
_start:
  li t0, 4  // make symbolic
  la t1, byte
  li t2, 1
  ecall
  lbu a0, byte
  sltiu a1, a0, 10
  li t0, 2  // assume a1
  li t1, 11
  ecall
  mul a2, a0, a0
  li a3, 25
  bltu a2, a3, 1f  // two paths
  sltiu a1, a2, LARGEST + 1
  li t0, 1  // assert a1
  li t1, 11
  ecall
1:
  li a1, 0x10000000
  li a2, '.'
  sb a2, 0(a1)
  li a1, 0x100000
  li a2, 0x5555
  sw a2, 0(a1)
  j .

  .data
  .type byte, @object
  .size byte, 1
byte: .byte 3
