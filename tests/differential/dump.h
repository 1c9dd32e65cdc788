// For harness.S and pmp_harness.S: prints the words between two registers in hexadecimal on the UART, a line each, and
// ends the run by the test finisher. Does not return. The registers may not be s0 and a0 to a3.
.macro dump first, last
  li s0, 0x10000000
1001:
  lw a0, 0(\first)
  li a1, 28
1002:
  srl a2, a0, a1
  andi a2, a2, 15
  addi a2, a2, '0'
  li a3, '9'
  ble a2, a3, 1003f
  addi a2, a2, 'a' - '9' - 1
1003:
  lbu a3, 5(s0)
  andi a3, a3, 0x20
  beqz a3, 1003b
  sb a2, 0(s0)
  addi a1, a1, -4
  bgez a1, 1002b
  li a2, '\n'
  sb a2, 0(s0)
  addi \first, \first, 4
  bltu \first, \last, 1001b
  li a0, 0x100000
  li a1, 0x5555
  sw a1, 0(a0)
1004:
  j 1004b
  .endm
