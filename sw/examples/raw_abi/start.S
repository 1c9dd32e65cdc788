  .section .boot, "ax"
  .globl reset
reset:
  la sp, stack_top
  call main
  j .
