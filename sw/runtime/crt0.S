// Start-up code: runs from reset to main, and after main ends at the test finisher.
//
// Does not set mtvec: firmware that handles traps sets mtvec itself, and in all other firmware Janus reports a trap as
// unhandled. Sections run where they are loaded, so there is no .data to copy.

  .section .text.init, "ax"
  .globl _start
  .type _start, @function
_start:
  .option push
  .option norelax  // gp is not usable before it is set
  la gp, __global_pointer$
  .option pop
  la sp, __stack_top
  la tp, __tls_base

  csrr t0, mhartid
  bnez t0, park

  la t0, __bss_start
  la t1, __bss_end
1:
  bgeu t0, t1, 2f
  sw zero, 0(t0)
  addi t0, t0, 4
  j 1b

2:
  la s0, __init_array_start
  la s1, __init_array_end
3:
  bgeu s0, s1, 4f
  lw t0, 0(s0)
  jalr t0
  addi s0, s0, 4
  j 3b

4:
  li a0, 0
  li a1, 0
  call main
  call exit  // destructors, then _exit, which does not return
park:
  wfi
  j park
  .size _start, . - _start
