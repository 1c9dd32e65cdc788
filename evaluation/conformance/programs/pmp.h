// clang-format off
// For the PMP programs: entry 15 opens all of memory, so that lower entries take away. `target` is a page of its own.
  .equ R, 1
  .equ W, 2
  .equ X, 4
  .equ TOR, 0x08
  .equ NA4, 0x10
  .equ NAPOT, 0x18
  .equ L, 0x80

  .macro OPEN_ALL
  li x30, -1
  csrw pmpaddr15, x30
  li x30, (NAPOT + R + W + X) << 24
  csrw pmpcfg3, x30
  .endm

  // The address field of a NAPOT region of `bytes` at `address`.
  .macro SET_NAPOT csr, address, bytes
  la x30, \address
  srli x30, x30, 2
  ori x30, x30, (\bytes >> 3) - 1
  csrw \csr, x30
  csrr x30, \csr
  RECORD x30
  .endm

  .macro SET_ADDRESS csr, address
  la x30, \address
  srli x30, x30, 2
  csrw \csr, x30
  csrr x30, \csr
  RECORD x30
  .endm

  .macro CONFIGURE value
  li x30, \value
  csrw pmpcfg0, x30
  csrr x30, pmpcfg0
  RECORD x30
  .endm

  // In the present mode: loads and stores around `target`, at both edges of what the programs protect.
  .macro PROBE
  la x10, target
  .irp offset, -4, 0, 4, 8, 12, 16, 28, 32, 60, 64
  li x11, 0x77
  lw x11, \offset(x10)
  RECORD x11
  .endr
  .irp offset, -1, 0, 7, 15, 16
  li x11, 0x77
  lbu x11, \offset(x10)
  RECORD x11
  sb x11, \offset(x10)
  .endr
  .irp offset, -2, 6, 14, 16
  li x11, 0x77
  lh x11, \offset(x10)
  RECORD x11
  sh x11, \offset(x10)
  .endr
  .irp offset, -4, 0, 4, 8, 12, 16
  sw x10, \offset(x10)
  .endr
  .endm

  .macro PROBE_AS_USER
  TO_USER
  PROBE
  ecall
  .endm

  .macro TARGET
  .data
  .balign 4096
  .fill 1023, 4, 0x13
  .word 0x00008067
target:
  .rept 16
  .word 0x00150513  // addi x10, x10, 1
  .word 0x00008067  // ret
  .endr
  .fill 992, 4, 0x13
  .text
  .endm
