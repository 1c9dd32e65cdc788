#include "app/picture_files.h"

#include <fmt/format.h>

#include "support/text_file.h"

namespace janus::app {

std::string pbm_text(const devices::Display::Picture& picture) {
  using devices::Display;
  std::string text = fmt::format("P1\n{} {}\n", Display::kWidth, Display::kHeight);
  for (const std::uint32_t row : picture) {
    // In this format a one is black, and light pixels are white.
    for (unsigned column = 0; column < Display::kWidth; ++column)
      text += row >> (Display::kWidth - 1 - column) & 1 ? '0' : '1';
    text += '\n';
  }
  return text;
}

void write_picture(const std::filesystem::path& directory, std::uint64_t number,
                   const devices::Display::Picture& picture) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  support::write_text_file(directory / fmt::format("picture-{}.pbm", number), pbm_text(picture));
}

}  // namespace janus::app
