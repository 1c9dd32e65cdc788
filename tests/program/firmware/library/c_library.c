// What a C library needs of the runtime. Prints a line for each claim.
#include <assert.h>
#include <errno.h>
#include <janus.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static void catch (int number) { caught = number; }

static int is_between(long long value, long long low, long long high) { return low <= value && value <= high; }

int main(void) {
  assert(sizeof(time_t) == 8);
  printf("printf %d %s %5.2f\n", 42, "text", 2.5);
  write(STDOUT_FILENO, "write\n", 6);
  printf("bad file %d %d\n", (int)write(7, "x", 1), errno == EBADF);
  char line[8] = {0};
  const ssize_t length = read(STDIN_FILENO, line, 4);
  printf("read %d %c\n", (int)(length >= 1 && length <= 4), line[0]);
  struct stat status;
  printf("terminal %d %d %d\n", isatty(STDOUT_FILENO), fstat(STDOUT_FILENO, &status), S_ISCHR(status.st_mode));
  printf("no file %d\n", fopen("name", "r") == NULL && errno == ENOENT);

  char* const memory = malloc(1000);
  memset(memory, 'm', 1000);
  char* const more = realloc(memory, 100000);
  int* const zeros = calloc(10, sizeof *zeros);
  printf("malloc %c %d\n", more[999], zeros[9]);
  free(more);
  free(zeros);
  printf("malloc of too much %d\n", malloc(1u << 30) == NULL);

  struct timeval before, after;
  gettimeofday(&before, NULL);
  const clock_t started = clock();
  usleep(3000);
  gettimeofday(&after, NULL);
  const long slept = (after.tv_sec - before.tv_sec) * 1000000 + after.tv_usec - before.tv_usec;
  printf("usleep %d\n", is_between(slept, 3000, 3100));
  printf("clock %d\n", is_between((long long)(clock() - started) * 1000000 / CLOCKS_PER_SEC, 3000, 3100));
  sleep(1);
  printf("time %d\n", (int)time(NULL));

  signal(SIGUSR1, catch);
  raise(SIGUSR1);
  printf("raise %d\n", caught == SIGUSR1);
#ifdef ABORTS
  abort();
#endif
  return 0;
}
