// Fuzzes timing profiles: either the profile is consistent, or there is a one-line error that names the place.
#include <algorithm>
#include <bit>
#include <string_view>

#include "fuzz/fuzzer.h"
#include "hart/timing.h"
#include "isa/decoder.h"

namespace {

using namespace janus;

void check_cache(const hart::CacheGeometry& cache) {
  if (!cache.exists()) return;
  fuzz::claim(std::has_single_bit(cache.size) && std::has_single_bit(cache.ways) && std::has_single_bit(cache.line),
              "a cache that is no power of two");
  fuzz::claim(std::uint64_t{cache.ways} * cache.line <= cache.size, "a cache of less than a set");
}

void check(const hart::TimingProfile& profile) {
  fuzz::claim(profile.period() > 0 && profile.period() * profile.clock_hz == 1'000'000'000'000, "no whole period");
  check_cache(profile.icache.geometry);
  check_cache(profile.dcache.geometry);
  const hart::PrefetchTiming& prefetch = profile.prefetch;
  fuzz::claim(prefetch.words != 1, "a buffer in which not every instruction fits");
  fuzz::claim(prefetch.exists() || (prefetch.wait == 0 && !prefetch.shared), "wait states of no prefetcher");
  fuzz::claim(!prefetch.exists() || !profile.icache.geometry.exists(), "a prefetcher beside a cache");
  const hart::EnergyTable& energy = profile.energy;
  fuzz::claim(!energy.given || energy.cycle != 0 || std::ranges::count(energy.classes, 0U) == 0,
              "an instruction without energy");
  for (std::size_t i = 0; i < profile.regions.size(); ++i) {
    const auto& region = profile.regions[i];
    fuzz::claim(region.size == 0 || region.size - 1 <= 0xffff'ffff - region.base, "a region around the end");
    fuzz::claim(region.size == 0 || profile.region_of(region.base) == &region, "regions that overlap");
    profile.region_of(region.base + region.size);
  }
  hart::needs_plain_loop(profile, 0x8000'0000, 0x1000);
  hart::tells_memory_apart(profile, 0x8000'0000, 0x1000);
  hart::detailed_classes(profile);
  const auto load = isa::decode(0x0000'a103, isa::kRv32ima),
             next = isa::decode(0x0221'0133, isa::kRv32ima);  // lw x2, (x1); mul x2, x2, x2
  for (const auto& instruction : {load, next}) {
    fuzz::claim(hart::static_cycles(profile, instruction, next) > 0, "an instruction costs nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static constexpr hart::NamedRegion kKnown[] = {{"uart", 0x1000'0000, 0x100}, {"ram", 0x8000'0000, 0x1000}};
  try {
    check(hart::parse_timing_profile({reinterpret_cast<const char*>(bytes), size}, "fuzz.timing", kKnown));
  } catch (const support::InputError& error) {
    fuzz::check_error(error, "fuzz.timing:");
  }
  return 0;
}
