#include "hart/detectors.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace janus::hart {
namespace {

// Where linkers' scripts begin what only start-up code goes through as a whole, before `main`.
constexpr auto kSectionStarts = std::to_array<std::string_view>({"__bss_start",
                                                                 "__bss_start__",
                                                                 "_bss_start",
                                                                 "_sbss",
                                                                 "__sbss_start",
                                                                 "__data_start",
                                                                 "__data_start__",
                                                                 "data_start",
                                                                 "_sdata",
                                                                 "__DATA_BEGIN__",
                                                                 "__SDATA_BEGIN__",
                                                                 "_edata",
                                                                 "edata",
                                                                 "__bss_begin",
                                                                 "__data_begin",
                                                                 "__tls_base",
                                                                 "__preinit_array_start",
                                                                 "__preinit_array_end",
                                                                 "__init_array_start",
                                                                 "__init_array_end",
                                                                 "__fini_array_start",
                                                                 "__fini_array_end"});

bool is_label(const support::Symbol& symbol) {
  return symbol.size == 0 && !symbol.is_function && symbol.name[0] != '$' && symbol.name[0] != '.';
}

// The addresses of objects that a symbol of the linker names, too, so that they may stand for something larger.
std::vector<std::uint32_t> ambiguous(const support::FirmwareImage& image,
                                     const std::vector<support::AddressRange>& objects) {
  std::vector<std::uint32_t> found;
  const bool has_main = image.symbol("main").has_value();
  for (const support::Symbol& symbol : image.symbols()) {
    if (!is_label(symbol) || (has_main && std::ranges::find(kSectionStarts, symbol.name) != kSectionStarts.end()))
      continue;
    if (std::ranges::binary_search(objects, symbol.address, {}, &support::AddressRange::first))
      found.push_back(symbol.address);
  }
  return found;  // symbols are sorted by address
}

// Where what begins at a label ends, as their names say: nothing if no other label has such a name.
std::optional<std::uint32_t> end_of(const support::FirmwareImage& image, std::string_view label) {
  for (const auto& [begin, end] : {std::pair("start", "stop"), std::pair("start", "end"), std::pair("begin", "end")}) {
    const std::size_t at = label.rfind(begin);
    if (at == std::string_view::npos) continue;
    std::string name(label);
    if (const auto found = image.symbol(name.replace(at, std::string_view(begin).size(), end))) return found;
  }
  return std::nullopt;
}

// What the source declares of a linker's labels: where an object begins, that may stand for more also where mostly only
// start-up code goes through it. From a label to its end is one object, which is indexed as a whole.
void note_declared(Detectors& detectors, const support::FirmwareImage& image) {
  std::vector<support::AddressRange>& objects = detectors.objects;
  for (const support::Symbol& symbol : image.symbols()) {
    if (!is_label(symbol) || !detectors.locals->declares(symbol.name)) continue;
    const auto object = std::ranges::lower_bound(objects, symbol.address, {}, &support::AddressRange::first);
    if (object == objects.end() || object->first != symbol.address) continue;
    const auto at = std::ranges::lower_bound(detectors.ambiguous, symbol.address);
    if (at == detectors.ambiguous.end() || *at != symbol.address) detectors.ambiguous.insert(at, symbol.address);
    const bool is_section = std::ranges::find(kSectionStarts, symbol.name) != kSectionStarts.end();
    const std::uint32_t end = is_section ? 0 : end_of(image, symbol.name).value_or(0);
    const auto next = std::ranges::lower_bound(object, objects.end(), end, {}, &support::AddressRange::first);
    if (end <= symbol.address || next - object < 2) continue;
    object->size = end - symbol.address;
    objects.erase(std::next(object), next);
  }
}

// The same where no object is: but for the names of what ends there.
std::vector<std::uint32_t> labels_of(const support::FirmwareImage& image,
                                     const std::vector<support::AddressRange>& objects) {
  std::vector<std::uint32_t> found;
  for (const support::Symbol& symbol : image.symbols()) {
    const std::string_view name = std::string_view(symbol.name).substr(0, symbol.name.find_last_not_of('_') + 1);
    if (!is_label(symbol) || name.ends_with("end") || name.ends_with("edata")) continue;
    if (!std::ranges::binary_search(objects, symbol.address, {}, &support::AddressRange::first))
      found.push_back(symbol.address);
  }
  return found;  // symbols are sorted by address
}

std::vector<support::AddressRange> objects_of(const support::FirmwareImage& image) {
  std::vector<support::AddressRange> objects;
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function && symbol.size > 0) objects.push_back({symbol.address, symbol.size});
  }
  std::ranges::sort(
      objects, [](const auto& a, const auto& b) { return a.first != b.first ? a.first < b.first : a.size > b.size; });
  std::vector<support::AddressRange> disjoint;
  for (const support::AddressRange& object : objects) {
    if (!disjoint.empty() && disjoint.back().contains(object.first)) continue;
    disjoint.push_back(object);
  }
  return disjoint;
}

// What a linker collects from many files is one object, which is indexed as a whole: entries of one size in a row, from
// a label to the next. (Where a label only begins a section, objects that happen to be alike become one.)
void join_tables(const support::FirmwareImage& image, const std::vector<std::uint32_t>& labels,
                 std::vector<support::AddressRange>& objects) {
  const auto& symbols = image.symbols();
  for (const std::uint32_t label : labels) {
    const auto next_label = std::ranges::find_if(
        std::ranges::upper_bound(symbols, label, {}, &support::Symbol::address), symbols.end(), is_label);
    const std::uint32_t end = next_label == symbols.end() ? ~0U : next_label->address;
    const auto first = std::ranges::lower_bound(objects, label, {}, &support::AddressRange::first);
    if (first == objects.end() || first->first != label) continue;
    const std::uint32_t entry = first->size;
    auto next = std::next(first);
    for (; next != objects.end() && next->first == label + first->size && next->size == entry && next->first < end;
         ++next)
      first->size += entry;
    objects.erase(std::next(first), next);
  }
}

// Calls `visit(address, bytes)` for each stretch of executable bytes that the image loads, until that returns true.
// Whether it has.
template <class Visit>
bool any_code(const support::FirmwareImage& image, const Visit& visit) {
  return std::ranges::any_of(image.executable(), [&](const support::AddressRange& code) {
    return std::ranges::any_of(image.segments(), [&](const support::Segment& segment) {
      if (code.first < segment.address || code.first - segment.address >= segment.bytes.size()) return false;
      const std::span bytes = std::span(segment.bytes).subspan(code.first - segment.address);
      return visit(code.first, bytes.first(std::min<std::size_t>(code.size, bytes.size())));
    });
  });
}

// Whether there is code with a `fence.i`, by which firmware says that it has written code.
bool writes_code(const support::FirmwareImage& image) {
  constexpr std::array<std::uint8_t, 4> kFence{0x0f, 0x10, 0x00, 0x00};
  return any_code(image, [&](std::uint32_t, std::span<const std::uint8_t> bytes) {
    return !std::ranges::search(bytes, kFence).empty();
  });
}

// The instructions that add a constant to sp directly behind one that gives it another value: `la sp, stack_top`, with
// or without a frame below that.
void find_stack_changes(const support::FirmwareImage& image, Detectors& detectors) {
  any_code(image, [&](std::uint32_t address, std::span<const std::uint8_t> bytes) {
    const auto word = [&](std::size_t at) {
      std::uint32_t read = 0;
      for (std::size_t i = std::min(at + 4, bytes.size()); i > at; --i) read = read << 8 | bytes[i - 1];
      return read;
    };
    constexpr std::uint32_t kLui = 0x137, kAuipc = 0x117, kAddiOfGp = 0x18113, kAddi = 0x10113;  // all to sp
    constexpr std::uint32_t kShortAddi = 0x0101, kShortAddi16 = 0x6101, kShortMask = 0xef83;
    for (std::size_t at = 0; at < bytes.size(); at += 2) {
      const std::uint32_t first = word(at);
      if ((first & 0xfff) != kLui && (first & 0xfff) != kAuipc && (first & 0xfffff) != kAddiOfGp) continue;
      for (std::size_t next = at + 4; next < bytes.size();) {
        const std::uint32_t adds = word(next), is_short = adds & kShortMask;
        const bool is_long = (adds & 0xfffff) == kAddi;
        if (!is_long && is_short != kShortAddi && is_short != kShortAddi16) break;
        const std::uint32_t pc = address + static_cast<std::uint32_t>(next);
        detectors.stack_changes.push_back(pc);
        if (next == at + 4 && (first & 0xfffff) != kAddiOfGp) detectors.stack_addresses.push_back(pc);
        next += is_long ? 4 : 2;
      }
    }
    return false;
  });
}

// Functions of the C library that go through strings and blocks word by word.
constexpr auto kStringFunctions = std::to_array<std::string_view>(
    {"memccpy",   "memchr",  "memcmp",  "memcpy",     "memmem", "memmove",     "mempcpy",   "memrchr", "memset",
     "rawmemchr", "stpcpy",  "stpncpy", "strcasecmp", "strcat", "strchr",      "strchrnul", "strcmp",  "strcpy",
     "strcspn",   "strdup",  "strlcat", "strlcpy",    "strlen", "strncasecmp", "strncat",   "strncmp", "strncpy",
     "strndup",   "strnlen", "strpbrk", "strrchr",    "strspn", "strstr",      "strtok",    "strtok_r"});

std::vector<support::AddressRange> string_functions(const support::FirmwareImage& image) {
  std::vector<support::AddressRange> found;
  for (const support::Symbol& symbol : image.symbols()) {
    const bool named = std::ranges::find(kStringFunctions, symbol.name) != kStringFunctions.end();
    if (named && symbol.is_function && symbol.size > 0) found.push_back({symbol.address, symbol.size});
  }
  return found;  // symbols are sorted by address
}

// What -fsanitize=signed-integer-overflow calls.
std::vector<std::uint32_t> overflow_functions(const support::FirmwareImage& image) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"__ubsan_handle_add_overflow", "__ubsan_handle_sub_overflow", "__ubsan_handle_mul_overflow",
       "__ubsan_handle_negate_overflow", "__ubsan_handle_divrem_overflow", "__ubsan_handle_add_overflow_abort",
       "__ubsan_handle_sub_overflow_abort", "__ubsan_handle_mul_overflow_abort", "__ubsan_handle_negate_overflow_abort",
       "__ubsan_handle_divrem_overflow_abort"});
  std::vector<std::uint32_t> found;
  for (const support::Symbol& symbol : image.symbols()) {
    if (std::ranges::find(kNames, symbol.name) != kNames.end()) found.push_back(symbol.address);
  }
  return found;  // symbols are sorted by address
}

// Calls `visit(address, word)` for each word that the image loads.
template <class Visit>
void for_each_word(const support::FirmwareImage& image, const Visit& visit) {
  for (const support::Segment& segment : image.segments()) {
    for (std::uint32_t at = -segment.address % 4; at + 4 <= segment.bytes.size(); at += 4) {
      std::uint32_t word = 0;
      for (std::uint32_t byte = 4; byte-- > 0;) word = word << 8 | segment.bytes[at + byte];
      visit(segment.address + at, word);
    }
  }
}

// The words that the image loads and that are addresses in objects, or of their ends: pointers, if somebody accesses
// memory by them.
std::vector<ImagePointer> pointers_in(const support::FirmwareImage& image, const Detectors& detectors) {
  std::vector<ImagePointer> found;
  for_each_word(image, [&](std::uint32_t address, std::uint32_t word) {
    const bool leads = detectors.object_at(word) || detectors.object_at(word - 1);
    if (leads && !detectors.code.contains(address)) found.push_back({address, word});
  });
  return found;
}

// The functions that start-up code calls by the tables that linker scripts keep for that.
std::vector<std::uint32_t> constructors_of(const support::FirmwareImage& image) {
  std::vector<std::uint32_t> found;
  for (const auto& [begin, end] : {std::pair("__preinit_array_start", "__preinit_array_end"),
                                   std::pair("__init_array_start", "__init_array_end")}) {
    const auto first = image.symbol(begin), last = image.symbol(end);
    if (!first || !last) continue;
    for_each_word(image, [&](std::uint32_t address, std::uint32_t word) {
      if (address >= *first && address < *last) found.push_back(word);
    });
  }
  std::ranges::sort(found);
  return found;
}

std::optional<support::AddressRange> range_of(const std::optional<support::FrameVariables::Found>& local,
                                              std::uint32_t end) {
  if (!local) return std::nullopt;
  return support::AddressRange{end + static_cast<std::uint32_t>(local->offset), local->size};
}

}  // namespace

Detectors detectors_for(const support::FirmwareImage& image, std::optional<std::uint32_t> stack_limit) {
  Detectors detectors;
  detectors.read_only = image.read_only();
  detectors.executable = image.executable();
  for (const support::AddressRange& range : detectors.executable) {
    if (range.size > detectors.code.size) detectors.code = range;
  }
  if (writes_code(image)) detectors.executable.push_back({0, ~0U});
  find_stack_changes(image, detectors);
  detectors.stack_limit = stack_limit;
  for (const char* name : {"__stack_limit", "__StackLimit", "__heap_end"}) {
    if (!detectors.stack_limit) detectors.stack_limit = image.symbol(name);
  }
  detectors.objects = objects_of(image);
  detectors.ambiguous = ambiguous(image, detectors.objects);
  join_tables(image, detectors.ambiguous, detectors.objects);
  detectors.labels = labels_of(image, detectors.objects);
  detectors.pointers = pointers_in(image, detectors);
  detectors.functions = library_functions(image);
  for (const support::Symbol& symbol : image.symbols()) {
    if (symbol.is_function) detectors.entries_of_all.push_back(symbol.address);  // symbols are sorted by address
  }
  detectors.strings = string_functions(image);
  detectors.overflows = overflow_functions(image);
  for (const LibraryFunction& function : detectors.functions) detectors.entries.set(Detectors::filter(function.entry));
  detectors.main = image.symbol("main");
  detectors.constructors = constructors_of(image);
  detectors.exit = image.symbol("_exit");
  if (!detectors.exit) detectors.exit = image.symbol("exit");
  for (const support::Segment& segment : image.segments()) detectors.statics.push_back({segment.address, segment.size});
  if (!detectors.statics.empty())
    detectors.first_address = std::ranges::min(detectors.statics, {}, &support::AddressRange::first).first;
  return detectors;
}

std::optional<support::AddressRange> Detectors::object_at(std::uint32_t address) const {
  const auto after = std::ranges::upper_bound(objects, address, {}, &support::AddressRange::first);
  if (after == objects.begin() || !std::prev(after)->contains(address)) return std::nullopt;
  return *std::prev(after);
}

std::optional<support::AddressRange> Detectors::object_behind(std::uint32_t address, std::uint32_t reach) const {
  const auto after = std::ranges::upper_bound(objects, address, {}, &support::AddressRange::first);
  return after != objects.end() && after->first - address <= reach ? std::optional(*after) : std::nullopt;
}

std::optional<support::AddressRange> Detectors::literals_at(std::uint32_t address) const {
  const auto has = [&](const support::AddressRange& range) { return range.contains(address); };
  const auto constants = std::ranges::find_if(read_only, has);
  if (constants == read_only.end() || object_at(address)) return std::nullopt;
  const auto after = std::ranges::upper_bound(objects, address, {}, &support::AddressRange::first);
  std::uint32_t first = constants->first, last = first + (constants->size - 1);
  if (after != objects.begin()) first = std::max(first, std::prev(after)->first + std::prev(after)->size);
  if (after != objects.end()) last = std::min(last, after->first - 1);
  return support::AddressRange{first, last - first + 1};
}

bool Detectors::begins_function(std::uint32_t address) const {
  return std::ranges::binary_search(entries_of_all, address);
}

bool Detectors::reads_words(std::uint32_t pc) const {
  const auto after = std::ranges::upper_bound(strings, pc, {}, &support::AddressRange::first);
  return after != strings.begin() && std::prev(after)->contains(pc);
}

bool Detectors::changes_stack(std::uint32_t pc) const {
  return std::ranges::find(stack_changes, pc) != stack_changes.end();
}

bool Detectors::ends_stack_address(std::uint32_t pc) const {
  return std::ranges::find(stack_addresses, pc) != stack_addresses.end();
}

bool Detectors::is_label(std::uint32_t address) const { return std::ranges::binary_search(labels, address); }

bool Detectors::is_ambiguous(std::uint32_t object) const { return std::ranges::binary_search(ambiguous, object); }

std::optional<support::AddressRange> Detectors::local_at(std::uint32_t pc, std::uint32_t address,
                                                         std::uint32_t end) const {
  return locals ? range_of(locals->at(pc, static_cast<std::int32_t>(address - end)), end) : std::nullopt;
}

bool Detectors::is_scalar_at(std::uint32_t pc, std::uint32_t address, std::uint32_t end) const {
  const auto local = locals ? locals->at(pc, static_cast<std::int32_t>(address - end)) : std::nullopt;
  return local && local->is_scalar;
}

std::optional<support::AddressRange> Detectors::local_behind(std::uint32_t pc, std::uint32_t address,
                                                             std::uint32_t end) const {
  constexpr std::uint32_t kReach = 64;  // bytes
  return locals ? range_of(locals->behind(pc, static_cast<std::int32_t>(address - end), kReach), end) : std::nullopt;
}

std::optional<support::AddressRange> Detectors::local_up_to(std::uint32_t pc, std::uint32_t address,
                                                            std::uint32_t end) const {
  const auto local = local_at(pc, address - 1, end);
  return local && local->first + local->size == address ? local : std::nullopt;
}

void add_locals(Detectors& detectors, const support::FirmwareImage& image) {
  if (detectors.has(Detector::bounds) || detectors.has(Detector::heap) || detectors.repeats_finding_at) {
    detectors.locals = std::make_shared<support::FrameVariables>(image);
    note_declared(detectors, image);
  }
}

const LibraryFunction* Detectors::function_behind(std::uint32_t address) const {
  const auto found = std::ranges::lower_bound(functions, address, {}, &LibraryFunction::entry);
  return found != functions.end() && found->entry == address ? &*found : nullptr;
}

}  // namespace janus::hart
