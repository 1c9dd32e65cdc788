// Runs firmware that uses janus.h on a host, with inputs from a file, from a test or from a fuzzer. The firmware's sources
// must be ones that a host can compile: functions and their main(), no registers of devices.
//
//   cc -g -fsanitize=address,undefined -DJANUS_OFF -Dmain=firmware_main firmware.c janus_host.c -o firmware
//   ./firmware INPUT                       the bytes of all inputs, in the order in which they are made
//
//   clang -g -fsanitize=fuzzer,address -DJANUS_OFF -DJANUS_FUZZER -Dmain=firmware_main firmware.c janus_host.c -o fuzzer
//   ./fuzzer CORPUS                        the corpus of janus export-tests, or one for janus explore --seeds
//
//   cc -g -DJANUS_OFF -DJANUS_TESTS -Dmain=firmware_main firmware.c tests.c janus_host.c -o tests && ./tests
//
// An input that is missing in the file is zero. The run ends quietly where an assumption does not hold.
#undef main
#include "janus.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef JANUS_TESTS
#include <sys/wait.h>
#include <unistd.h>
#endif

int firmware_main(void);

static const uint8_t* next_byte;
static size_t bytes_left;
static jmp_buf end_of_run;

void janus_off_input(volatile void* address, size_t bytes, const char* name) {
  (void)name;
  size_t given = bytes < bytes_left ? bytes : bytes_left;
  memset((void*)address, 0, bytes);
  if (given) memcpy((void*)address, next_byte, given);
  next_byte += given;
  bytes_left -= given;
}

void janus_off_excluded(void) { longjmp(end_of_run, 1); }

// Returns what the firmware's main() returns; 0 if an assumption does not hold.
static int run(const uint8_t* bytes, size_t count) {
  next_byte = bytes;
  bytes_left = count;
  return setjmp(end_of_run) ? 0 : firmware_main();
}

#if defined JANUS_FUZZER
// The firmware's static variables keep what earlier runs left there, as in every fuzzer.
int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  if (run(bytes, count) != 0) abort();
  return 0;
}
#elif defined JANUS_TESTS
// For the file of janus export-tests: runs the firmware in a process of its own. 0 if it ends well; its exit code, or 128
// and the number of the signal that ended it.
int janus_host_run(const uint8_t* bytes, size_t count) {
  fflush(0);
  pid_t child = fork();
  if (child < 0) return 127;
  if (child == 0) exit(run(bytes, count));
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
#else
int main(int count, char** arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s INPUT\n", arguments[0]);
    return 64;
  }
  FILE* file = fopen(arguments[1], "rb");
  if (!file) {
    perror(arguments[1]);
    return 66;
  }
  static uint8_t bytes[1 << 20];
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return run(bytes, size);
}
#endif
