// Jumps to the middle of a word: mtval is the target (Volume II, 3.1.16), and no register changes. QEMU 7.2 puts the
// address of a branch or jal there instead.
#include "frame.h"

program:
  li x5, 7
  li x6, 8
  RAISES 0, 1f + 2, beq x5, x5, 1f + 2
1:
  RAISES 0, 1f + 2, bne x5, x6, 1f + 2
1:
  RAISES 0, 1f + 2, blt x5, x6, 1f + 2
1:
  RAISES 0, 1f + 2, bge x6, x5, 1f + 2
1:
  RAISES 0, 1f + 2, bltu x5, x6, 1f + 2
1:
  RAISES 0, 1f + 2, bgeu x6, x5, 1f + 2
1:
  RAISES 0, 1f - 6, beq x5, x5, 1f - 6
1:
  RAISES 0, 1f + 2, jal x5, 1f + 2
1:
  CHECK x5, 7
  la x7, 1f + 3
  RAISES 0, 1f + 2, jalr x5, 0(x7)
1:
  CHECK x5, 7
  la x7, 1f + 2
  RAISES 0, 1f + 2, jalr x7, 0(x7)
1:
  // Not taken: no exception.
  li x20, -1
  beq x5, x6, 1f + 2
1:
  bne x5, x5, 1f + 2
1:
  CHECK x20, 0xffffffff
  END
  SIGNATURE 33
