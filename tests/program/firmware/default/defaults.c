// Small programs, one for each kind that some technique decides at once, and others hardly ever: chosen by CASE.
#include <janus.h>
#include <stdint.h>
#include <string.h>

enum {
  kHailstone,
  kSpaces,
  kCommands,
  kLength,
  kBlinker,
  kSmashed,
  kFinish,
  kSize,
  kDispatch,
  kRemainder,
  kCode,
  kEuclid,
  kDecimal,
  kTicks,
  kCounter,
  kCleared,
  kRotated
};

static uint32_t code[2] __attribute__((aligned(4))) = {0x00000013, 0x00008067};  // nop; ret

static uint8_t text[40];
static volatile unsigned count;
static uint8_t memory[1 << 16];

static unsigned steps(uint32_t n) {
  unsigned count = 0;
  for (; n != 1; ++count) n = n & 1 ? 3 * n + 1 : n / 2;
  return count;
}

// A checksum of 32 bits. The loop has two ways back to its head, as compilers make of a choice at its end.
static uint32_t checksum(uint32_t word) {
  uint32_t sum = 0, left = 32;
  __asm__ volatile(
      "0: xor t3, %0, %1\n slli %0, %0, 1\n slli %1, %1, 1\n addi %2, %2, -1\n bltz t3, 1f\n bnez %2, 0b\n j 2f\n"
      "1: xor %0, %0, %3\n bnez %2, 0b\n"
      "2:"
      : "+r"(sum), "+r"(word), "+r"(left)
      : "r"(0x04c11db7)
      : "t3");
  return sum;
}

// The same without a choice.
static uint32_t checksum_by_masks(uint32_t word) {
  uint32_t sum = 0;
  for (int left = 32; left > 0; --left, word <<= 1) sum = sum << 1 ^ (-((sum ^ word) >> 31) & 0x04c11db7);
  return sum;
}

static int volatile state;

static void command(uint8_t c) {
  switch (c) {
    case 'a': state += 1; break;
    case 'c': state -= 4; break;
    case 'e': state *= 3; break;
    case 'g': state ^= 9; break;
    case 'i': state = 7; break;
    case 'k': state |= 2; break;
    default: break;
  }
}

static int zero(int x) { return x - x; }
static int same(int x) { return x; }
static int (*const kTable[])(int) = {zero, same, zero, same};

__attribute__((noinline)) static int copy(const char* from) {
  char buffer[8];
  strcpy(buffer, from);
  __asm__ volatile("" ::"r"(buffer) : "memory");
  return buffer[0];
}

int main(void) {
  uint8_t byte = 0;
  uint32_t word = 0;
  switch (CASE) {
    case kHailstone:  // one byte, and terms that grow
      JANUS_SYMBOLIC(byte);
      riscv_assert(steps(byte * 5u + 1) < 200);
      break;
    case kSpaces:  // 2^40 paths that merge
      JANUS_SYMBOLIC(text);
      for (unsigned i = 0; i < sizeof text; ++i) {
        if (text[i] == ' ') {
          __asm__ volatile("");
          ++word;
        }
      }
      riscv_assert(word <= sizeof text);
      break;
    case kCommands:  // a jump table, bytes in words
      riscv_make_symbolic(text, 4);
      for (int i = 0; i < 4; ++i) command(text[i]);
      break;
    case kLength:  // a scan, which a loop summary cannot sum up
      JANUS_SYMBOLIC(text);
      riscv_assume(text[sizeof text - 1] == 0);
      while (text[word]) ++word;
      riscv_assert(word < sizeof text);
      break;
    case kBlinker:  // never ends, and fails in the second round
      for (unsigned round = 0;; ++round) {
        JANUS_SYMBOLIC(word);
        if (word == 1234567) riscv_assert(round == 0);
      }
    case kSmashed:  // an input overwrites a return address
      riscv_make_symbolic(text, 23);
      state = copy((const char*)text);
      break;
    case kFinish:  // one of 2^16 exit codes is right
      JANUS_SYMBOLIC(word);
      *(volatile uint32_t*)0x100000 = word;
      break;
    case kSize:  // an input of up to 4 GiB
      JANUS_SYMBOLIC(word);
      riscv_make_symbolic(text, word);
      break;
    case kDispatch:  // an input chooses a function, and that is all
      JANUS_SYMBOLIC(byte);
      riscv_assert(kTable[byte % 4](3) % 3 == 0);
      break;
    case kRemainder: {  // products and quotients of small words
      uint32_t a, b;
      JANUS_SYMBOLIC(a);
      JANUS_SYMBOLIC(b);
      riscv_assume(a < 3000 && b > 0 && b < 100);
      riscv_assert(a / b * b + a % b == a);
      break;
    }
    case kCode:  // an input is an instruction
      JANUS_SYMBOLIC(word);
      code[0] = word;
      __asm__ volatile("fence.i" ::: "memory");
      ((void (*)(void))code)();
      break;
    case kEuclid: {  // 2^16 pairs, and remainders of remainders
      uint8_t a, b;
      JANUS_SYMBOLIC(a);
      JANUS_SYMBOLIC(b);
      riscv_assume(b != 0);
      uint8_t x = a, y = b;
      while (y) {
        uint8_t rest = x % y;
        x = y;
        y = rest;
      }
      riscv_assert(a % x == 0 && b % x == 0);
      break;
    }
    case kDecimal: {  // to digits and back
      uint16_t half;
      JANUS_SYMBOLIC(half);
      uint8_t digits[6];
      int size = 0;
      for (uint16_t rest = half; rest || size == 0; rest /= 10) digits[size++] = rest % 10;
      while (size) word = word * 10 + digits[--size];
      riscv_assert(word == half);
      break;
    }
    case kTicks: {  // the first assertion holds and is hard, the second does not
      uint32_t ticks;
      JANUS_SYMBOLIC(ticks);
      const uint32_t hz = 10000000, ms = ticks / hz * 1000 + ticks % hz * 1000 / hz;
      riscv_assert((uint64_t)ms * hz <= (uint64_t)ticks * 1000);
      riscv_assert((uint64_t)ticks * 1000 < ((uint64_t)ms + 1) * hz);
      break;
    }
    case kCounter:  // counts for ever, and never forks
      JANUS_SYMBOLIC(byte);
      for (word = byte > 3;; ++count) {
        if (word > 1) riscv_assert(0);
      }
    case kCleared:  // a long loop in which nothing is unknown
      JANUS_SYMBOLIC(byte);
      if (byte > 3) count = 1;
      memset(memory, 0, sizeof memory);
      riscv_assert(memory[byte] == 0);
      break;
    case kRotated:
      JANUS_SYMBOLIC(word);
      riscv_assert(checksum(word) == checksum_by_masks(word));
      break;
  }
  return 0;
}
