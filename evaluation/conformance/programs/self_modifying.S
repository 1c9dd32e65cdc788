// Code that is written while it runs, with fence.i behind the store: in a hot loop, a function that is called often, code
// copied to data, and an instruction right behind the fence.
#include "frame.h"

program:
  // A function that returns a constant, which changes every 100 calls.
  li x20, 0
  li x21, 0
1:
  la x10, constant
  slli x11, x20, 20
  li x12, 0x00000513  // addi x10, x0, 0
  or x11, x11, x12
  sw x11, 0(x10)
  fence.i
  li x22, 100
2:
  jal x1, constant
  add x21, x21, x10
  addi x22, x22, -1
  bnez x22, 2b
  addi x20, x20, 1
  li x11, 30
  bltu x20, x11, 1b
  RECORD x21
  // Code in the data page: copied, run, changed, run.
  la x10, constant
  la x11, copy
  lw x12, 0(x10)
  sw x12, 0(x11)
  lw x12, 4(x10)
  sw x12, 4(x11)
  fence.i
  jalr x1, 0(x11)
  RECORD x10
  la x11, copy
  li x12, 0x7ff00513
  sw x12, 0(x11)
  fence.i
  jalr x1, 0(x11)
  RECORD x10
  // Half of an instruction, and a byte of one.
  la x11, copy
  li x12, 0x1230
  sh x12, 2(x11)
  fence.i
  jalr x1, 0(x11)
  RECORD x10
  la x11, copy
  li x12, 0x45
  sb x12, 3(x11)
  fence.i
  jalr x1, 0(x11)
  RECORD x10
  // By an atomic.
  la x11, copy
  li x12, 0x00100000
  amoadd.w x13, x12, (x11)
  fence.i
  jalr x1, 0(x11)
  RECORD x10
  RECORD x13
  // The instruction behind fence.i.
  la x11, 3f
  li x12, 0x02a00513
  sw x12, 0(x11)
  fence.i
3:
  li x10, 1
  RECORD x10
  END

  .balign 64
constant:
  li x10, 0
  ret

  .data
  .balign 64
copy:
  .word 0, 0
  SIGNATURE 10
