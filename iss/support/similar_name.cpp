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

std::string did_you_mean(const std::string& name, const FirmwareImage& image, NamesOf what) {
  std::size_t least = name.size() / 3 + 1;
  const Symbol* closest = nullptr;
  for (const Symbol& symbol : image.symbols()) {
    if (symbol.is_function != (what == NamesOf::Functions) || symbol.size == 0) continue;
    const std::size_t apart = distance(name, symbol.name);
    if (apart >= least && !(apart == least && !closest)) continue;
    least = apart;
    closest = &symbol;
  }
  return closest ? fmt::format("; did you mean '{}'?", closest->name) : std::string();
}

}  // namespace janus::support
