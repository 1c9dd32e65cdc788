#include "devices/arrivals.h"

#include <algorithm>
#include <vector>

#include "devices_of_the_board.h"
#include "hart/architectural_state.h"

namespace janus::devices {
namespace {

template <class D>
void add_rows(std::vector<ArrivalRow>& rows, std::string_view device, std::uint32_t source) {
  if constexpr (ArrivesByLine<D>) {
    unsigned line = 0;
    for (const auto& [name, interrupt] : D::kArrivals) rows.push_back({name, device, line++, interrupt, false});
  } else if constexpr (Arrives<D>) {
    if (source != 0) rows.push_back({device, device, 0, hart::interrupt::kExternal, true});
  }
}

std::vector<ArrivalRow> make_rows() {
  std::vector<ArrivalRow> rows;
#define DEVICE(name, Type, header, base, size, source) add_rows<Type>(rows, #name, source);
#include "devices/devices.def"
#undef DEVICE
  return rows;
}

}  // namespace

std::span<const ArrivalRow> arrival_rows() {
  static const std::vector<ArrivalRow> rows = make_rows();
  return rows;
}

const ArrivalRow* arrival_row(std::string_view name) {
  const auto rows = arrival_rows();
  const auto found = std::ranges::find(rows, name, &ArrivalRow::name);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace janus::devices
