#include "call/type_places.h"

#include <algorithm>
#include <optional>

namespace janus::call {
namespace {

using support::SourceType;
using Kind = SourceType::Kind;

constexpr unsigned kDeepest = 16;          // types within types
constexpr std::uint32_t kMostCopies = 64;  // elements whose places are not in one row

class Finder {
 public:
  // No kind: of padding.
  Finder(const support::SourceTypes& types, std::optional<Kind> kind) : types_(types), kind_(kind) {}

  std::vector<PlaceRun> of(std::uint32_t index, unsigned depth) const {
    const SourceType& type = types_.type(index);
    if (depth > kDeepest || type.size == 0) return {};
    if (type.kind == kind_) return {{.step = type.size}};
    if (type.kind == Kind::Array) return elements(type.target, type.size, depth);
    std::vector<PlaceRun> runs = kind_ ? std::vector<PlaceRun>{} : gaps(type);
    for (const SourceType::Member& member : type.members) {
      if (shares_bytes(type, member)) continue;
      for (PlaceRun run : of(member.type, depth + 1)) {
        run.first += member.offset;
        runs.push_back(run);
      }
    }
    return runs;
  }

  std::vector<PlaceRun> elements(std::uint32_t index, std::uint32_t bytes, unsigned depth) const {
    const std::uint32_t size = types_.type(index).size, count = size ? bytes / size : 0;
    std::vector<PlaceRun> runs;
    if (count == 0) return runs;
    for (const PlaceRun& run : of(index, depth + 1)) {
      if (run.count == 1) {
        runs.push_back({run.first, size, count});
      } else if (run.step * run.count == size) {
        runs.push_back({run.first, run.step, run.count * count});
      } else {
        for (std::uint32_t i = 0; i < std::min(count, kMostCopies); ++i)
          runs.push_back({run.first + i * size, run.step, run.count});
      }
    }
    return runs;
  }

 private:
  bool shares_bytes(const SourceType& type, const SourceType::Member& member) const {
    const std::uint32_t end = member.offset + types_.type(member.type).size;
    return std::ranges::any_of(type.members, [&](const SourceType::Member& other) {
      return &other != &member && other.offset < end && member.offset < other.offset + types_.type(other.type).size;
    });
  }

  std::vector<PlaceRun> gaps(const SourceType& type) const {
    constexpr std::uint32_t kMostBytes = 1 << 16, kMostOfAlignment = 7;
    if (type.members.empty() || type.size > kMostBytes) return {};
    std::vector<bool> is_used(type.size);
    for (const SourceType::Member& member : type.members) {
      const SourceType& own = types_.type(member.type);
      if (own.kind == Kind::Unknown || (own.size == 0 && own.kind != Kind::Array)) return {};
      for (std::uint32_t i = member.offset; i < std::min(member.offset + own.size, type.size); ++i) is_used[i] = true;
    }
    std::vector<PlaceRun> runs;
    for (std::uint32_t first = 0, end = 0; first < type.size; first = end + 1) {
      for (end = first; end < type.size && !is_used[end];) ++end;
      if (end == first) continue;
      if (first == 0 || end - first > kMostOfAlignment) return {};  // as of a base class
      runs.push_back({.first = first, .count = end - first});
    }
    return runs;
  }

  const support::SourceTypes& types_;
  std::optional<Kind> kind_;
};

}  // namespace

std::vector<PlaceRun> places_in(const support::SourceTypes& types, std::uint32_t type, std::uint32_t bytes,
                                support::SourceType::Kind kind) {
  return Finder(types, kind).elements(type, bytes, 0);
}

std::vector<PlaceRun> padding_in(const support::SourceTypes& types, std::uint32_t type, std::uint32_t bytes) {
  return Finder(types, std::nullopt).elements(type, bytes, 0);
}

}  // namespace janus::call
