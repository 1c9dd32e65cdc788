// Standard input, output and error of this process, as whoever started it left them: closed, a closed pipe, a full
// disk.
#pragma once

#include <string>
#include <string_view>

namespace janus::support {

// Call this first in main(). A file that is opened later must not take the number of a closed standard stream, or
// messages would go into the file; so this function fills the gap: reading from a closed standard input gives nothing,
// and writing to closed standard output or error fails with EBADF. Writing to a closed pipe fails with EPIPE, instead
// of killing the process.
void prepare_standard_streams();

// Writes all bytes, also if another process has made the file non-blocking. Returns an errno, or 0.
int write_all(int file, std::string_view bytes);

// Prints and flushes. Throws InputError (kCannotWrite) if the text cannot be written.
void print_out(std::string_view text);

// Prints on standard error. If nobody reads it, nobody misses the text.
void print_err(std::string_view text);

// For the start of a long run. Throws InputError (kCannotWrite) if standard output is closed.
void require_standard_output();

// The line about a failed write: "<name> was closed", or "<name>: cannot be written: <what the system says>". `error`
// is an errno, or 0 if it is not known.
std::string write_error(std::string_view name, int error);

}  // namespace janus::support
