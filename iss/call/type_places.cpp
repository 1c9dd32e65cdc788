#include "call/type_places.h"

#include <algorithm>

namespace janus::call {
namespace {

using support::SourceType;
using Kind = SourceType::Kind;

constexpr unsigned kDeepest = 16;          // types within types
constexpr std::uint32_t kMostCopies = 64;  // elements whose places are not in one row

class Finder {
 public:
  Finder(const support::SourceTypes& types, Kind kind) : types_(types), kind_(kind) {}

  std::vector<PlaceRun> of(std::uint32_t index, unsigned depth) const {
    const SourceType& type = types_.type(index);
    if (depth > kDeepest || type.size == 0) return {};
    if (type.kind == kind_) return {{.step = type.size}};
    if (type.kind == Kind::Array) return elements(type.target, type.size, depth);
    std::vector<PlaceRun> runs;
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

  const support::SourceTypes& types_;
  Kind kind_;
};

}  // namespace

std::vector<PlaceRun> places_in(const support::SourceTypes& types, std::uint32_t type, std::uint32_t bytes,
                                support::SourceType::Kind kind) {
  return Finder(types, kind).elements(type, bytes, 0);
}

}  // namespace janus::call
