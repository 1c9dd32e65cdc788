// Quicksort of words without a pattern: branches that nobody can predict, and recursion.
#ifndef REPEAT
#define REPEAT 670
#endif
#include "speed.h"

#define SIZE 20000

static uint32_t words[SIZE];

static void sort(uint32_t* first, uint32_t* last) {  // both included
  while (last - first > 8) {
    uint32_t pivot = first[(last - first) / 2];
    uint32_t *low = first, *high = last;
    while (low <= high) {
      while (*low < pivot) ++low;
      while (*high > pivot) --high;
      if (low > high) break;
      uint32_t word = *low;
      *low++ = *high;
      *high-- = word;
    }
    if (high - first < last - low) {  // the smaller part by recursion, so that the stack is small
      sort(first, high);
      first = low;
    } else {
      sort(low, last);
      last = high;
    }
  }
  for (uint32_t* next = first + 1; next <= last; ++next) {
    uint32_t word = *next, *hole = next;
    for (; hole > first && hole[-1] > word; --hole) *hole = hole[-1];
    *hole = word;
  }
}

// How many words are not smaller than the one before; 0 if they are not the words there were.
uint32_t work(void) {
  static uint32_t state = 1;
  uint32_t before = 0, after = 0, in_order = 1;
  for (int n = 0; n < SIZE; ++n) before += words[n] = next_random(&state);
  sort(words, words + SIZE - 1);
  for (int n = 0; n < SIZE; ++n) {
    after += words[n];
    in_order += n > 0 && words[n - 1] <= words[n];
  }
  checksum += words[SIZE / 2];
  return before == after ? in_order : 0;
}

int main(void) { return repeat("quicksort", SIZE); }
