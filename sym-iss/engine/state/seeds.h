// Inputs that somebody has already: a fuzzer's corpus, captured packets. An exploration begins with the paths that they
// take (symbolic_seeds.cpp). A state has the seeds that take its path so far, and follows the first one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "term/evaluate.h"

namespace janus::engine {

// The bytes of all inputs of a path, in the order in which inputs are made. Bytes that are missing are zero; bytes that
// nobody asks for do not matter.
using SeedBytes = std::vector<std::uint8_t>;

struct Seed {
  const SeedBytes* bytes;                         // owned by who configures the exploration
  std::size_t used = 0;                           // bytes that have become inputs
  std::shared_ptr<const term::Assignment> model;  // what they stand for on this path
};

// Not empty.
using Seeds = std::vector<Seed>;

}  // namespace janus::engine
