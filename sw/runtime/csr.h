// Control and status registers by name: csr_read(mcause), csr_set(mstatus, MSTATUS_MIE).
#ifndef JANUS_RUNTIME_CSR_H
#define JANUS_RUNTIME_CSR_H

#define MSTATUS_MIE (1u << 3)
#define MSTATUS_MPIE (1u << 7)
#define MSTATUS_MPP (3u << 11)

#define MIE_MSIE (1u << 3)
#define MIE_MTIE (1u << 7)
#define MIE_MEIE (1u << 11)

#define MCAUSE_INTERRUPT (1u << 31)
#define MCAUSE_MACHINE_SOFTWARE (MCAUSE_INTERRUPT | 3u)
#define MCAUSE_MACHINE_TIMER (MCAUSE_INTERRUPT | 7u)
#define MCAUSE_MACHINE_EXTERNAL (MCAUSE_INTERRUPT | 11u)
#define MCAUSE_ECALL_FROM_U 8u
#define MCAUSE_ECALL_FROM_M 11u

#define csr_read(name)                                               \
  ({                                                                 \
    unsigned long value_;                                            \
    __asm__ volatile("csrr %0, " #name : "=r"(value_) : : "memory"); \
    value_;                                                          \
  })
#define csr_write(name, value) __asm__ volatile("csrw " #name ", %0" : : "rK"((unsigned long)(value)) : "memory")
#define csr_set(name, bits) __asm__ volatile("csrs " #name ", %0" : : "rK"((unsigned long)(bits)) : "memory")
#define csr_clear(name, bits) __asm__ volatile("csrc " #name ", %0" : : "rK"((unsigned long)(bits)) : "memory")

#endif
