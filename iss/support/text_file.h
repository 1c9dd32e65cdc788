// Whole files, read and written, with errors a user can understand.
//
// A file that is written appears whole or not at all: the text goes to a new file in the same directory, which then
// takes the name. So a full disk or a killed process leaves the earlier file as it was. What is no regular file
// (/dev/full, /dev/stdout, a FIFO) is written directly.
#pragma once

#include <filesystem>
#include <string>

namespace janus::support {

// Reads a regular file; a device or a FIFO could have no end. Throws InputError (kNoInput): "<path>: <what the system
// says>".
std::string read_text_file(const std::filesystem::path& path);

// Throws InputError (kNoInput), as read_text_file(), unless the path names a regular file that can be opened.
void require_regular_file(const std::filesystem::path& path);

// Replaces the file. A symbolic link to a file stays a link; an existing file keeps its permissions. Throws InputError
// (kCannotWrite): "<path>: cannot be written: <what the system says>".
void write_text_file(const std::filesystem::path& path, const std::string& text);

// The same, and the file outlives a power cut from the moment on at which the function returns.
void write_durable_file(const std::filesystem::path& path, const std::string& text);

// For the start of a long run: whether write_text_file() would succeed now. Creates nothing that stays, and throws as
// write_text_file() if not.
void require_writable_file(const std::filesystem::path& path);

// The same for a directory that is to be created, together with those above it, when the first file is written there.
void require_writable_directory(const std::filesystem::path& path);

}  // namespace janus::support
