// Random code of which the test knows where control goes, without reading it off the code: for analyses of graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {

struct ControlFlowEdge {
  std::uint32_t from, to;  // words
  bool call;               // from a call to the function; else within one
};

// Branches, jumps, calls, returns and words that go on with the next, to be loaded at kCode.
struct RandomControlFlow {
  std::vector<std::uint32_t> words;
  std::vector<ControlFlowEdge> edges;  // of all words, reachable or not; some twice

  // `far` is how many words a branch goes at most.
  RandomControlFlow(Random& random, std::uint32_t size, std::int32_t far) {
    using isa::Opcode;
    for (std::uint32_t at = 0; at < size; ++at) {
      const std::int32_t by = random.between(-far, far);
      const auto lead = [&](std::int32_t words_on, bool call = false) {
        const std::int64_t to = std::int64_t{at} + words_on;
        if (to >= 0 && to < size) edges.push_back({at, static_cast<std::uint32_t>(to), call});
      };
      switch (random.below(8)) {
        case 0:
        case 1:
        case 2:
          words.push_back(encode(random.one_in(2) ? Opcode::bne : Opcode::bgeu, {.rs1 = 10, .immediate = 4 * by}));
          lead(by);
          lead(1);
          break;
        case 3:
          words.push_back(encode(Opcode::jal, {.immediate = 4 * by}));
          lead(by);
          break;
        case 4:
          words.push_back(encode(Opcode::jal, {.rd = random.one_in(3) ? 5U : 1U, .immediate = 4 * by}));
          lead(by, true);
          lead(1);
          break;
        case 5:
          if (random.one_in(2)) {
            words.push_back(encode(random.one_in(2) ? Opcode::jalr : Opcode::mret, {.rs1 = 1}));
            break;
          }
          [[fallthrough]];
        default: words.push_back(kNop); lead(1);
      }
    }
  }
};

}  // namespace janus::testing
