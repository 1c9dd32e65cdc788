// Firmware that a C library for semihosting links: the files, the console and the arguments of the host.
#include <stdio.h>

int main(int count, char** arguments) {
  FILE* file = fopen("numbers", "r");
  if (!file) return 3;
  int sum = 0, number;
  while (fscanf(file, "%d", &number) == 1) sum += number;
  fclose(file);
  printf("sum %d, %d arguments, the last is %s\n", sum, count, count > 0 ? arguments[count - 1] : "nothing");
  file = fopen("result", "w");
  fprintf(file, "sum=%d\n", sum);
  fclose(file);
  fprintf(stderr, "done\n");
  return sum == 42 ? 0 : 1;
}
