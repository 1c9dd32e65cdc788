// Every trap: saves the registers on the stack of whoever runs, and restores those of whoever the kernel wants to run.
//
// A frame of 32 words: mepc, x1, mstatus, x3 and x4 unused, x5 to x31.
  .text
  .balign 4
  .globl kernel_trap
  .type kernel_trap, @function
kernel_trap:
  addi sp, sp, -128
  sw x1, 4(sp)
  .irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  sw x\n, 4*\n(sp)
  .endr
  csrr t0, mepc
  sw t0, 0(sp)
  csrr t0, mstatus
  sw t0, 8(sp)

  mv s0, sp
  lw t0, kernel_nesting
  addi t1, t0, 1
  sw t1, kernel_nesting, t2
  bnez t0, 1f  // an interrupt of an interrupt: its frame stays on the interrupts' stack
  lw t0, kernel_running
  sw sp, 0(t0)
  la sp, kernel_interrupt_stack_top
1:
  csrr a0, mcause
  mv a1, s0
  call kernel_on_trap
  lw t0, kernel_nesting
  addi t0, t0, -1
  sw t0, kernel_nesting, t1
  mv sp, s0
  bnez t0, kernel_restore

  .globl kernel_run
kernel_run:  // continues kernel_running
  lw t0, kernel_running
  lw sp, 0(t0)
kernel_restore:
  lw t0, 0(sp)
  csrw mepc, t0
  lw t0, 8(sp)
  csrw mstatus, t0
  lw x1, 4(sp)
  .irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  lw x\n, 4*\n(sp)
  .endr
  addi sp, sp, 128
  mret
  .size kernel_trap, . - kernel_trap

  .bss
  .balign 16
  .type kernel_interrupt_stack, @object
  .size kernel_interrupt_stack, 1024
kernel_interrupt_stack:
  .zero 1024
kernel_interrupt_stack_top:
