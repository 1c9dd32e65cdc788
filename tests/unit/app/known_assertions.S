# Hooks of one function. What t0 has in front of each comes from elsewhere, as compilers place it.
#define HOOK slti zero, zero, 74; ecall

  .section .text.hooks, "ax"
  .globl main
  .type main, @function
main:
  addi sp, sp, -16
  sw ra, 0(sp)
  li t0, 1
  beqz a0, 1f
  slti zero, zero, 74
  .globl behind_a_branch
behind_a_branch:
  ecall
1:
  slti zero, zero, 74
  .globl on_both_ways
on_both_ways:
  ecall
  beqz a1, 2f
  li t0, 2
  slti zero, zero, 74
  .globl assumes
assumes:
  ecall
2:
  HOOK  # one of the two, as the way says
3:
  li t0, 1
  slti zero, zero, 74
  .globl in_a_loop
in_a_loop:
  ecall
  bnez a2, 3b
  call other
  HOOK  # the callee may have changed t0
  li t0, 1
  ecall  # not marked
  lw ra, 0(sp)
  addi sp, sp, 16
  ret
  .size main, . - main

  .type other, @function
other:
  li t0, 2
  j 5f
4:
  ret
5:
  slti zero, zero, 74
  .globl behind_a_jump
behind_a_jump:
  ecall
  bnez a0, 4b
  ret
  .size other, . - other
