// Names are joined in a block that has no room for the end of the string.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char name[6];
static volatile char first;

__attribute__((noinline)) static char* join(const char* a, const char* b) {
#ifdef FIXED
  char* path = malloc(strlen(a) + strlen(b) + 2);
#else
  char* path = malloc(strlen(a) + strlen(b) + 1);
#endif
  if (!path) return 0;
  strcpy(path, a);
  strcat(path, "/");
  strcat(path, b);
  return path;
}

int main(void) {
  JANUS_SYMBOLIC(name);
  name[5] = 0;
  char* path = join("log", name);
  if (path) first = path[0];
  free(path);
  return 0;
}
