// A minimal firmware: printf over the UART.
#include <stdio.h>

int main(void) {
  printf("Hello from RISC-V!\n");
  printf("6 * 7 = %d, and in hexadecimal %#x\n", 6 * 7, 6 * 7);
  return 0;
}
