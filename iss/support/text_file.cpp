#include "support/text_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "support/error.h"

namespace janus::support {
namespace {

std::string reason() { return std::strerror(errno ? errno : EIO); }

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  errno = std::filesystem::is_directory(path) ? EISDIR : 0;
  std::ifstream file(path, std::ios::binary);
  if (errno == EISDIR || !file) throw InputError(path.string() + ": " + reason(), exit_code::kNoInput);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw InputError(path.string() + ": " + reason(), exit_code::kNoInput);
  return text;
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (!(file << text) || !file.flush()) {
    throw InputError(path.string() + ": cannot be written: " + reason(), exit_code::kCannotWrite);
  }
}

}  // namespace janus::support
