// Replaces libFuzzer in builds without it: runs the fuzzer on every file of a folder, in order of names.
#include <algorithm>
#include <filesystem>
#include <vector>

#include "fuzz/fuzzer.h"
#include "support/text_file.h"

int main(int argc, char** argv) {
  if (argc != 2) janus::fuzz::fail("usage: replay_NAME CORPUS_FOLDER");
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) paths.push_back(entry.path());
  std::ranges::sort(paths);
  janus::fuzz::claim(!paths.empty(), "an empty corpus tests nothing");
  for (const auto& path : paths) {
    std::fprintf(stderr, "%s\n", path.c_str());
    const std::string text = janus::support::read_text_file(path);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
}
