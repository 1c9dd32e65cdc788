// Saves the registers, calls handle_trap(frame), and returns from the trap.
//
// mscratch is the handler's stack while user code runs, and zero while the kernel itself runs.

  .text
  .balign 4
  .globl trap_entry
trap_entry:
  csrrw sp, mscratch, sp
  bnez sp, 1f
  csrrw sp, mscratch, zero  // a trap from the kernel: keep using its stack
  addi sp, sp, -128
  sw zero, 8(sp)  // no user stack to return to
  j 2f
1:
  addi sp, sp, -128
  sw t0, 20(sp)
  csrrw t0, mscratch, zero
  sw t0, 8(sp)  // the user's stack
  lw t0, 20(sp)
2:
  .irp n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  sw x\n, 4*\n(sp)
  .endr
  mv a0, sp
  call handle_trap
  .irp n, 1, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  lw x\n, 4*\n(sp)
  .endr
  lw t0, 8(sp)
  bnez t0, 3f
  lw t0, 20(sp)
  addi sp, sp, 128
  mret
3:
  addi sp, sp, 128
  csrw mscratch, sp
  csrr t0, mscratch
  lw t0, -108(sp)  // 20 - 128
  lw sp, -120(sp)  // 8 - 128
  mret
