// Fuzzes the ELF loader and the DWARF reader: either the file loads and its addresses can be looked up, or there is a
// one-line error. elfutils itself is not instrumented; its errors show as crashes, or not at all.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzzer.h"
#include "support/debug_info.h"
#include "support/firmware_image.h"
#include "support/source_types.h"

namespace {

using namespace janus;

// A file in memory with a path.
class MemoryFile {
 public:
  MemoryFile()
      : descriptor_(::memfd_create("fuzzer", MFD_CLOEXEC)), path_(fmt::format("/proc/self/fd/{}", descriptor_)) {
    fuzz::claim(descriptor_ >= 0, "no file in memory");
  }
  const std::string& replace(const std::uint8_t* bytes, std::size_t size) {
    fuzz::claim(::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, bytes, size, 0) == static_cast<ssize_t>(size),
                "the file in memory cannot be written");
    return path_;
  }

 private:
  int descriptor_;
  std::string path_;
};

void ask(const support::FirmwareImage& image) {
  image.fingerprint();
  const support::DebugInfo debug(image);
  const auto look = [&](std::uint32_t address) {
    debug.describe(address);
    image.covering(address, false);
  };
  look(0);
  look(0xffff'ffff);
  look(image.entry());
  for (const auto& segment : image.segments()) {
    fuzz::claim(segment.bytes.size() <= segment.size, "a segment is larger in the file than in memory");
    fuzz::claim(segment.size - 1 <= 0xffff'ffff - segment.address, "a segment reaches around the end");
    for (std::uint32_t at = 0; at < std::min(segment.size, 256U); at += 2) look(segment.address + at);
    look(segment.address + segment.size);
  }
  support::SourceTypes types(image);
  for (const auto& symbol : image.symbols()) {
    image.symbol(symbol.name);
    if (const auto function = types.function_at(symbol.address)) types.name(function->result);
    if (const auto variable = types.variable_at(symbol.address)) types.type(types.type(*variable).target);
  }
}

}  // namespace

// dwarf_getscopes() of elfutils 0.188 forgets a scope whose origin is damaged (corpus/elf/libdw_leaks_scopes.elf). What
// DebugInfo itself forgets, the sanitizers see in the unit tests, on files that are not damaged.
extern "C" const char* __lsan_default_suppressions() { return "leak:libdw.so"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static MemoryFile file;
  const std::string& path = file.replace(bytes, size);
  try {
    ask(support::FirmwareImage::load(path));
  } catch (const support::InputError& error) {
    fuzz::check_error(error, path);
  }
  return 0;
}
