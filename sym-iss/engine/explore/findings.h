// What makes two findings the same.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "engine/explore/exploration.h"

namespace janus::engine {

// Why and where the path ended, and which assert() failed.
using FindingPlace = std::tuple<Termination, std::uint32_t, std::string>;
inline FindingPlace place_of(const Finding& finding) {
  const TestCase& test_case = finding.test_case;
  const auto& assertion = test_case.ending.assertion;
  return {test_case.ending.reason, test_case.pc, assertion ? assertion->describe() : std::string()};
}

inline bool is_violation(const Finding& finding) {
  return consequence_of(finding.test_case.ending) == Consequence::Violation;
}

}  // namespace janus::engine
