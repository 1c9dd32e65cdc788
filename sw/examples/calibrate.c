// Measures what instructions cost, for janus calibrate. Prints a line for each measurement, its name and its cycles:
//
//   janus run calibrate.elf > results.txt        or on your board, or in simulation of your core
//   janus calibrate calibrate.elf results.txt --out core.timing
//
// Each measurement is straight-line code between two reads of the cycle counter, RUNS times the same; it runs twice, so
// that caches have it. A core may lack something. Then leave it out:
//
//   -DCOUNTER=\"cycle\"  if there is no mcycle          -DNO_MULTIPLY, -DNO_ATOMICS, -DNO_MISALIGNED
//   -DNO_CSRS            no CSRs but the counter        -DNO_TRAPS, -DNO_CLINT (no traps; no software interrupt)
//
// To print elsewhere than with the UART of the virt board, define your own putchar. The numbers are also in `results`,
// in the order of the measurements.
#include <stdint.h>
#include <stdio.h>

#ifndef COUNTER
#define COUNTER "mcycle"
#endif
#define RUNS "16"
#define CLINT_MSIP 0x02000000

static uint32_t memory[16] __attribute__((aligned(64)));

// `setup` runs before the measurement. a0 points to memory that is aligned; a1 to a5 and t0 to t6 are free.
#define KERNEL(name, setup, body)                                                                                     \
  static uint32_t __attribute__((noinline, aligned(64))) measure_##name(void) {                                       \
    uint32_t before, after;                                                                                           \
    __asm__ volatile(".option push\n\t.option norvc\n\tmv a0, %2\n\t" setup "\n\tcsrr %0, " COUNTER "\n\t.rept " RUNS \
                     "\n\t" body "\n\t.endr\n\tcsrr %1, " COUNTER "\n\t.option pop"                                   \
                     : "=&r"(before), "=&r"(after)                                                                    \
                     : "r"(memory)                                                                                    \
                     : "a0", "a1", "a2", "a3", "a4", "a5", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "memory");       \
    return after - before;                                                                                            \
  }
#define AND_ADD "\n\taddi t2, t2, 1"  // an instruction that waits for nothing

#define SHIFT(places) KERNEL(shift_##places, "li t0, 1", "slli t0, t0, " #places)
#define DIVISION(name, opcode, dividend, divisor) \
  KERNEL(name, "li a1, " #dividend "\n\tli a2, " #divisor, #opcode " t0, a1, a2" AND_ADD)
#define CSR_READ(csr) KERNEL(csr_read_##csr, "", "csrr t0, " #csr AND_ADD)
#define CSR_WRITE(csr) KERNEL(csr_write_##csr, "csrr t1, " #csr, "csrw " #csr ", t1" AND_ADD)

KERNEL(empty, "", "")
KERNEL(alu, "li t0, 1", "addi t0, t0, 1")
SHIFT(0)
SHIFT(1)
SHIFT(2)
SHIFT(3)
SHIFT(4)
SHIFT(5)
SHIFT(7)
SHIFT(8)
SHIFT(15)
SHIFT(16)
SHIFT(31)
#ifndef NO_MULTIPLY
KERNEL(multiply, "li a1, 5\n\tli a2, 0", "mul t0, a1, a2" AND_ADD)
KERNEL(multiply_ones, "li a1, 5\n\tli a2, -1", "mul t0, a1, a2" AND_ADD)
KERNEL(multiply_high, "li a1, 5\n\tli a2, 0", "mulh t0, a1, a2" AND_ADD)
KERNEL(multiply_use, "li a1, 5\n\tli a2, 0", "mul t0, a1, a2\n\taddi t2, t0, 1")
KERNEL(multiply_busy, "li a1, 5\n\tli a2, 0", "mul t0, a1, a2\n\tmul t3, a1, a2" AND_ADD)
DIVISION(divide, divu, 0, -1)
DIVISION(divide_dividend, divu, -1, -1)
DIVISION(divide_divisor, divu, 0, 1)
DIVISION(divide_negative, div, 0, -3)
DIVISION(divide_by_zero, divu, -1, 0)
#endif
KERNEL(load, "", "lw t0, 0(a0)" AND_ADD)
KERNEL(load_use, "", "lw t0, 0(a0)\n\taddi t2, t0, 1")
KERNEL(narrow_load_use, "", "lb t0, 0(a0)\n\taddi t2, t0, 1")
KERNEL(store, "", "sw t2, 0(a0)" AND_ADD)
#ifndef NO_MISALIGNED
KERNEL(misaligned, "", "lw t0, 2(a0)" AND_ADD)
#endif
KERNEL(branch, "", "beq zero, a0, 1f\n1:")
KERNEL(taken_branch, "", "beq zero, zero, 1f\n\tnop\n1:")
KERNEL(jump, "", "j 1f\n\tnop\n1:")
KERNEL(jump_register, "", "auipc t0, 0" AND_ADD "\n\tjr 12(t0)")
KERNEL(jump_register_use, "", "auipc t0, 0\n\tjr 8(t0)")
KERNEL(fence, "", "fence" AND_ADD)
KERNEL(fence_i, "", "fence.i" AND_ADD)
#ifndef NO_ATOMICS
KERNEL(load_reserved, "", "lr.w t0, (a0)" AND_ADD)
KERNEL(swap, "", "amoswap.w t0, t1, (a0)" AND_ADD)
#endif
#ifndef NO_CSRS
CSR_READ(mscratch)
CSR_READ(mstatus)
CSR_READ(mie)
CSR_READ(mtvec)
CSR_READ(mepc)
CSR_READ(mcause)
CSR_READ(mtval)
CSR_READ(mcycle)
CSR_READ(minstret)
CSR_WRITE(mscratch)
CSR_WRITE(mstatus)
CSR_WRITE(mie)
CSR_WRITE(mtvec)
CSR_WRITE(mepc)
CSR_WRITE(mcause)
CSR_WRITE(mtval)
KERNEL(csr_use, "", "csrr t0, mscratch\n\taddi t2, t0, 1")
#ifndef NO_TRAPS
KERNEL(mret, "li a1, 0x1800", "auipc t0, 0\n\taddi t0, t0, 20\n\tcsrw mepc, t0\n\tcsrs mstatus, a1\n\tmret")
#endif
#endif
#ifndef NO_CLINT
KERNEL(device_load, "li a1, 0x02000000", "lw t0, 0(a1)" AND_ADD)
KERNEL(device_store, "li a1, 0x02000000", "sw zero, 0(a1)" AND_ADD)
#endif

#ifndef NO_TRAPS
// Notes in a5 when it was entered. Goes on behind an exception; takes back a software interrupt.
__asm__(
    ".option push\n\t.option norvc\n\t.balign 64\ntrap_entry:\n\t"
    "csrr a5, " COUNTER
    "\n\t"
    "csrr t5, mcause\n\t"
    "bltz t5, 1f\n\t"
    "csrr t5, mepc\n\t"
    "addi t5, t5, 4\n\t"
    "csrw mepc, t5\n\t"
    "mret\n"
    "1:\n\t"
    "li t5, 0x02000000\n\t"
    "sw zero, 0(t5)\n\t"
    "mret\n\t"
    ".option pop");
extern char trap_entry[];

// From the read of the counter to the first instruction of the handler.
#define TRAP(name, setup, body, end)                                                                          \
  static uint32_t __attribute__((noinline, aligned(64))) measure_##name(void) {                               \
    uint32_t before, after, old;                                                                              \
    __asm__ volatile(".option push\n\t.option norvc\n\tcsrrw %2, mtvec, %3\n\t" setup "\n\tcsrr %0, " COUNTER \
                     "\n\t" body "\n\tmv %1, a5\n\t" end "\n\tcsrw mtvec, %2\n\t.option pop"                  \
                     : "=&r"(before), "=&r"(after), "=&r"(old)                                                \
                     : "r"(trap_entry)                                                                        \
                     : "a1", "a5", "t0", "t5", "t6", "memory");                                               \
    return after - before;                                                                                    \
  }
TRAP(ecall, "li t0, 0", "ecall", "")
TRAP(illegal_instruction, "", ".word 0", "")
#ifndef NO_CLINT
TRAP(interrupt, "li a1, 0x02000000\n\tli t6, 1\n\tcsrw mie, 8\n\tcsrsi mstatus, 8", "sw t6, 0(a1)\n\tnop\n\tnop\n\tnop",
     "csrci mstatus, 8\n\tcsrw mie, 0")
#endif
#endif

struct measurement {
  const char* name;
  uint32_t (*measure)(void);
};
#define M(name) \
  { #name, measure_##name }
static const struct measurement measurements[] = {
    M(empty),
    M(alu),
    M(shift_0),
    M(shift_1),
    M(shift_2),
    M(shift_3),
    M(shift_4),
    M(shift_5),
    M(shift_7),
    M(shift_8),
    M(shift_15),
    M(shift_16),
    M(shift_31),
#ifndef NO_MULTIPLY
    M(multiply),
    M(multiply_ones),
    M(multiply_high),
    M(multiply_use),
    M(multiply_busy),
    M(divide),
    M(divide_dividend),
    M(divide_divisor),
    M(divide_negative),
    M(divide_by_zero),
#endif
    M(load),
    M(load_use),
    M(narrow_load_use),
    M(store),
#ifndef NO_MISALIGNED
    M(misaligned),
#endif
    M(branch),
    M(taken_branch),
    M(jump),
    M(jump_register),
    M(jump_register_use),
    M(fence),
    M(fence_i),
#ifndef NO_ATOMICS
    M(load_reserved),
    M(swap),
#endif
#ifndef NO_CSRS
    M(csr_read_mscratch),
    M(csr_read_mstatus),
    M(csr_read_mie),
    M(csr_read_mtvec),
    M(csr_read_mepc),
    M(csr_read_mcause),
    M(csr_read_mtval),
    M(csr_read_mcycle),
    M(csr_read_minstret),
    M(csr_write_mscratch),
    M(csr_write_mstatus),
    M(csr_write_mie),
    M(csr_write_mtvec),
    M(csr_write_mepc),
    M(csr_write_mcause),
    M(csr_write_mtval),
    M(csr_use),
#ifndef NO_TRAPS
    M(mret),
#endif
#endif
#ifndef NO_CLINT
    M(device_load),
    M(device_store),
#endif
#ifndef NO_TRAPS
    M(ecall),
    M(illegal_instruction),
#ifndef NO_CLINT
    M(interrupt),
#endif
#endif
};
#define MEASUREMENTS (sizeof measurements / sizeof measurements[0])

uint32_t results[MEASUREMENTS];

int main(void) {
  for (uint32_t i = 0; i < MEASUREMENTS; ++i) {
    measurements[i].measure();
    results[i] = measurements[i].measure();
  }
  for (uint32_t i = 0; i < MEASUREMENTS; ++i) printf("%s %lu\n", measurements[i].name, (unsigned long)results[i]);
  return 0;
}
