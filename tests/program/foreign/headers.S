// A minimal firmware, linked without a linker script.
  .globl _start
_start:
  la a0, text
  li a1, 0x10000000
1:
  lbu a2, 0(a0)
  beqz a2, 2f
  sb a2, 0(a1)
  addi a0, a0, 1
  j 1b
2:
  li a1, 0x100000
  li a2, 0x5555
  sw a2, 0(a1)
  j .

  .section .rodata
text: .asciz "headers below memory\n"
