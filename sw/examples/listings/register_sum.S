// Section 3.2: a symbolic register, an assumption and an assertion, by hand and without any runtime.
//
// a0 is any number from 1 to 12. The assertion claims that a1 = a0 + 12 is less than 24. Unsafe: a0 = 12. With SAFE the
// claim is: less than 25. In a concrete run, a0 is 5.

#ifdef SAFE
#define BOUND 25
#else
#define BOUND 24
#endif

  .section .text.init, "ax"
  .globl _start
_start:
  li a0, 5
  li t1, 10  // a0 is register 10
  li t0, 3   // make it symbolic
  ecall

  slti t2, a0, 13
  slt a4, zero, a0
  and t2, t2, a4  // 0 < a0 < 13
  li t1, 7  // t2 is register 7
  li t0, 2  // assume
  ecall

  addi a1, a0, 12
  slti t2, a1, BOUND
  li t1, 7
  li t0, 1  // assert
  ecall

  li t0, 0x100000  // the test finisher
  li t1, 0x5555
  sw t1, 0(t0)
1:
  j 1b
