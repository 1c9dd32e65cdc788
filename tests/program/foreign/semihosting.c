// Calls the host in every way, on QEMU's virt board with -semihosting, without a C library of ours: prints what the host
// answers. What depends on the host's time is checked here, and not printed.
#include "../firmware/semihosting_call.h"

static uint32_t length_of(const volatile char* text) {  // volatile: no strlen()
  uint32_t length = 0;
  while (text[length]) ++length;
  return length;
}
static void show(const char* text) { call(kWrite0, text); }
static void show_number(const char* what, int32_t number) {
  char text[12];
  char* at = text + sizeof text;
  uint32_t rest = number < 0 ? -(uint32_t)number : (uint32_t)number;
  *--at = 0;
  do {
    *--at = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (number < 0) *--at = '-';
  show(what);
  call(kWriteC, " ");
  show(at);
  call(kWriteC, "\n");
}
static uint32_t call4(uint32_t number, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const uint32_t block[] = {a, b, c, d};
  return call(number, block);
}
static uint32_t open_file(const char* name, uint32_t mode) {
  return call4(kOpen, (uint32_t)name, mode, length_of(name), 0);
}

static void use_files(void) {
  char buffer[16] = {0};
  show_number("absent", (int32_t)open_file("absent", 0));
  show_number("errno", (int32_t)call(kErrno, 0));
  const uint32_t file = open_file("greeting", 0);
  show_number("tty", (int32_t)call4(kIsTty, file, 0, 0, 0));
  show_number("length", (int32_t)call4(kLength, file, 0, 0, 0));
  show_number("unread", (int32_t)call4(kRead, file, (uint32_t)buffer, 5, 0));
  show(buffer);
  show_number("\nseek", (int32_t)call4(kSeek, file, 7, 0, 0));
  show_number("unread", (int32_t)call4(kRead, file, (uint32_t)buffer, 15, 0));
  show(buffer);
  show_number("\nat the end", (int32_t)call4(kRead, file, (uint32_t)buffer, 4, 0));
  show_number("unwritten", (int32_t)call4(kWrite, file, (uint32_t) "no", 2, 0));
  show_number("close", (int32_t)call4(kClose, file, 0, 0, 0));

  const uint32_t made = open_file("made", 6);
  show_number("unwritten", (int32_t)call4(kWrite, made, (uint32_t) "0123456789", 10, 0));
  call4(kSeek, made, 3, 0, 0);
  call4(kWrite, made, (uint32_t) "xyz", 3, 0);
  call4(kSeek, made, 0, 0, 0);
  buffer[10] = 0;
  show_number("unread", (int32_t)call4(kRead, made, (uint32_t)buffer, 10, 0));
  show(buffer);
  call4(kClose, made, 0, 0, 0);
  const uint32_t more = open_file("made", 8);
  call4(kSeek, more, 10, 0, 0);  // QEMU 7.2 does not begin at the end
  call4(kWrite, more, (uint32_t) "+", 1, 0);
  show_number("\nappended", (int32_t)call4(kLength, more, 0, 0, 0));
  call4(kClose, more, 0, 0, 0);
  show_number("rename", (int32_t)call4(kRename, (uint32_t) "made", 4, (uint32_t) "kept", 4));
  show_number("made", (int32_t)open_file("made", 0));
  show_number("kept", (int32_t)open_file("kept", 0) > 0);
  const uint32_t gone = open_file("gone", 4);
  call4(kClose, gone, 0, 0, 0);
  show_number("remove", (int32_t)call4(kRemove, (uint32_t) "gone", 4, 0, 0));
  show_number("gone", (int32_t)open_file("gone", 0));
}

static void use_console(void) {
  const uint32_t out = open_file(":tt", 4), errors = open_file(":tt", 8);
  show_number("unwritten", (int32_t)call4(kWrite, out, (uint32_t) "to the console\n", 15, 0));
  call4(kWrite, errors, (uint32_t) "to the errors\n", 14, 0);
  char features[8] = {0};
  const uint32_t file = open_file(":semihosting-features", 0);
  call4(kRead, file, (uint32_t)features, 5, 0);
  show_number("features", features[4]);
  features[4] = 0;
  show(features);
  show_number("\nerror", (int32_t)call4(kIsError, (uint32_t)-3, 0, 0, 0) != 0);
  show_number("error", (int32_t)call4(kIsError, 3, 0, 0, 0));
}

static void use_machine(void) {
  char line[40];
  uint32_t block[2] = {(uint32_t)line, sizeof line}, heap[4], *heap_block[1] = {heap};
  uint32_t before[2], after[2];
  show_number("command line", (int32_t)call(kCommandLine, block));
  show(line);
  show_number("\nits length", (int32_t)block[1]);
  show_number("heap", (int32_t)call(kHeapInfo, heap_block));
  show_number("sorted", heap[0] >= 0x80000000 && heap[0] < heap[1] && heap[3] <= heap[2]);
  show_number("elapsed", (int32_t)call(kElapsed, before));
  call(kElapsed, after);
  show_number("later", after[1] > before[1] || (after[1] == before[1] && after[0] >= before[0]));
  show_number("frequency", (int32_t)call(kFrequency, 0));
  show_number("clock", (int32_t)call(kClock, 0) >= 0);
  show_number("time", call(kTime, 0) != (uint32_t)-1);
}

void run(void) {
  use_console();
  use_files();
  use_machine();
  const uint32_t reason[] = {0x20026, 7};
  call(kExitExtended, reason);
}

__asm__(".section .text.init\n.global _start\n_start:\nla sp, stack_top\ncall run\n1: j 1b\n.bss\n.balign 16\n.skip 4096\nstack_top:");
