// Tail calls, for a profiler: chains of them, known and by register; functions that go on in each other; functions that
// go on in one that is active; and calls behind tail calls.
#include <stdint.h>

#define APART __attribute__((noipa))

typedef uint32_t Function(uint32_t);

APART uint32_t last(uint32_t x) { return x * 5 ^ 3; }
APART uint32_t third(uint32_t x) { return last(x + 3); }
APART uint32_t calls_first(uint32_t x) { return third(last(x) + last(x + 1)); }
APART uint32_t first(uint32_t x) { return x & 1 ? third(x >> 1) : calls_first(x); }

static Function* volatile targets[] = {last, third, first, calls_first};
APART uint32_t by_register(uint32_t x) { return targets[x % 4](x + 1); }
APART uint32_t to_by_register(uint32_t x) { return by_register(x ^ 2); }

// In turns.
APART uint32_t odd(uint32_t x);
APART uint32_t even(uint32_t x) { return x == 0 ? 1 : odd(x - 1); }
APART uint32_t odd(uint32_t x) { return x == 0 ? 0 : even(x - 1); }

// `outer` is active when `inner` goes on in it.
APART uint32_t inner(uint32_t x);
APART uint32_t outer(uint32_t x) { return x < 2 ? last(x) : inner(x / 2) + 1; }
APART uint32_t inner(uint32_t x) { return outer(x - 1); }

static Function* volatile itself;
APART uint32_t through_itself(uint32_t x) { return x < 3 ? first(x) : itself(x - 3) + to_by_register(x); }

// Anything goes on in anything, or calls it, or returns, by chance.
static uint32_t chance = 1;
static inline uint32_t draw(void) {
  chance ^= chance << 13;
  chance ^= chance >> 17;
  return chance ^= chance << 5;
}
Function node_0, node_1, node_2, node_3, node_4, node_5, node_6, node_7;
static Function* volatile nodes[] = {node_0, node_1, node_2, node_3, node_4, node_5, node_6, node_7};
#define NODE(n, known)                                              \
  APART uint32_t node_##n(uint32_t depth) {                         \
    if (depth == 0) return n;                                       \
    switch (draw() >> 4 & 7) {                                      \
      case 0: return node_##known(depth - 1);                       \
      case 1: return nodes[draw() >> 7 & 7](depth - 1);             \
      case 2: return node_##known(depth - 1) + n;                   \
      case 3: return nodes[draw() >> 7 & 7](depth - 1) * 3;         \
      case 4: return node_##known(depth / 2) + nodes[n](depth / 3); \
      default: return last(depth);                                  \
    }                                                               \
  }
NODE(0, 1)
NODE(1, 2)
NODE(2, 5)
NODE(3, 0)
NODE(4, 6)
NODE(5, 7)
NODE(6, 3)
NODE(7, 4)

int main(void) {
  uint32_t result = 1;
  itself = through_itself;
  for (uint32_t i = 0; i < 2000; ++i) {
    result += first(result);
    result += to_by_register(result);
    result += even(i % 7);
    result += nodes[i & 7](i % 23);
    if (i % 8 == 0) result += outer(i % 64) + through_itself(i % 50);
  }
  volatile uint32_t kept = result;
  (void)kept;
  return 0;
}
