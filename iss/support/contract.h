// Contracts: errors only we can cause abort at once, in every build.
#pragma once

#include <cstdio>
#include <cstdlib>

#define JANUS_REQUIRE(condition)                                                                              \
  do {                                                                                                        \
    if (!(condition)) [[unlikely]] {                                                                          \
      std::fprintf(stderr, "%s:%d: contract violated in %s: %s\n", __FILE__, __LINE__, __func__, #condition); \
      std::abort();                                                                                           \
    }                                                                                                         \
  } while (false)
