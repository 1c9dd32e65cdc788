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

// What assert(file, line, function, condition) of the C library calls if it fails: a failed assertion of Janus, on x0.
// Janus knows this function by its name, and reads from a0 to a3 which assert() it is. The function is in this file since
// an object file comes before the C library, which has a function of the same name. The note of janus.h is in one group
// with it, so that the linker drops both where no assert() is.
  .section .text.__assert_func, "axG", @progbits, __assert_func, comdat
  .weak __assert_func  // firmware may have its own
  .type __assert_func, @function
__assert_func:
  li t0, 1  // assert
  li t1, 0  // x0
  .option push
  .option norvc
  slti x0, x0, 0x4a  // the marker
  ecall
  .option pop
  li a0, 134  // as abort()
  tail _exit
  .size __assert_func, . - __assert_func

  .section .janus.note, "G", @note, __assert_func, comdat
  .balign 4
  .word 6, 4, 1  // sizes of owner and descriptor, type
  .asciz "Janus"
  .balign 4
  .word 2  // JANUS_NOTE_ABI_VERSION
