// picolibc's exit() and abort() end the run through the test finisher.
#include "finisher.h"

void _exit(int code);

void _exit(int code) { finisher_exit(code); }
