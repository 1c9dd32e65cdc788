#include "hart/library_functions.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace janus::hart {
namespace {

struct Row {
  std::string_view name;
  LibraryFunction::Kind kind;
  LibraryFunction::Arguments arguments;
};

constexpr std::uint8_t kA0 = 10, kA1 = 11, kA2 = 12;
using enum LibraryFunction::Kind;

// ISO C, C++'s operators by their mangled names, newlib's reentrant functions, FreeRTOS, Zephyr, our own
// (call/harness.h).
constexpr Row kRows[] = {
    {"malloc", Allocate, {.bytes = kA0}},
    {"calloc", Allocate, {.bytes = kA0, .times = kA1}},
    {"realloc", Reallocate, {.pointer = kA0, .bytes = kA1}},
    {"reallocarray", Reallocate, {.pointer = kA0, .bytes = kA1, .times = kA2}},
    {"aligned_alloc", Allocate, {.bytes = kA1}},
    {"memalign", Allocate, {.bytes = kA1}},
    {"free", Free, {.pointer = kA0}},
    {"malloc_usable_size", Examine, {.pointer = kA0}},
    {"_malloc_usable_size_r", Examine, {.pointer = kA1}},
    {"memcpy", Copy, {.pointer = kA0, .source = kA1, .bytes = kA2}},
    {"memmove", Copy, {.pointer = kA0, .source = kA1, .bytes = kA2}},
    {"memset", Set, {.pointer = kA0, .bytes = kA2}},
    {"_Znwj", Allocate, {.bytes = kA0}},
    {"_Znaj", Allocate, {.bytes = kA0}},
    {"_ZdlPv", Free, {.pointer = kA0}},
    {"_ZdaPv", Free, {.pointer = kA0}},
    {"_ZdlPvj", Free, {.pointer = kA0}},
    {"_ZdaPvj", Free, {.pointer = kA0}},
    {"_malloc_r", Allocate, {.bytes = kA1}},
    {"_calloc_r", Allocate, {.bytes = kA1, .times = kA2}},
    {"_realloc_r", Reallocate, {.pointer = kA1, .bytes = kA2}},
    {"_memalign_r", Allocate, {.bytes = kA2}},
    {"_free_r", Free, {.pointer = kA1}},
    {"pvPortMalloc", Allocate, {.bytes = kA0}},
    {"vPortFree", Free, {.pointer = kA0}},
    {"k_malloc", Allocate, {.bytes = kA0}},
    {"k_calloc", Allocate, {.bytes = kA0, .times = kA1}},
    {"k_free", Free, {.pointer = kA0}},
    {"__janus_object", MakeObject, {.bytes = kA0}},
};

constexpr std::string_view kApart = "memcpy";

}  // namespace

std::vector<LibraryFunction> library_functions(const support::FirmwareImage& image) {
  std::vector<LibraryFunction> found;
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function) continue;
    const auto row = std::ranges::find(kRows, symbol.name, &Row::name);
    if (row == std::end(kRows)) continue;
    found.push_back({symbol.address, row->kind, row->arguments, row->name == kApart});
  }
  // One that is another's name as well may do what either may.
  std::ranges::sort(found, {}, [](const LibraryFunction& each) { return std::pair(each.entry, each.apart); });
  return found;
}

}  // namespace janus::hart
