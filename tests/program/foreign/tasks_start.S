// Reset, vectored traps, and the switch from one task to the other.
  .section .reset, "ax"
  .globl reset
reset:
  la sp, stack_end
  la t0, data_begin
  la t1, data_end
  la t2, data_load
1:
  bgeu t0, t1, 2f
  lw t3, 0(t2)
  sw t3, 0(t0)
  addi t0, t0, 4
  addi t2, t2, 4
  j 1b
2:
  la t0, bss_begin
  la t1, bss_end
3:
  bgeu t0, t1, 4f
  sw zero, 0(t0)
  addi t0, t0, 4
  j 3b
4:
  la t0, vectors
  ori t0, t0, 1
  csrw mtvec, t0
  li t0, -1
  csrw pmpaddr0, t0
  csrwi pmpcfg0, 0x1f
  call start  // the context of the first task
  // Fall through: resume the task whose context is in a0.

// A context is x1 to x31 at 4 to 124, and the pc at 0. mscratch is the running task's.
resume:
  csrw mscratch, a0
  lw t0, 0(a0)
  csrw mepc, t0
  li t0, 0x1800  // to user mode,
  csrc mstatus, t0
  li t0, 0x80  // with interrupts on
  csrs mstatus, t0
  mv t6, a0
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  lw x\n, 4*\n(t6)
  .endr
  mret

  .macro save
  csrrw t6, mscratch, t6
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  sw x\n, 4*\n(t6)
  .endr
  csrr t0, mscratch
  sw t0, 4*31(t6)
  csrr t0, mepc
  sw t0, 0(t6)
  mv a0, t6
  la sp, stack_end
  .endm

exception:
  save
  call on_exception
  j resume
timer:
  save
  call on_timer
  j resume
external:
  save
  call on_external
  j resume

  .balign 256
vectors:
  j exception
  j .
  j .
  j .  // software
  j .
  j .
  j .
  j timer
  j .
  j .
  j .
  j external
