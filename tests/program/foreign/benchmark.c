// Built like riscv-tests' benchmarks: its own printf, which writes through a request to the host in tohost; an exit
// through tohost. SYMBOLIC: the input is symbolic (a hook called by hand). REQUEST: asks for something that no host of
// ours does, as its last request.
#include <stdarg.h>
#include <stdint.h>

volatile uint64_t tohost __attribute__((section(".tohost"), aligned(64)));
volatile uint64_t fromhost __attribute__((section(".tohost"), aligned(64)));

static uint32_t call_host(uint32_t number, uint32_t a, uint32_t b, uint32_t c) {
  static volatile uint64_t request[8] __attribute__((aligned(64)));
  request[0] = number;
  request[1] = a;
  request[2] = b;
  request[3] = c;
  __sync_synchronize();
  tohost = (uintptr_t)request;
  while (fromhost == 0) {
  }
  fromhost = 0;
  return (uint32_t)request[0];
}

static void __attribute__((noreturn)) leave(uint32_t code) {
  tohost = code << 1 | 1;
  for (;;) {
  }
}

static char line[64];
static uint32_t used;

static void put(char c) {
  line[used++] = c;
  if (c != '\n' && used < sizeof line) return;
  if (call_host(64, 1, (uintptr_t)line, used) != used) leave(99);
  used = 0;
}

static void print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format; ++format) {
    if (*format != '%') {
      put(*format);
    } else if (*++format == 'd') {
      char digits[10];
      int count = 0;
      for (uint32_t value = va_arg(arguments, uint32_t); value || !count; value /= 10)
        digits[count++] = '0' + value % 10;
      while (count) put(digits[--count]);
    } else {
      for (const char* text = va_arg(arguments, const char*); *text; ++text) put(*text);
    }
  }
  va_end(arguments);
}

static uint32_t input = 12;

static uint32_t fibonacci(uint32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
#ifdef SYMBOLIC
  register uint32_t code asm("t0") = 4, address asm("t1") = (uintptr_t)&input, size asm("t2") = sizeof input;
  asm volatile("ecall" : : "r"(code), "r"(address), "r"(size) : "memory");
  input = input % 3 + 3;
#endif
  print("%s of %d = %d\n", "fibonacci", input, fibonacci(input));
  call_host(64, 2, (uintptr_t) "done\n", 5);
  if (call_host(64, 7, (uintptr_t)line, 1) != (uint32_t)-9) return 98;
#ifdef REQUEST
  call_host(REQUEST, 0, 0, 0);
#endif
  return fibonacci(5) - 5;
}

asm(".section .text.init\n"
    ".globl _start\n"
    "_start:\n"
    "  la sp, stack_end\n"
    "  call begin\n"
    ".section .bss\n"
    ".balign 16\n"
    ".skip 4096\n"
    "stack_end:\n"
    ".text\n");

void __attribute__((used, noreturn)) begin(void) { leave(main()); }
