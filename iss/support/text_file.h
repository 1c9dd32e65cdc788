// Whole files, read and written, with errors a user can understand.
#pragma once

#include <filesystem>
#include <string>

namespace janus::support {

// Throws InputError (kNoInput): "<path>: <what the system says>".
std::string read_text_file(const std::filesystem::path& path);

// Replaces the file. Throws InputError (kCannotWrite): "<path>: cannot be written: <what the system says>".
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace janus::support
