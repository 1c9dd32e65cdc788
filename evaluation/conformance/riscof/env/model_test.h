// What riscv-arch-test asks of a model: how a program ends on Janus, where its signature is, how it prints, and how it
// raises and clears interrupts. Macros may change the registers that they are given, and those that halting and
// interrupts need (x5 to x7 when nothing else is said).
#ifndef JANUS_MODEL_TEST_H
#define JANUS_MODEL_TEST_H

// clang-format off

#define JANUS_UART 0x10000000
#define JANUS_MSIP 0x2000000
#define JANUS_MTIMECMP 0x2004000
#define JANUS_PLIC_CLAIM 0x0c200004

// Ends the run as passed. What counts is the signature.
#define RVMODEL_HALT         \
  li t0, 1;                  \
  la t1, tohost;             \
97531:                       \
  sw t0, 0(t1);              \
  sw x0, 4(t1);              \
  j 97531b;

#define RVMODEL_BOOT

#define RVMODEL_DATA_BEGIN             \
  .pushsection .tohost, "aw", @progbits; \
  .balign 64;                          \
  .global tohost;                      \
tohost:                                \
  .dword 0;                            \
  .balign 64;                          \
  .global fromhost;                    \
fromhost:                              \
  .dword 0;                            \
  .popsection;                         \
  .balign 16;                          \
  .global begin_signature;             \
begin_signature:

#define RVMODEL_DATA_END   \
  .balign 16;              \
  .global end_signature;   \
end_signature:

// Printing, by the UART.
#define RVMODEL_IO_INIT
#define RVMODEL_IO_CHECK()
#define RVMODEL_IO_WRITE_STR(_R, _STR) \
  .pushsection .data.string;           \
97532:                                 \
  .string _STR;                        \
  .popsection;                         \
  addi sp, sp, -16;                    \
  sw t0, 0(sp);                        \
  sw t1, 4(sp);                        \
  la _R, 97532b;                       \
97533:                                 \
  lbu t0, 0(_R);                       \
  beqz t0, 97534f;                     \
  li t1, JANUS_UART;                   \
  sb t0, 0(t1);                        \
  addi _R, _R, 1;                      \
  j 97533b;                            \
97534:                                 \
  lw t0, 0(sp);                        \
  lw t1, 4(sp);                        \
  addi sp, sp, 16;

// Assertions: the comparison of signatures is enough.
#define RVMODEL_IO_ASSERT_GPR_EQ(_S, _R, _I)
#define RVMODEL_IO_ASSERT_SFPR_EQ(_F, _R, _I)
#define RVMODEL_IO_ASSERT_DFPR_EQ(_D, _R, _I)

// Interrupts of machine mode.
#define RVMODEL_SET_MSW_INT \
  li t1, 1;                 \
  li t2, JANUS_MSIP;        \
  sw t1, 0(t2);
#define RVMODEL_CLEAR_MSW_INT \
  li t2, JANUS_MSIP;          \
  sw x0, 0(t2);
#define RVMODEL_CLEAR_MTIMER_INT \
  li t1, -1;                     \
  li t2, JANUS_MTIMECMP;         \
  sw t1, 4(t2);
#define RVMODEL_CLEAR_MEXT_INT \
  li t2, JANUS_PLIC_CLAIM;     \
  lw t1, 0(t2);                \
  sw t1, 0(t2);

#endif
