// A calculator at the UART: reads lines such as `12+30`, and prints the result of each. Ends at a line `q`.
#include <stdbool.h>
#include <stdio.h>
#include <uart.h>

enum { LONGEST = 15 };  // characters in a line

// Reads a line. Characters that are too many are lost.
static void read_line(char line[LONGEST + 1]) {
  int length = 0;
  for (char c = (char)uart_get(); c != '\n'; c = (char)uart_get()) {
    if (length < LONGEST) line[length++] = c;
  }
  line[length] = '\0';
}

// Reads the digits at *text, and moves *text behind them.
static int read_number(const char** text) {
  int number = 0;
  while (**text >= '0' && **text <= '9') {
    number = 10 * number + (**text - '0');
    ++*text;
  }
  return number;
}

// Returns whether the line is NUMBER SIGN NUMBER, and its result.
static bool __attribute__((noinline)) calculate(const char* line, int* result) {
  const int left = read_number(&line);
  const char sign = *line;
  if (sign == '\0') return false;
  ++line;
  const int right = read_number(&line);
  switch (sign) {
    case '+': *result = left + right; break;
    case '-': *result = left - right; break;
    case '/': *result = left / right; break;
    default: return false;
  }
  return *line == '\0';
}

int main(void) {
  puts("calculator, q to quit");
  for (;;) {
    char line[LONGEST + 1];
    read_line(line);
    if (line[0] == 'q') return 0;
    int result;
    if (calculate(line, &result)) {
      printf("%s = %d\n", line, result);
    } else {
      puts("what?");
    }
  }
}
