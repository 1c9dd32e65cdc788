// Numbers that the runner writes into a copy of the ELF, where it finds the marker: one program serves every size.
#pragma once

struct Parameters {
  char marker[16];
  unsigned size;     // elements or variables
  unsigned entries;  // how many symbolic entries an array has that is sorted, or symbolic indices one that is read
  unsigned seed;     // of concrete data, and of where the symbolic entries are
  unsigned check;    // assert that the result is right; no part of what is measured
};

static const volatile struct Parameters parameters = {"janus parameters", 8, 1, 1, 1};
