// Numbers with nouns, for people.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace janus::app {

// Such as "1 path" and "2 paths", "2 queries", "2 accesses".
inline std::string plural(std::uint64_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with("ss")) return fmt::format("{} {}es", count, noun);
  const bool is_ies = noun.size() > 1 && noun.ends_with('y') &&
                      std::string_view("aeiou").find(noun[noun.size() - 2]) == std::string_view::npos;
  return is_ies ? fmt::format("{} {}ies", count, noun.substr(0, noun.size() - 1)) : fmt::format("{} {}s", count, noun);
}

// A number that a technique tells under a name, as people would say it: "1 attempt", "3 conflict queries".
inline std::string counted(std::uint64_t count, std::string name) {
  for (char& c : name) c = c == '_' ? ' ' : c;
  if (const std::size_t at = name.find("questions"); at != std::string::npos) name.replace(at, 9, "queries");
  const bool is_plural = name.ends_with('s') && !name.ends_with("ss");
  if (count == 1 && name.ends_with("ies"))
    name.replace(name.size() - 3, 3, "y");
  else if (count == 1 && is_plural)
    name.pop_back();
  return fmt::format("{} {}", count, name);
}

}  // namespace janus::app
