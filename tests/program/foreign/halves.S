// Instructions that begin at an odd multiple of 2. SPLIT: the border of a protected region splits one of them. HOOKS: hooks are such
// instructions. Ends with 0 if all is right.
#define FINISHER 0x100000

  .option rvc
  .align 4
  .globl _start
_start:
  la t0, handler
  csrw mtvec, t0
#ifdef SPLIT
  la t0, border
  srli t1, t0, 2
  csrw pmpaddr0, t1  // below the border: everything
  addi t1, t1, 1
  csrw pmpaddr1, t1  // the word there: no execution, locked
  li t1, -1
  csrw pmpaddr2, t1
  li t1, 0x1f890f
  csrw pmpcfg0, t1

  la s0, split      // where the trap has to come from
  la s1, border     // and what it has to name
  la s2, second
  jr s0
second:             // a compressed instruction in front of the border completes
  la t0, split
  li t1, 0x0505     // c.addi a0, 1
  sh t1, 0(t0)
  fence.i
  mv s0, s1
  la s2, third
  li a0, 5
  jr t0
third:
  li t0, 6
  bne a0, t0, fail
  j pass

  .balign 8
  .skip 6
split:              // addi a0, a0, 1, of which the second half may not be executed
  .half 0x0513
border:
  .half 0x0015
  .skip 8
#endif
#ifdef HOOKS
  .balign 4
  c.nop
  .option norvc
  li t0, 3            // at 2 mod 4 from here: a register becomes symbolic
  li t1, 10
  slti x0, x0, 0x4a
  ecall
  li t0, 1
  sltiu a1, a0, 200
  li t1, 11           // an assertion
  slti x0, x0, 0x4a
  ecall
  .option rvc
  j pass
#endif
pass:
  li t1, 0x5555
  j finish
  .balign 4
handler:
#ifdef SPLIT
  csrr t0, mcause
  li t1, 1
  bne t0, t1, fail
  csrr t0, mepc
  bne t0, s0, fail
  csrr t0, mtval
  bne t0, s1, fail
  jr s2
#endif
fail:
  li t1, 0x13333
finish:
  li t0, FINISHER
  sw t1, 0(t0)
1:
  j 1b
