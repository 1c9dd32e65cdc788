// Misaligned loads and stores of RAM: either they work, as here and on QEMU, across words and pages too.
#include "frame.h"

program:
  la x10, page - 4
  li x11, 0x01020304
  li x12, 0
1:
  add x13, x10, x12
  sw x11, 0(x13)
  lw x14, 0(x13)
  RECORD x14
  lh x14, 1(x13)
  RECORD x14
  lhu x14, 3(x13)
  RECORD x14
  sh x11, 5(x13)
  lw x14, 4(x13)
  RECORD x14
  li x15, 0x11223344
  add x11, x11, x15
  addi x12, x12, 1
  li x14, 8
  bltu x12, x14, 1b
  END

  .data
  .balign 4096
  .fill 1024, 4, 0xa1b2c3d4
page:
  .fill 16, 4, 0xe5f60718
  SIGNATURE 32
