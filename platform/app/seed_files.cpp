#include "app/seed_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "isa/hooks.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {

std::shared_ptr<const std::vector<engine::SeedBytes>> seeds_from(const std::string& directory) {
  if (directory.empty()) return nullptr;
  const auto fail = [&](const std::string& what) {
    return support::InputError(fmt::format("--seeds {}: {}", directory, what), support::exit_code::kNoInput);
  };
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path());
  }
  if (error) throw fail(error.message());
  if (files.empty()) throw fail("no file in this directory");
  std::ranges::sort(files);
  auto seeds = std::make_shared<std::vector<engine::SeedBytes>>();
  for (const auto& file : files) {
    const std::string bytes = support::read_text_file(file).substr(0, isa::kMaxInputBytes);
    seeds->emplace_back(bytes.begin(), bytes.end());
  }
  return seeds;
}

}  // namespace janus::app
