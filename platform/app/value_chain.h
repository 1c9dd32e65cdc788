// The values of a variable one after the other, as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace janus::app {

constexpr std::size_t kValuesOfRow = 8;  // half of them the last ones

// "1 → 2 → 3", the first and the last ones of many.
inline std::string chain(const std::vector<std::string>& values) {
  std::string text;
  const auto add = [&](const std::string& value) { text += (text.empty() ? "" : " → ") + value; };
  const bool is_long = values.size() > kValuesOfRow;
  for (std::size_t i = 0; i < (is_long ? kValuesOfRow / 2 : values.size()); ++i) add(values[i]);
  if (!is_long) return text;
  add("…");
  for (std::size_t i = values.size() - kValuesOfRow / 2; i < values.size(); ++i) add(values[i]);
  return text;
}

}  // namespace janus::app
