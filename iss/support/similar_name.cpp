#include "support/similar_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace janus::support {
namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t distance(const std::string& one, const std::string& two) {
  std::vector<std::size_t> row(two.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const unsigned char a : one) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < two.size(); ++j) {
      const bool same = std::tolower(a) == std::tolower(static_cast<unsigned char>(two[j]));
      const std::size_t changed = diagonal + (same ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

const std::string* most_like(const std::string& name, const std::vector<std::string>& names) {
  std::size_t least = name.size() / 3 + 2;
  const std::string* closest = nullptr;
  for (const std::string& other : names) {
    const std::size_t apart = distance(name, other);
    if (apart >= least) continue;
    least = apart;
    closest = &other;
  }
  return closest;
}

std::string did_you_mean(const std::string& name, const FirmwareImage& image, NamesOf what) {
  std::vector<std::string> names;
  for (const Symbol& symbol : image.symbols()) {
    if (symbol.is_function == (what == NamesOf::Functions) && symbol.size > 0) names.push_back(symbol.name);
  }
  const std::string* const closest = most_like(name, names);
  return closest ? fmt::format("; did you mean '{}'?", *closest) : std::string();
}

}  // namespace janus::support
