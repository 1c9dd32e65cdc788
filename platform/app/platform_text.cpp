#include "app/platform_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "app/options.h"
#include "isa/extensions.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

struct BuiltIn {
  std::string_view name, text;
};
constexpr BuiltIn kBuiltIn[] = {
#include "platforms.inc"
};

constexpr std::uint64_t kAddresses = std::uint64_t{1} << 32;
// Jumps by offset from one memory to another do not wrap around within a window of this size.
constexpr std::uint64_t kLargestWindow = 0xf000'0000;
constexpr std::size_t kMostRows = 256;  // of memories, of devices, of regions

std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

// A range of addresses that something of the text takes.
struct Taken {
  std::string what;  // for people
  std::uint64_t base, size;
};

class PlatformParser {
 public:
  PlatformParser(const std::string& text, std::string origin) : origin_(std::move(origin)) {
    platform_.name = origin_;
    platform_.text = text;
    try {
      root_ = toml::parse(text);
    } catch (const toml::parse_error& error) {
      refuse(error.source().begin.line, std::string(error.description()));
    }
  }

  Platform parse() {
    require_known(root_, "at the top", {"reset", "core", "clock", "memory", "alias", "device", "region"});
    read_core();
    read_clock();
    for (const toml::table* table : rows("memory")) read_memory(*table);
    if (memories_.empty()) refuse(1, "there is no [[memory]]");
    for (const toml::table* table : rows("alias")) read_alias(*table);
    plan_ = devices::empty_plan();
    for (const toml::table* table : rows("device")) read_device(*table);
    for (const toml::table* table : rows("region")) read_region(*table);
    if (const toml::node* reset = root_.get("reset")) platform_.reset = reset_of(*reset);
    finish_memory();
    platform_.plan = std::make_shared<const devices::BoardPlan>(plan_);
    return std::move(platform_);
  }

 private:
  using Keys = std::vector<std::string_view>;

  [[noreturn]] void refuse(std::size_t line, const std::string& why) const {
    throw support::InputError(one_line(fmt::format("{}:{}: {}", origin_, line, why)));
  }
  [[noreturn]] void refuse(const toml::node& node, const std::string& why) const {
    refuse(node.source().begin.line, why);
  }

  void require_known(const toml::table& table, const std::string& where, const Keys& known) const {
    for (const auto& [key, value] : table) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      refuse(key.source().begin.line,
             fmt::format("there is no key '{}' {}; there are: {}", key.str(), where, fmt::join(known, ", ")));
    }
  }

  std::vector<const toml::table*> rows(std::string_view key) const {
    std::vector<const toml::table*> tables;
    const toml::node* node = root_.get(key);
    if (!node) return tables;
    const toml::array* list = node->as_array();
    if (!list) refuse(*node, fmt::format("'{0}' is no list of tables: write [[{0}]]", key));
    if (list->size() > kMostRows) refuse(*node, fmt::format("more than {} [[{}]]", kMostRows, key));
    for (const toml::node& element : *list) {
      if (!element.is_table()) refuse(element, fmt::format("'{0}' is no list of tables: write [[{0}]]", key));
      tables.push_back(element.as_table());
    }
    return tables;
  }

  const toml::table* section(std::string_view key) const {
    const toml::node* node = root_.get(key);
    if (node && !node->is_table()) refuse(*node, fmt::format("'{0}' is no table: write [{0}]", key));
    return node ? node->as_table() : nullptr;
  }

  const toml::node& required(const toml::table& table, std::string_view key, const std::string& where) const {
    const toml::node* node = table.get(key);
    if (!node) refuse(table, fmt::format("'{}' is missing {}", key, where));
    return *node;
  }

  std::uint64_t number(const toml::node& node, std::string_view what, std::uint64_t least, std::uint64_t most) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < least || static_cast<std::uint64_t>(*value) > most)
      refuse(node, fmt::format("'{}' is no number from {} to {}", what, least, most));
    return static_cast<std::uint64_t>(*value);
  }

  std::string text(const toml::node& node, std::string_view what) const {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) refuse(node, fmt::format("'{}' is no text", what));
    return *value;
  }

  std::string choice(const toml::node& node, std::string_view what, const Keys& known) const {
    const std::string value = text(node, what);
    if (std::ranges::find(known, value) == known.end())
      refuse(node, fmt::format("'{}' is none of {}", what, fmt::join(known, ", ")));
    return value;
  }

  // Bytes: a number, or a text such as "16K" or "4M".
  std::uint64_t size(const toml::table& table, const std::string& where) const {
    const toml::node& node = required(table, "size", where);
    const auto given = node.value_exact<std::string>();
    if (!given) return number(node, "size", 1, kAddresses - 1);
    const std::uint64_t unit = given->ends_with('K') ? 1 << 10 : given->ends_with('M') ? 1 << 20 : 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i + 1 < given->size() && value < kAddresses; ++i) {
      const char digit = (*given)[i];
      value = digit < '0' || digit > '9' ? kAddresses : 10 * value + static_cast<std::uint64_t>(digit - '0');
    }
    if (unit == 0 || value == 0 || value * unit >= kAddresses)
      refuse(node, "'size' is neither a number of bytes nor a text such as \"16K\" or \"4M\"");
    return value * unit;
  }

  std::uint32_t base(const toml::table& table, const std::string& where) const {
    return static_cast<std::uint32_t>(number(required(table, "base", where), "base", 0, kAddresses - 1));
  }

  // A name that nothing else has: it names regions of timing profiles, and inputs.
  std::string name(const toml::table& table, const std::string& where) { return name(required(table, "name", where)); }
  std::string name(const toml::node& node) {
    std::string value = text(node, "name");
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    if (value.size() > 64 || !std::ranges::all_of(value, is_plain))
      refuse(node, fmt::format("'{}' is no name: letters, digits, '-' and '_'", value));
    if (std::ranges::find(names_, value) != names_.end()) refuse(node, fmt::format("there are two '{}'", value));
    names_.push_back(value);
    return value;
  }

  void take(const toml::table& table, const std::string& what, std::uint64_t base, std::uint64_t size) {
    if (base + size > kAddresses) refuse(table, fmt::format("{} ends above 4 GiB", what));
    for (const Taken& other : taken_) {
      if (base + size <= other.base || other.base + other.size <= base) continue;
      refuse(table, fmt::format("{} and {} overlap", other.what, what));
    }
    taken_.push_back({what, base, size});
  }

  void read_core() {
    const toml::table* core = section("core");
    if (!core) return;
    require_known(*core, "in [core]", {"isa", "timing", "clock"});
    if (const toml::node* node = core->get("isa")) {
      platform_.isa = text(*node, "isa");
      const isa::IsaName parsed = isa::parse_isa_name(platform_.isa);
      if (!parsed.valid) refuse(*node, fmt::format("'{}' is not the name of an RV32I or RV32E", platform_.isa));
      if (!parsed.unknown.empty())
        refuse(*node, fmt::format("Janus does not have {}", fmt::join(parsed.unknown, ", ")));
    }
    if (const toml::node* node = core->get("timing")) {
      platform_.timing = text(*node, "timing");
      const auto known = hart::built_in_timing_profiles();
      if (std::ranges::find(known, platform_.timing) == known.end())
        refuse(*node, fmt::format("there is no timing profile '{}'; there are: {}; --timing takes a file",
                                  platform_.timing, fmt::join(known, ", ")));
    }
    if (const toml::node* node = core->get("clock")) platform_.clock_hz = number(*node, "clock", 1, 1'000'000'000'000);
  }

  void read_clock() {
    const toml::table* clock = section("clock");
    if (!clock) return;
    require_known(*clock, "in [clock]", {"mtime"});
    if (const toml::node* node = clock->get("mtime")) {
      const std::uint64_t hertz = number(*node, "mtime", 1, 1'000'000'000'000);
      mtime_period_ = (1'000'000'000'000 + hertz / 2) / hertz;
    }
  }

  void read_memory(const toml::table& table) {
    require_known(table, "in [[memory]]", {"name", "kind", "base", "size", "access", "fetch"});
    hart::MemoryRange memory;
    memory.name = name(table, "in a [[memory]]");
    const std::string what = fmt::format("the memory '{}'", memory.name), where = fmt::format("in {}", what);
    memory.writable = choice(required(table, "kind", where), "kind", {"ram", "rom", "flash"}) == "ram";
    const std::uint64_t bytes = size(table, where);
    memory.base = base(table, where);
    memory.size = static_cast<std::uint32_t>(bytes);
    if (memory.base % hart::kMemoryGranule != 0 || memory.size % hart::kMemoryGranule != 0)
      refuse(table,
             fmt::format("the base and the size of {} are no multiples of {} bytes", what, hart::kMemoryGranule));
    take(table, what, memory.base, memory.size);
    MemoryCosts costs{memory.name, memory.base, memory.size, {}, 0};
    constexpr std::uint32_t kMostCycles = 1'000'000;
    if (const toml::node* node = table.get("access"))
      costs.access = static_cast<std::uint32_t>(number(*node, "access", 0, kMostCycles));
    if (const toml::node* node = table.get("fetch"))
      costs.fetch = static_cast<std::uint32_t>(number(*node, "fetch", 0, kMostCycles));
    platform_.costs.push_back(std::move(costs));
    memories_.push_back(std::move(memory));
  }

  // Memory at a second place.
  void read_alias(const toml::table& table) {
    require_known(table, "in [[alias]]", {"name", "of", "offset", "base", "size"});
    hart::MemoryAlias alias;
    alias.name = name(table, "in an [[alias]]");
    const std::string what = fmt::format("the alias '{}'", alias.name), where = fmt::format("in {}", what);
    Keys known;
    for (const hart::MemoryRange& memory : memories_) known.push_back(memory.name);
    const std::string of = choice(required(table, "of", where), "of", known);
    const hart::MemoryRange& memory = *std::ranges::find(memories_, of, &hart::MemoryRange::name);
    std::uint32_t offset = 0;
    if (const toml::node* node = table.get("offset"))
      offset = static_cast<std::uint32_t>(number(*node, "offset", 0, memory.size - 1));
    const std::uint64_t bytes = table.get("size") ? size(table, where) : memory.size - offset;
    if (bytes > memory.size - offset) refuse(table, fmt::format("{} is larger than what it shows of '{}'", what, of));
    alias.base = base(table, where);
    alias.size = static_cast<std::uint32_t>(bytes);
    alias.target = memory.base + offset;
    for (const std::uint32_t each : {alias.base, alias.size, offset}) {
      if (each % hart::kMemoryGranule == 0) continue;
      refuse(table, fmt::format("the base, the size and the offset of {} are no multiples of {} bytes", what,
                                hart::kMemoryGranule));
    }
    take(table, what, alias.base, alias.size);
    // Its accesses are charged as those of the memory; what an instruction costs more there depends on the pc.
    const MemoryCosts& costs = *std::ranges::find(platform_.costs, of, &MemoryCosts::memory);
    if (costs.fetch != 0) platform_.costs.push_back({alias.name, alias.base, alias.size, costs.access, costs.fetch});
    aliases_.push_back(std::move(alias));
  }

  void read_device(const toml::table& table) {
    require_known(table, "in [[device]]", {"kind", "name", "base", "interrupt"});
    const toml::node& kind_node = required(table, "kind", "in a [[device]]");
    const std::string kind = text(kind_node, "kind");
    const devices::BoardPlan known;
    std::vector<std::string_view> kinds;
    devices::Placement row{};
    devices::BoardPlan::for_each(known, [&](std::string_view of, const devices::Placement& placement) {
      kinds.push_back(of);
      if (of == kind) row = placement;
    });
    if (!row.is_present())
      refuse(kind_node, fmt::format("there is no device '{}'; there are: {}", kind, fmt::join(kinds, ", ")));
    const toml::node* const own = table.get("name");
    const std::string device = own ? text(*own, "name") : kind;
    const std::string what = fmt::format("the device '{}'", device), where = fmt::format("in {}", what);
    if (device != kind && std::ranges::find(kinds, device) != kinds.end())
      refuse(*own,
             fmt::format("'{}' is a kind of device, so it cannot be the name of a device of another kind", device));
    if (device != kind && !devices::may_be_several(kind))
      refuse(*own, fmt::format("a platform has one '{}' at most, which has no name of its own", kind));
    if (!own && std::ranges::find(names_, kind) != names_.end())
      refuse(kind_node, fmt::format("there are two '{}': give one a 'name'{}", kind,
                                    devices::may_be_several(kind) ? "" : "; but there can be only one"));
    name(own ? *own : kind_node);
    devices::Placement placement{{base(table, where), row.region.size}, 0};
    if (placement.region.base % 4 != 0) refuse(table, fmt::format("the base of {} is no multiple of 4", what));
    if (const toml::node* node = table.get("interrupt")) {
      if (row.interrupt == 0) refuse(*node, fmt::format("{} has no interrupt", what));
      placement.interrupt = static_cast<std::uint32_t>(number(*node, "interrupt", 1, 95));
      const auto [other, is_new] = lines_.emplace(placement.interrupt, device);
      if (!is_new) refuse(*node, fmt::format("the interrupt {} is that of '{}'", placement.interrupt, other->second));
    }
    take(table, what, placement.region.base, placement.region.size);
    if (device != kind) return plan_.add(device, kind, placement);
    devices::BoardPlan::for_each(plan_, [&](std::string_view of, devices::Placement& mine) {
      if (of == kind) mine = placement;
    });
  }

  void read_region(const toml::table& table) {
    require_known(table, "in [[region]]", {"name", "base", "size", "reads", "writes"});
    hart::ReservedRegion region;
    region.name = name(table, "in a [[region]]");
    const std::string what = fmt::format("the region '{}'", region.name), where = fmt::format("in {}", what);
    region.base = base(table, where);
    region.size = static_cast<std::uint32_t>(size(table, where));
    using hart::Reserved;
    const std::string reads = choice(required(table, "reads", where), "reads", {"error", "ignore", "symbolic"});
    region.reads = reads == "error" ? Reserved::Error : reads == "ignore" ? Reserved::Ignore : Reserved::Symbolic;
    region.writes = region.reads == Reserved::Error ? Reserved::Error : Reserved::Ignore;
    if (const toml::node* node = table.get("writes"))
      region.writes = choice(*node, "writes", {"error", "ignore"}) == "error" ? Reserved::Error : Reserved::Ignore;
    take(table, what, region.base, region.size);
    reserved_.push_back(std::move(region));
  }

  std::uint32_t reset_of(const toml::node& node) const {
    const auto address = static_cast<std::uint32_t>(number(node, "reset", 0, kAddresses - 1));
    const auto holds = [&](const auto& memory) { return address - memory.base < memory.size; };
    if (address % 2 != 0 || (std::ranges::none_of(memories_, holds) && std::ranges::none_of(aliases_, holds)))
      refuse(node, fmt::format("'reset' is no address of an instruction in memory: 0x{:08x}", address));
    return address;
  }

  void finish_memory() {
    plan_.mtime_period = mtime_period_;
    if (std::ranges::none_of(memories_, &hart::MemoryRange::writable)) refuse(1, "no memory is of the kind \"ram\"");
    std::uint64_t first = kAddresses, end = 0;
    for (const hart::MemoryRange& memory : memories_) {
      first = std::min<std::uint64_t>(first, memory.base);
      end = std::max(end, std::uint64_t{memory.base} + memory.size);
    }
    if (end - first > kLargestWindow)
      refuse(1, "from the first memory to the end of the last it is more than 3840 MiB");
    const hart::MemoryRange& only = memories_.front();
    if (memories_.size() == 1 && reserved_.empty() && aliases_.empty() && only.base == devices::memory_map::kRamBase) {
      platform_.ram_size = only.size;
      return;
    }
    platform_.map =
        std::make_shared<const hart::AddressMap>(std::move(memories_), std::move(reserved_), std::move(aliases_));
  }

  std::string origin_;
  toml::table root_;
  Platform platform_;
  devices::BoardPlan plan_;
  std::uint64_t mtime_period_ = hart::kMtimePeriod;
  std::vector<hart::MemoryRange> memories_;
  std::vector<hart::ReservedRegion> reserved_;
  std::vector<hart::MemoryAlias> aliases_;
  std::vector<Taken> taken_;
  std::vector<std::string> names_;
  std::map<std::uint32_t, std::string> lines_;
};

}  // namespace

std::vector<std::string_view> built_in_platforms() {
  std::vector<std::string_view> names;
  for (const BuiltIn& row : kBuiltIn) names.push_back(row.name);
  return names;
}

bool Platform::is_built_in() const { return std::ranges::find(kBuiltIn, name, &BuiltIn::name) != std::end(kBuiltIn); }

std::uint64_t Platform::fingerprint() const {
  if (name.empty()) return 0;
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
  return hash;
}

void Platform::require_device(std::string_view device, const std::string& what) const {
  bool found = false;
  std::string names;
  plan->for_each_present([&](std::string_view row, const devices::Placement&) {
    found = found || row == device;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row);
  });
  if (found) return;
  throw support::InputError(fmt::format("{}: the platform '{}' has no device '{}'; it has: {}", what, one_line(name),
                                        device, names.empty() ? "none" : names),
                            support::exit_code::kUsage);
}

support::AddressRange Platform::main_memory() const {
  if (!map) return {devices::memory_map::kRamBase, ram_size};
  return {map->main().base, map->main().size};
}

hart::TimingProfile Platform::timing_profile(const std::string& name_or_path) const {
  std::vector<hart::NamedRegion> known = devices::named_regions(*plan);
  for (const MemoryCosts& memory : costs) known.push_back({memory.memory, memory.base, memory.size});
  if (map) {
    for (const hart::ReservedRegion& region : map->reserved()) known.push_back({region.name, region.base, region.size});
  }
  hart::TimingProfile profile = hart::load_timing_profile(name_or_path, known);
  profile.mtime_period = plan->mtime_period;
  if (clock_hz) profile.clock_hz = *clock_hz;
  for (const MemoryCosts& memory : costs) {
    const std::uint32_t access = memory.access.value_or(profile.memory);
    if (access == profile.memory && memory.fetch == 0) continue;
    const auto meets = [&](const hart::TimingRegion& region) { return region.overlaps(memory.base, memory.size); };
    if (std::ranges::any_of(profile.regions, meets))
      throw support::InputError(
          fmt::format("{}: the timing profile '{}' has a region in the memory '{}', whose cycles "
                      "the platform gives",
                      this->name, name_or_path, memory.memory));
    profile.regions.push_back({memory.memory, memory.base, memory.size, access, memory.fetch});
  }
  return profile;
}

Platform parse_platform(const std::string& text, const std::string& origin) {
  return PlatformParser(text, origin).parse();
}

Platform load_platform(const std::string& name_or_path) {
  const auto built_in = std::ranges::find(kBuiltIn, name_or_path, &BuiltIn::name);
  if (built_in != std::end(kBuiltIn)) return parse_platform(std::string(built_in->text), name_or_path);
  std::error_code error;
  if (!std::filesystem::exists(name_or_path, error)) {
    throw support::InputError(fmt::format("--platform {}: neither a file nor a built-in platform; those are: {}",
                                          one_line(name_or_path), fmt::join(built_in_platforms(), ", ")));
  }
  return parse_platform(support::read_text_file(name_or_path), name_or_path);
}

Platform platform_of(const Options& options, const std::string& otherwise) {
  const std::string given = options.text(Option::platform);
  if (!given.empty()) return load_platform(given);
  if (!otherwise.empty()) return load_platform(otherwise);
  return {};
}

Platform platform_with_memory(const Options& options) {
  Platform platform = platform_of(options);
  const auto memory = static_cast<std::uint32_t>(*options.number(Option::memory) << 20);
  if (platform.name.empty()) platform.ram_size = memory;
  return platform;
}

hart::TimingProfile timing_of(const Options& options, const Platform& platform) {
  const std::string given = options.text(Option::timing);
  return platform.timing_profile(options.given(Option::timing) || platform.timing.empty() ? given : platform.timing);
}

void begin_at_reset(support::FirmwareImage& image, const Platform& platform) {
  if (!platform.reset) return;
  const std::uint32_t first = platform.map ? platform.map->home(*platform.reset, 2) : *platform.reset;
  const auto has = [&](const support::Segment& segment) { return first - segment.address < segment.size; };
  if (std::ranges::none_of(image.segments(), has))
    throw support::InputError(fmt::format("{}: it has nothing at 0x{:08x}, where the platform '{}' begins",
                                          image.path(), *platform.reset, one_line(platform.name)));
  image.start_at(*platform.reset);
}

void adapt(support::FirmwareImage& image, const Platform& platform, const Options& options) {
  if (!platform.isa.empty() && options.text(Option::isa).empty()) image.assume_isa(platform.isa);
  begin_at_reset(image, platform);
}

}  // namespace janus::app
