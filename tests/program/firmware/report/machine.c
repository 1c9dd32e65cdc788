// An interpreter and a scanner: one loop each, of which compilers make several.
#include <janus.h>
#include <stdint.h>
#define STACK 6
typedef struct {
  const uint8_t* code;
  int32_t stack[STACK];
  int sp;
  int pc;
} vm_t;

static uint8_t code[6];

static int pop(vm_t* vm) { return vm->stack[--vm->sp]; }
static void push(vm_t* vm, int v) { vm->stack[vm->sp++] = v; }

static int execute(vm_t* vm, int length) {
  int steps = 0;
  for (;;) {
    if (vm->pc >= length) return 0;
    if (steps++ >= 20) return -1;
    uint8_t op = vm->code[vm->pc++];
    switch (op >> 5) {
      case 0: break;
      case 1: push(vm, op & 31); break;
      case 2: {
        if (vm->sp < 2) return -2;
        int a = pop(vm), b = pop(vm);
        push(vm, a + b);
        break;
      }
      case 3:
        if (vm->sp < 1) return -2;
        if (pop(vm) == 0) vm->pc = op & 7;
        break;
      case 4:
        if (vm->sp < 1) return -2;
        push(vm, vm->stack[vm->sp - 1]);
        break;
      default:
        if (op == 0xff) return 1;
        break;
    }
  }
}

static uint8_t line[8];
static int words, numbers;

static void count(void) {
  int state = 0;
  unsigned i = 0;
  for (;;) {
    switch (state) {
      case 0:
        if (i == sizeof line) return;
        if (line[i] == ' ') {
          i++;
          continue;
        }
        state = line[i] >= '0' && line[i] <= '9' ? 2 : 1;
        break;
      case 1:
        while (i < sizeof line && line[i] != ' ') i++;
        words++;
        state = 0;
        break;
      default:
        do i++;
        while (i < sizeof line && line[i] >= '0' && line[i] <= '9');
        numbers++;
        state = 0;
    }
  }
}

int main(void) {
  JANUS_SYMBOLIC(code);
  JANUS_SYMBOLIC(line);
  static vm_t vm = {.code = code};
  int r = execute(&vm, sizeof code);
  riscv_assert(r != 1 || vm.sp < 3 || vm.stack[2] != 33);
  count();
  riscv_assert(words + numbers <= 4);
  return 0;
}
