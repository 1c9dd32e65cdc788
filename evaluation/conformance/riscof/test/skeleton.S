// A test of our own in the form of riscv-arch-test, without its headers: what model_test.h and link.ld need to work.
// TIMES comes from the list of tests.
#include "model_test.h"

  .option rvc
  .align 4
  .option norvc
  .section .text.init
  .globl rvtest_entry_point
rvtest_entry_point:
  RVMODEL_BOOT
  la sp, stack
  la x20, handler
  csrw mtvec, x20
  csrw mscratch, sp
  RVMODEL_IO_INIT
  RVMODEL_IO_WRITE_STR(x31, "skeleton\n")
  la x10, begin_signature
  li x11, 0
  li x12, TIMES
1:
  addi x11, x11, 3
  sw x11, 0(x10)
  addi x10, x10, 4
  addi x12, x12, -1
  bnez x12, 1b
  csrsi mie, 8
  csrsi mstatus, 8
  RVMODEL_SET_MSW_INT
  nop
  csrci mstatus, 8
  RVMODEL_CLEAR_MTIMER_INT
  RVMODEL_CLEAR_MEXT_INT
  RVMODEL_IO_ASSERT_GPR_EQ(x31, x11, 9)
  RVMODEL_HALT

  .align 6
handler:
  csrrw sp, mscratch, sp
  csrr x20, mcause
  sw x20, 0(x10)
  addi x10, x10, 4
  RVMODEL_CLEAR_MSW_INT
  csrrw sp, mscratch, sp
  mret

  .data
  .balign 16
  .skip 256
stack:
RVMODEL_DATA_BEGIN
  .fill 8, 4, 0xdeadbeef
RVMODEL_DATA_END
