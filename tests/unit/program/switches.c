// Switches that are compiled to jump tables. switches_test.cpp counts their cases.
#include <janus.h>
#include <stdint.h>

static volatile uint32_t port;

__attribute__((noinline)) uint32_t dense(uint32_t x) {
  switch (x) {
    case 0: return port + 1;
    case 1: return port * 3;
    case 2: return port ^ 7;
    case 3: return port - x * 5;
    case 4: port = 9; return 4;
    case 5: return port << 2;
    default: return 0;
  }
}

// A switch whose cases have a hole and do not begin at 0. It is in a loop, out of which the compiler moves the bound
// and the table's address.
__attribute__((noinline)) uint32_t machine(const uint8_t* text) {
  uint32_t state = 0;
  for (;;) {
    switch (*text++) {
      case 'a': state += port; break;
      case 'b': state ^= port; break;
      case 'c': state *= port; break;
      case 'd': state -= port; break;
      case 'f': state |= port; break;
      case 'g': return state;
      default: state = port;
    }
  }
}

// The cases cover every value, so the compiler leaves out the comparison with a bound.
__attribute__((noinline)) uint32_t masked(uint32_t x) {
  switch (x & 7) {
    case 0: return port + 1;
    case 1: return port * 3;
    case 2: return port ^ 7;
    case 3: return port - x * 5;
    case 4: port = 9; return 4;
    case 5: return port << 2;
    case 6: return port >> 2;
    case 7: return port | 2;
  }
  return 0;
}

// A machine whose states are labels. The compiler may keep four times the index, and load from table + index.
__attribute__((noinline)) uint32_t computed(const uint8_t* text) {
  static const void* const states[4] = {&&code, &&slash, &&comment, &&star};
  uint32_t state = 0, depth = 0;
  for (;;) {
    const uint8_t c = *text++;
    goto *states[state];
  code:
    if (c == 0) return depth;
    if (c == '/') state = 1;
    continue;
  slash:
    if (c == '*') ++depth;
    state = c == '*' ? 2 : 0;
    continue;
  comment:
    if (c == '*') state = 3;
    continue;
  star:
    state = c == '/' ? 0 : 2;
  }
}

// Labels in structures, with other words between them: no table of labels, since two rows are not all.
__attribute__((noinline)) uint32_t rows(const uint8_t* text) {
  static const struct {
    const void *first, *second;
    uint32_t weight;
  } kRows[3] = {{&&one, &&two, 5}, {&&two, &&three, 6}, {&&three, &&one, 7}};
  uint32_t row = 0, sum = 0;
  for (;;) {
    const uint8_t c = *text++;
    if (c == 0) return sum;
    sum += kRows[row].weight;
    goto *kRows[row].first;
  one:
    row = c & 1;
    continue;
  two:
    row = 2;
    continue;
  three:
    row = c >> 7;
  }
}

__attribute__((noinline)) static void keep(uint32_t x) { port ^= x; }

// A state machine with hooks and calls in its loop. The registers that hold the bound, the table's address and the
// codes of hooks may be set in front of the loop.
__attribute__((noinline)) uint32_t hooked(void) {
  uint32_t sum = 0;
  for (int i = 0; i < 10; ++i) {
    const uint32_t state = riscv_make_register_symbolic();
    riscv_assume(state < 50);
    switch (state) {
      case 10: sum += port; break;
      case 11: sum ^= port; break;
      case 12: sum -= port; break;
      case 13: sum *= port; break;
      case 14: keep(sum); break;
      case 15: sum |= port; break;
      default: riscv_assert(state > 3);
    }
    JANUS_SYMBOLIC(sum);
  }
  return sum;
}

// The remainder bounds the index, and the comparison is of its lowest byte only.
__attribute__((noinline)) uint32_t folded(uint8_t state) {
  uint32_t sum = 0;
  for (int i = 0; i < 10; ++i) {
    switch (state % 6) {
      case 0: sum += port; break;
      case 1: sum ^= port; break;
      case 2: sum -= port; break;
      case 3: sum *= port; break;
      case 4: keep(sum); break;
      case 5: sum |= port; break;
    }
    state = (uint8_t)port;
  }
  return sum;
}

// The compiler knows all values of the state, so nothing compares it with a bound.
__attribute__((noinline)) uint32_t known(void) {
  uint32_t state = 0;
  for (;;) {
    const uint32_t event = port;
    switch (state) {
      case 0: state = event == 'a' ? 1 : 0; break;
      case 1: state = event == 'b' ? 2 : event == 'a' ? 1 : 0; break;
      case 2: state = event == 'c' ? 3 : 0; break;
      case 3: state = event == 'd' ? 4 : event == 'x' ? 2 : 0; break;
      case 4: state = event == 'e' ? 5 : 1; break;
      case 5: if (event == 'q') return event; state = 0; break;
      default: __builtin_unreachable();
    }
  }
}

// Functions whose addresses stand in a table, and nowhere else.
static uint32_t stored_first(uint32_t x) { return x + port; }
static uint32_t stored_second(uint32_t x) {
  while (port != x) ++x;
  return x;
}
static const struct {
  char name;
  uint32_t (*run)(uint32_t);
} commands[] = {{'a', stored_first}, {'b', stored_second}};

__attribute__((noinline)) uint32_t command(char name) {
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; ++i) {
    if (commands[i].name == name) return commands[i].run(i);
  }
  return 0;
}

int main(void) {
  return (int)(command((char)port) + known() + dense(port) + machine((const uint8_t*)"abcdg") + masked(port) + hooked() + folded((uint8_t)port) +
               computed((const uint8_t*)"/*..*/") + rows((const uint8_t*)"abc"));
}
