// What the condition of an assertion says in the source, with values: read as C, with the types of a 32-bit machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace janus::app {

// A number as C computes with it: promoted to int, or to unsigned int.
struct ConditionNumber {
  std::uint32_t bits;
  bool is_signed;
  std::string text = {};  // for people, where a number says less, such as the name of an enumerator; else empty
  bool is_constant = false;
  std::uint32_t pointee = 0;  // bytes of what a pointer points to; 0: no pointer, or nobody knows
};

// What a part compares, with one of C's six signs.
struct ConditionComparison {
  ConditionNumber left, right;
  std::string sign;
  bool is_signed;
};

// A comparison, a connective or a variable that is true or false, and what it is.
struct ConditionPart {
  std::string source;  // as the source writes it
  std::string values;  // the same with values, such as "3 <= 2"
  bool holds;
  std::vector<std::pair<std::string, std::string>> named = {};  // what its names stand for, each once
  std::optional<ConditionComparison> compared = {};             // a truth of a number is a comparison with 0
};

// "n > limit is true: 5 > 4", "n > limit is false, since 3 <= 4".
std::string outcome_of(const ConditionPart& part);

struct ConditionReading {
  bool holds;
  std::vector<ConditionPart> parts;  // in the order of evaluation, without what C does not evaluate; the whole one last
};

// What a name means, such as "f->dlc" or "BUS_OFF"; nothing if that is not known.
using ConditionNames = std::function<std::optional<ConditionNumber>(const std::string& name)>;

// Nothing if the condition has something that this reader does not know, such as calls, assignments and 64 bits: then
// nobody should be told anything.
std::optional<ConditionReading> read_condition(std::string_view condition, const ConditionNames& names);

}  // namespace janus::app
