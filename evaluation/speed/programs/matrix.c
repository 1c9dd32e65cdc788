// The product of two matrices of words: multiplications and strided loads.
//
// Freivalds' test checks it: (A B) x = A (B x), for one x, with all numbers modulo 2^32.
#ifndef REPEAT
#define REPEAT 730
#endif
#include "speed.h"

#define SIZE 64

static uint32_t a[SIZE][SIZE], b[SIZE][SIZE], product[SIZE][SIZE];

static void __attribute__((noinline)) multiply(void) {
  for (int row = 0; row < SIZE; ++row) {
    for (int column = 0; column < SIZE; ++column) {
      uint32_t sum = 0;
      for (int k = 0; k < SIZE; ++k) sum += a[row][k] * b[k][column];
      product[row][column] = sum;
    }
  }
}

static void apply(uint32_t matrix[SIZE][SIZE], const uint32_t* x, uint32_t* y) {
  for (int row = 0; row < SIZE; ++row) {
    y[row] = 0;
    for (int column = 0; column < SIZE; ++column) y[row] += matrix[row][column] * x[column];
  }
}

// How many rows of the product pass the test.
uint32_t work(void) {
  static uint32_t x[SIZE], left[SIZE], right[SIZE], once[SIZE];
  static uint32_t state = 1;
  for (int row = 0; row < SIZE; ++row) {
    x[row] = next_random(&state);
    for (int column = 0; column < SIZE; ++column) {
      a[row][column] = next_random(&state);
      b[row][column] = next_random(&state);
    }
  }
  multiply();
  apply(product, x, left);
  apply(b, x, once);
  apply(a, once, right);
  uint32_t rows = 0;
  for (int row = 0; row < SIZE; ++row) {
    rows += left[row] == right[row];
    checksum += product[row][row];
  }
  return rows;
}

int main(void) { return repeat("matrix", SIZE); }
