// The ELF file has the flag EF_RISCV_RVC, as all of riscv-arch-test's. Only with COMPRESSED it has a compressed
// instruction.
  .option push
  .option rvc
  .align 4
  .option norvc
  .option pop
  .globl _start
_start:
  li t0, 0x100000
  li t1, 0x5555
#ifdef COMPRESSED
  .option rvc
  c.addi t1, 1
  c.addi t1, -1
  .option norvc
#endif
  sw t1, 0(t0)
1:
  j 1b
