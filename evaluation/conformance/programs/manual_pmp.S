// PMP where QEMU 7.2 differs from the manual. An atomic that may not write raises a store's exception, also if it may not
// read; lr.w a load's. Running into a region without X is an exception at its first instruction, also in the middle of a
// page.
#define OWN_PMP
#include "frame.h"
#include "pmp.h"

  .macro AS_USER cause, instruction:vararg
  la x30, watcher
  csrw mtvec, x30
  li x30, 0
  csrw mstatus, x30
  la x30, 8f
  csrw mepc, x30
  li x20, -1
  mret
8:
  \instruction
  CHECK x20, \cause
  la x30, target
  xor x30, x30, x22
  RECORD x30
  la x30, 8b
  xor x30, x30, x21
  RECORD x30
  .endm

program:
  OPEN_ALL
  la x30, target
  srli x30, x30, 2
  ori x30, x30, 1
  csrw pmpaddr0, x30
  la x10, target
  li x30, NAPOT + R
  csrw pmpcfg0, x30
  .irp name, amoswap.w, amoadd.w, amoxor.w, amoand.w, amoor.w, amomin.w, amomax.w, amominu.w, amomaxu.w
  AS_USER 7, \name x11, x12, (x10)
  .endr
  li x30, NAPOT
  csrw pmpcfg0, x30
  .irp name, amoswap.w, amoadd.w, amoxor.w, amoand.w, amoor.w, amomin.w, amomax.w, amominu.w, amomaxu.w
  AS_USER 7, \name x11, x12, (x10)
  .endr
  AS_USER 5, lr.w x11, (x10)
  AS_USER 5, lw x11, 0(x10)
  AS_USER 7, sb x11, 0(x10)
  // Running into it, with instructions in front that are executed.
  li x11, 0x00150513  // addi x10, x10, 1
  sw x11, 0(x10)
  sw x11, 4(x10)
  sw x11, 8(x10)
  fence.i
  la x30, target + 8
  srli x30, x30, 2
  csrw pmpaddr0, x30
  .irp config, NA4, NA4 + R + W, NAPOT
  li x30, \config
  csrw pmpcfg0, x30
  la x30, 7f
  csrw mtvec, x30
  csrw mstatus, zero
  csrw mepc, x10
  li x10, 5
  mret
  .balign 4
7:
  CHECK x10, 7
  csrr x11, mcause
  CHECK x11, 1
  csrr x11, mtval
  la x10, target + 8
  xor x11, x11, x10
  RECORD x11
  csrr x11, mepc
  xor x11, x11, x10
  RECORD x11
  la x10, target
  .endr
  END
  TARGET
  SIGNATURE 75
