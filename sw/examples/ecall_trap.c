// A kernel with system calls, called from machine mode and from user mode. Here `ecall` is an ordinary trap: the file
// does not include janus.h, so the ELF has no note, and `--hooks auto` leaves the instruction to the trap handler.
#include <csr.h>
#include <finisher.h>
#include <stdint.h>
#include <uart.h>

enum { SYSCALL_WRITE = 1, SYSCALL_COUNT = 2, SYSCALL_EXIT = 3 };

// The registers at the trap, as ecall_trap_entry.S stores them: x1 to x31. x2 is not restored from here.
struct frame {
  uint32_t x[32];
};
enum { A0 = 10, A7 = 17 };

extern void trap_entry(void);
void handle_trap(struct frame* frame);

static uint32_t calls_from_user, calls_from_machine;

static uint32_t syscall(uint32_t number, uint32_t argument) {
  register uint32_t a0 __asm__("a0") = argument;
  register uint32_t a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
  return a0;
}

void handle_trap(struct frame* frame) {
  uint32_t cause = csr_read(mcause);
  if (cause != MCAUSE_ECALL_FROM_U && cause != MCAUSE_ECALL_FROM_M) {
    uart_put_string("unexpected trap\n");
    finisher_exit(2);
  }
  if (cause == MCAUSE_ECALL_FROM_U)
    ++calls_from_user;
  else
    ++calls_from_machine;
  uint32_t argument = frame->x[A0];
  switch (frame->x[A7]) {
    case SYSCALL_WRITE: uart_put_string((const char*)argument); break;
    case SYSCALL_COUNT: frame->x[A0] = calls_from_user + calls_from_machine; break;
    case SYSCALL_EXIT:
      uart_put_string(calls_from_user == 3 && calls_from_machine == 2 ? "all calls counted\n" : "calls were lost\n");
      finisher_exit((int)argument);
  }
  csr_write(mepc, csr_read(mepc) + 4);  // return to the instruction after the ecall
}

static void user(void) {
  syscall(SYSCALL_WRITE, (uint32_t) "hello from user mode\n");
  uint32_t count = syscall(SYSCALL_COUNT, 0);
  syscall(SYSCALL_EXIT, count == 4 ? 0 : 1);
}

int main(void) {
  static uint8_t user_stack[1024] __attribute__((aligned(16)));

  csr_write(mtvec, (uintptr_t)trap_entry);
  syscall(SYSCALL_WRITE, (uint32_t) "hello from machine mode\n");
  if (syscall(SYSCALL_COUNT, 0) != 2) return 1;

  // Lets user mode access all memory: one PMP region, read, write, execute. Has no effect on a core without PMP.
  csr_write(pmpaddr0, 0xffffffff);
  csr_write(pmpcfg0, 0x1f);

  csr_clear(mstatus, MSTATUS_MPP);
  csr_write(mepc, (uintptr_t)user);
  __asm__ volatile(
      "csrw mscratch, sp\n\t"  // the stack of the trap handler
      "mv sp, %0\n\t"
      "mret"
      :
      : "r"(user_stack + sizeof user_stack)
      : "memory");
  __builtin_unreachable();
}
