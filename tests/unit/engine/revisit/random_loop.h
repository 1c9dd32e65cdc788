// A random state machine of three small variables that an endless loop steps: shared by the firmware and by the search
// that says what the firmware does. The numbers of a machine follow from its seed.
#pragma once

#include <stdint.h>

#define LOOP_RULES 5
#define LOOP_INPUTS 8          // 0 to 7
#define LOOP_WIDE 0x80000000u  // in a seed: two of the variables have many values

typedef struct {
  uint32_t modulus[3];
  uint32_t guard[LOOP_RULES], first[LOOP_RULES], second[LOOP_RULES], number[LOOP_RULES];
  uint32_t update[LOOP_RULES], target[LOOP_RULES], other[LOOP_RULES];
  uint32_t claim, limit, part;
} Loop;

static inline uint32_t loop_draw(uint32_t* seed, uint32_t limit) {
  uint32_t x = *seed += 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return (x ^ (x >> 16)) % limit;
}

static inline void loop_make(Loop* loop, uint32_t seed) {
  const int wide = (seed & LOOP_WIDE) != 0;
  seed *= 0x1000193u;
  for (int i = 0; i < 3; ++i) loop->modulus[i] = 3 + loop_draw(&seed, 4);
  if (wide) loop->modulus[0] = 20 + loop_draw(&seed, 60), loop->modulus[1] = 256;
  for (int i = 0; i < LOOP_RULES; ++i) {
    loop->guard[i] = loop_draw(&seed, 5);
    loop->first[i] = loop_draw(&seed, 3);
    loop->second[i] = loop_draw(&seed, 3);
    loop->number[i] = loop_draw(&seed, LOOP_INPUTS);
    loop->update[i] = loop_draw(&seed, 6);
    loop->target[i] = loop_draw(&seed, 3);
    loop->other[i] = loop_draw(&seed, 3);
  }
  loop->claim = loop_draw(&seed, 3);
  loop->part = loop_draw(&seed, 3);
  loop->limit = loop_draw(&seed, loop->modulus[loop->part]);
}

// Steps the variables; whether what is claimed of them holds.
static inline int loop_step(const Loop* loop, uint8_t* v, uint8_t in) {
  for (int i = 0; i < LOOP_RULES; ++i) {
    const uint8_t a = v[loop->first[i]], b = v[loop->second[i]];
    const uint8_t number = (uint8_t)loop->number[i];
    int taken = 0;
    switch (loop->guard[i]) {
      case 0: taken = in == number; break;
      case 1: taken = in < number; break;
      case 2: taken = (in & (1 << number % 3)) != 0; break;
      case 3: taken = a < b; break;
      default: taken = in > a; break;
    }
    if (!taken) continue;
    uint8_t* const target = &v[loop->target[i]];
    uint32_t value = *target;
    switch (loop->update[i]) {
      case 0: value += 1; break;
      case 1: value += v[loop->other[i]]; break;
      case 2: value = in; break;
      case 3: value = number; break;
      case 4: value += in; break;
      default: value ^= v[loop->other[i]]; break;
    }
    *target = (uint8_t)(value % loop->modulus[loop->target[i]]);
  }
  const uint32_t last = loop->modulus[loop->part] - 1;
  switch (loop->claim) {
    case 0: return v[loop->part] != last || v[(loop->part + 1) % 3] != loop->limit % 3;
    case 1: return v[0] != 2 || v[1] != 2 || v[2] != loop->limit;
    default: return v[loop->part] != last;
  }
}

// Whether a machine with these variables takes a step without an input, if it may at all.
static inline int loop_rests(const Loop* loop, const uint8_t* v) {
  return v[loop->first[3]] == loop->number[2] % 3 && v[loop->second[3]] <= v[loop->other[3]];
}

#define LOOP_STEPS 3

// Steps a machine as often as the script says, and keeps what it was: some of that is read again, much later, and most
// is not. Whether what is claimed of it holds.
static inline int loop_script(const Loop* loop, const uint8_t* script) {
  static uint8_t v[3], past[LOOP_STEPS][3];
  for (int i = 0; i < 3; ++i) v[i] = 0;
  for (int i = 0; i < LOOP_STEPS; ++i) {
    const uint8_t in = script[i] & (LOOP_INPUTS - 1);
    loop_step(loop, v, in);
    for (int k = 0; k < 3; ++k) past[i][k] = v[k];
    if (in != loop->number[1] && i != LOOP_STEPS - 1) continue;
    const uint8_t* const then = past[(in + loop->number[2]) % (uint32_t)(i + 1)];
    if (then[loop->first[0]] == loop->limit && then[loop->part] + v[loop->second[1]] == loop->number[3] % 5) return 0;
  }
  return 1;
}
