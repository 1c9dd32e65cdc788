// Callgrind's format, for KCachegrind and callgrind_annotate (Valgrind manual, "Callgrind Format Specification"): costs
// of several kinds by line, and calls with what they cost.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "observe/code_map.h"

namespace janus::observe {

// A number for each event.
using Costs = std::vector<std::uint64_t>;

struct CostsOfCode {
  struct Event {
    std::string name;     // letters alone
    std::string meaning;  // for people; empty if the name says it
  };
  struct Call {
    std::uint64_t count = 0;
    Costs inclusive;  // of the callee and its callees
  };
  std::vector<Event> events;
  std::vector<std::pair<std::uint32_t, Costs>> costs;  // by the address of an instruction, each at most once
  // By the addresses of the call instruction and of the called function.
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, Call>> calls;
};

std::string callgrind_text(const CostsOfCode& costs, CodeMap& code);

}  // namespace janus::observe
