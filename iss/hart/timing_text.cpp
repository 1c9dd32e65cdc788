// Timing profiles as text: one `key = value`, `region NAME BASE SIZE CYCLES [FETCH]` or `csr NAME[-NAME] READ [WRITE]`
// a line, and `#` comments.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <sstream>

#include "hart/timing.h"
#include "isa/registers.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::hart {
namespace {

constexpr std::uint32_t kMostCycles = 1'000'000;
constexpr std::uint32_t kMostPrefetchWords = 64, kMostPicojoules = 100'000;
constexpr std::uint32_t kMostCacheBytes = 16U << 20, kMostWays = 64, kMostLineBytes = 4096;

struct BuiltIn {
  std::string_view name, text;
};
constexpr BuiltIn kBuiltIn[] = {
#include "timing_profiles.inc"  // CMake makes it from the files in hart/profiles
};

constexpr std::string_view kClassKeys[isa::kTimingClasses] = {"alu",   "multiply", "divide", "load",
                                                              "store", "branch",   "jump",   "jump_register",
                                                              "csr",   "atomic",   "fence",  "system"};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class Parser {
 public:
  Parser(const std::string& origin, std::span<const NamedRegion> known) : origin_(origin), known_(known) {
    profile_.name = origin;
  }

  TimingProfile parse(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      const std::string_view content = trimmed(std::string_view(line).substr(0, line.find('#')));
      if (!content.empty()) read(content);
    }
    check_cache("icache", profile_.icache.geometry, icache_line_);
    check_cache("dcache", profile_.dcache.geometry, dcache_line_);
    check_prefetcher();
    check_energy();
    return std::move(profile_);
  }

 private:
  // A key whose value is a number, the least valid number, and where the number is stored.
  struct Field {
    std::string_view key;
    std::uint32_t least;
    std::uint32_t* place;
  };

  [[noreturn]] void fail(const std::string& what) const {
    throw support::InputError(fmt::format("{}:{}: {}", origin_, line_, what));
  }

  template <class T>
  T number(std::string_view text, T low, T high) const {
    T value{};
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = hexadecimal ? text.substr(2) : text;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != digits.data() + digits.size() || value < low || value > high) {
      fail(fmt::format("expected a number from {} to {}, got '{}'", low, high, text));
    }
    return value;
  }
  std::uint32_t cycles(std::string_view text, std::uint32_t least = 0) const {
    return number<std::uint32_t>(text, least, kMostCycles);
  }

  void read(std::string_view content) {
    if (content.starts_with("region ") || content.starts_with("region\t")) return read_region(content);
    const auto equals = content.find('=');
    const bool is_row = equals == std::string_view::npos;
    if (is_row && (content.starts_with("csr ") || content.starts_with("csr\t"))) return read_csr(content);
    if (is_row) fail("expected 'key = value'");
    const std::string_view key = trimmed(content.substr(0, equals)), value = trimmed(content.substr(equals + 1));
    if (!read_special(key, value) && !read_cycles(key, value) && !read_cache(key, value) &&
        !read_prefetcher(key, value) && !read_energy(key, value)) {
      fail(fmt::format("unknown key '{}'", key));
    }
  }

  bool read_special(std::string_view key, std::string_view value) {
    if (key == "name") {
      profile_.name = value;
    } else if (key == "clock_hz") {
      profile_.clock_hz = number<std::uint64_t>(value, 1'000, 1'000'000'000'000);
      if (1'000'000'000'000ULL % profile_.clock_hz) fail("clock_hz must make a whole number of picoseconds a cycle");
    } else if (key == "shift_step") {
      profile_.shift_step = number<std::uint32_t>(value, 0, 16);
      if (std::popcount(profile_.shift_step) > 1) fail("shift_step must be a power of two, or 0");
    } else if (key == "narrow_load_use") {
      profile_.narrow_load_use = cycles(value);
    } else if (key == "illegal_instruction") {
      profile_.illegal_instruction = cycles(value);
    } else if (key == "interrupt") {
      profile_.interrupt = cycles(value);
    } else if (key == "divide_complement") {
      profile_.divide_complement = number<std::uint32_t>(value, 0, 1) != 0;
    } else {
      const auto known = std::ranges::find(known_, key, &NamedRegion::name);
      if (known == known_.end()) return false;
      add_region({std::string(key), known->base, known->size, cycles(value)});
    }
    return true;
  }

  bool read_cycles(std::string_view key, std::string_view value) {
    for (std::size_t i = 0; i < isa::kTimingClasses; ++i) {
      if (key != kClassKeys[i]) continue;
      profile_.cycles[i] = cycles(value, 1);
      return true;
    }
    TimingProfile& p = profile_;
    const Field fields[] = {
        {"taken_branch", 0, &p.taken_branch},
        {"memory", 0, &p.memory},
        {"device", 0, &p.device},
        {"trap", 0, &p.trap},
        {"misaligned", 0, &p.misaligned},
        {"shift", 1, &p.shift},
        {"multiply_high", 1, &p.multiply_high},
        {"fence_i", 1, &p.fence_i},
        {"mret", 1, &p.mret},
        {"csr_write", 1, &p.csr_write},
        {"load_use", 0, &p.load_use},
        {"multiply_use", 0, &p.multiply_use},
        {"csr_use", 0, &p.csr_use},
        {"jump_register_use", 0, &p.jump_register_use},
        {"multiply_busy", 0, &p.multiply_busy},
        {"multiply_per_bit", 0, &p.multiply_per_bit},
        {"divide_per_dividend_bit", 0, &p.divide_per_dividend_bit},
        {"divide_per_divisor_zero_bit", 0, &p.divide_per_divisor_zero_bit},
        {"divide_by_zero", 1, &p.divide_by_zero},
        {"icache_miss", 0, &p.icache.miss},
        {"dcache_miss", 0, &p.dcache.miss},
        {"dcache_write_back", 0, &p.dcache.write_back},
    };
    const auto field = std::ranges::find(fields, key, &Field::key);
    if (field == std::end(fields)) return false;
    *field->place = cycles(value, field->least);
    return true;
  }

  bool read_cache(std::string_view key, std::string_view value) {
    const bool data = key.starts_with("dcache_");
    if (!data && !key.starts_with("icache_")) return false;
    CacheGeometry& geometry = (data ? profile_.dcache : profile_.icache).geometry;
    const std::string_view what = key.substr(7);
    if (what == "size") {
      geometry.size = power_of_two(value, kMostCacheBytes);
    } else if (what == "ways") {
      geometry.ways = power_of_two(value, kMostWays);
    } else if (what == "line") {
      geometry.line = power_of_two(value, kMostLineBytes);
      if (geometry.line < 4) fail("a line has at least 4 bytes");
    } else if (data && what == "policy") {
      if (value != "write-back" && value != "write-through") {
        fail(fmt::format("expected write-back or write-through, got '{}'", value));
      }
      profile_.dcache.write_through = value == "write-through";
    } else {
      return false;
    }
    int& last_line = data ? dcache_line_ : icache_line_;
    last_line = line_;
    return true;
  }

  std::uint32_t power_of_two(std::string_view text, std::uint32_t most) const {
    const auto value = number<std::uint32_t>(text, 1, most);
    if (!std::has_single_bit(value)) fail(fmt::format("expected a power of two, got '{}'", text));
    return value;
  }

  void check_cache(std::string_view name, const CacheGeometry& geometry, int line) {
    line_ = line;
    if (geometry.exists() && geometry.ways * geometry.line > geometry.size) {
      fail(fmt::format("{} has {} ways of {} bytes in {}", name, geometry.ways, geometry.line, geometry.size));
    }
  }

  bool read_prefetcher(std::string_view key, std::string_view value) {
    PrefetchTiming& prefetch = profile_.prefetch;
    if (key == "prefetch_words") {
      prefetch.words = number<std::uint32_t>(value, 0, kMostPrefetchWords);
      if (prefetch.words == 1) fail("prefetch_words is 0 or at least 2: an instruction may lie in two words");
    } else if (key == "prefetch_wait") {
      prefetch.wait = cycles(value);
    } else if (key == "prefetch_shared") {
      prefetch.shared = number<std::uint32_t>(value, 0, 1) != 0;
    } else {
      return false;
    }
    prefetch_line_ = line_;
    return true;
  }

  void check_prefetcher() {
    const PrefetchTiming& prefetch = profile_.prefetch;
    line_ = prefetch_line_;
    if (!prefetch.exists()) {
      if (prefetch.wait != 0 || prefetch.shared) fail("a prefetcher needs prefetch_words");
      return;
    }
    if (profile_.icache.geometry.exists()) fail("there is either a prefetcher or an instruction cache");
    if (prefetch.shared && profile_.dcache.geometry.exists())
      fail("a prefetcher that shares memory with loads and stores cannot be combined with a data cache");
  }

  bool read_energy(std::string_view key, std::string_view value) {
    constexpr std::string_view kPrefix = "energy_";
    if (!key.starts_with(kPrefix)) return false;
    const std::string_view what = key.substr(kPrefix.size());
    EnergyTable& energy = profile_.energy;
    const auto found = std::ranges::find(kClassKeys, what);
    if (found != std::end(kClassKeys)) {
      energy.classes[static_cast<std::size_t>(found - kClassKeys)] = femtojoules(value);
    } else if (what == "memory") {
      energy.memory = femtojoules(value);
    } else if (what == "device") {
      energy.device = femtojoules(value);
    } else if (what == "cycle") {
      energy.cycle = femtojoules(value);
    } else if (what == "wait") {
      energy.waiting = femtojoules(value);
    } else {
      return false;
    }
    energy.given = true;
    energy_line_ = line_;
    return true;
  }

  // Picojoules with up to three decimals.
  std::uint32_t femtojoules(std::string_view text) const {
    const auto point = text.find('.');
    const std::string_view decimals = point == std::string_view::npos ? "" : text.substr(point + 1);
    if (decimals.size() > 3 || (decimals.empty() && point != std::string_view::npos))
      fail(fmt::format("expected picojoules with up to three decimals, got '{}'", text));
    const auto digits = std::string(decimals) + std::string(3 - decimals.size(), '0');
    if (!std::ranges::all_of(digits, [](char c) { return '0' <= c && c <= '9'; }))
      fail(fmt::format("expected picojoules with up to three decimals, got '{}'", text));
    const auto whole = number<std::uint32_t>(text.substr(0, point), 0, kMostPicojoules);
    return whole * 1000 + number<std::uint32_t>(digits, 0, 999);
  }

  // As each instruction takes a cycle at least, so that energy always grows.
  void check_energy() {
    line_ = energy_line_;
    const EnergyTable& energy = profile_.energy;
    if (!energy.given || energy.cycle != 0) return;
    const auto found = std::ranges::find(energy.classes, 0U);
    if (found != energy.classes.end())
      fail(fmt::format("an instruction takes energy: give energy_cycle or energy_{}",
                       kClassKeys[static_cast<std::size_t>(found - energy.classes.begin())]));
  }

  static std::vector<std::string> words_of(std::string_view content) {
    std::istringstream stream{std::string(content)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }

  // csr NAME READ [WRITE], where NAME is one CSR or the first and the last of many.
  void read_csr(std::string_view content) {
    const std::vector<std::string> words = words_of(content);
    if (words.size() < 3 || words.size() > 4) fail("expected 'csr NAME[-NAME] READ [WRITE]'");
    const std::string_view names = words[1];
    const auto dash = names.find('-');
    CsrTiming csr{.first = csr_number(names.substr(0, dash)), .read = cycles(words[2], 1)};
    csr.last = dash == std::string_view::npos ? csr.first : csr_number(names.substr(dash + 1));
    csr.write = words.size() == 4 ? cycles(words[3], 1) : csr.read;
    if (csr.last < csr.first) fail(fmt::format("{} ends before it begins", names));
    for (const CsrTiming& other : profile_.csrs) {
      if (other.first <= csr.last && csr.first <= other.last) fail(fmt::format("{} has cycles already", names));
    }
    profile_.csrs.push_back(csr);
  }

  std::uint16_t csr_number(std::string_view name) const {
    const auto number = isa::csr_number(name);
    if (!number) fail(fmt::format("no CSR is called '{}'", name));
    return *number;
  }

  void read_region(std::string_view content) {
    const std::vector<std::string> words = words_of(content);
    if (words.size() < 5 || words.size() > 6) fail("expected 'region NAME BASE SIZE CYCLES [FETCH]'");
    TimingRegion region{words[1], number<std::uint32_t>(words[2], 0, UINT32_MAX),
                        number<std::uint32_t>(words[3], 1, UINT32_MAX), cycles(words[4])};
    if (words.size() == 6) region.fetch = cycles(words[5]);
    if (region.size - 1 > UINT32_MAX - region.base) fail("a region ends behind the last address");
    add_region(std::move(region));
  }

  void add_region(TimingRegion region) {
    for (const TimingRegion& other : profile_.regions) {
      if (other.overlaps(region.base, region.size)) fail(fmt::format("{} overlaps {}", region.name, other.name));
    }
    profile_.regions.push_back(std::move(region));
  }

  const std::string& origin_;
  std::span<const NamedRegion> known_;
  TimingProfile profile_;
  int line_ = 0, icache_line_ = 0, dcache_line_ = 0, prefetch_line_ = 0, energy_line_ = 0;
};

}  // namespace

std::string_view timing_class_key(isa::TimingClass timing) { return kClassKeys[static_cast<std::size_t>(timing)]; }

TimingProfile parse_timing_profile(std::string_view text, const std::string& origin,
                                   std::span<const NamedRegion> known) {
  return Parser(origin, known).parse(text);
}

TimingProfile load_timing_profile(const std::string& name_or_path, std::span<const NamedRegion> known) {
  const auto built_in = std::ranges::find(kBuiltIn, std::string_view(name_or_path), &BuiltIn::name);
  std::string text;
  if (built_in != std::end(kBuiltIn)) {
    text = built_in->text;
  } else {
    try {
      text = support::read_text_file(name_or_path);
    } catch (const support::InputError& error) {
      throw support::InputError(fmt::format("no timing profile of that name is built in ({}), and {}",
                                            fmt::join(built_in_timing_profiles(), ", "), error.what()),
                                error.code());
    }
  }
  TimingProfile profile = parse_timing_profile(text, name_or_path, known);
  profile.source = name_or_path;
  return profile;
}

std::vector<std::string> built_in_timing_profiles() {
  std::vector<std::string> names;
  for (const BuiltIn& profile : kBuiltIn) names.emplace_back(profile.name);
  std::ranges::sort(names);
  return names;
}

}  // namespace janus::hart
