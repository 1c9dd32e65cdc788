#include "isa/registers.h"

namespace janus::isa {

namespace {

// CSRs with consecutive numbers whose names differ only in an index.
struct Range {
  std::uint16_t first;
  std::uint16_t count;
  std::uint16_t first_index;
  const char* prefix;
  const char* suffix;
};

constexpr Range kRanges[] = {
    {csr::pmpcfg0, 4, 0, "pmpcfg", ""},
    {csr::pmpaddr0, 16, 0, "pmpaddr", ""},
    {csr::mhpmevent3, 29, 3, "mhpmevent", ""},
    {csr::mhpmcounter3, 29, 3, "mhpmcounter", ""},
    {csr::mhpmcounter3h, 29, 3, "mhpmcounter", "h"},
    {csr::hpmcounter3, 29, 3, "hpmcounter", ""},
    {csr::hpmcounter3h, 29, 3, "hpmcounter", "h"},
};

const Range* range_of(std::uint16_t number) {
  for (const Range& range : kRanges) {
    if (number >= range.first && number < range.first + range.count) return &range;
  }
  return nullptr;
}

const char* single_name(std::uint16_t number) {
  switch (number) {
#define CSR(name, number) \
  case number:            \
    return #name;
#include "isa/csr.def"
#undef CSR
    default: return nullptr;
  }
}

}  // namespace

std::optional<std::string> csr_name(std::uint16_t number) {
  if (const char* name = single_name(number)) return name;
  const Range* range = range_of(number);
  if (!range) return std::nullopt;
  return range->prefix + std::to_string(number - range->first + range->first_index) + range->suffix;
}

std::optional<std::uint16_t> csr_number(std::string_view name) {
  for (std::uint16_t number = 0; number < 0x1000; ++number) {
    if (csr_name(number) == name) return number;
  }
  return std::nullopt;
}

bool csr_exists(std::uint16_t number) { return single_name(number) || range_of(number); }

}  // namespace janus::isa
