// A symbolic int in one line, named after the variable.
#include <janus.h>
#define INPUT(name) \
  int name;         \
  JANUS_SYMBOLIC(name)
