// The files below one directory of the host, for firmware that asks the host for files (hart/semihosting.h). Nothing
// outside of the directory is ever opened: names with `..` and symbolic links are refused, and so is what is no regular
// file. A name that begins with `/` begins at the directory.
//
// Functions return an error as a number of errno.h, which is also what the firmware gets. Thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace janus::support {

class HostDirectory {
 public:
  // Whether write(), create(), remove() and rename() change the host's files, or do nothing.
  enum class Writes { Nothing, Through };
  using Bytes = std::shared_ptr<const std::vector<std::uint8_t>>;
  static constexpr std::uint32_t kMostBytes = 64U << 20;  // of a file; a larger one cannot be read

  // Throws InputError (kNoInput) unless there is such a directory.
  HostDirectory(const std::string& path, Writes writes);
  ~HostDirectory();
  HostDirectory(const HostDirectory&) = delete;
  HostDirectory& operator=(const HostDirectory&) = delete;

  // The usual spelling of a name: `a/b` for `/a//./b`. Nothing for a name that leads nowhere below the directory.
  static std::optional<std::string> name_below(std::string_view name);

  // The contents that the file had when it was read for the first time, so that all paths of an exploration have the
  // same. Null, and `error` says why, if it cannot be read. All names are from name_below().
  Bytes read(const std::string& name, int& error);
  // Makes the file empty; creates it if there is none, but creates no directory. Returns an error, or 0. So do the
  // following.
  int create(const std::string& name);
  // Writes at an offset, and makes the file `total` bytes long.
  int write(const std::string& name, std::uint32_t offset, std::span<const std::uint8_t> bytes, std::uint32_t total);
  int remove(const std::string& name);
  int rename(const std::string& from, const std::string& to);
  // Whether the directory that the file is in, or would be in, is there.
  int has_parent(const std::string& name);

 private:
  int open_parent(const std::string& name, std::string& last) const;

  std::mutex mutex_;
  int directory_ = -1;
  const Writes writes_;
  struct Known {
    Bytes bytes;
    int error = 0;
  };
  std::map<std::string, Known> known_;
};

}  // namespace janus::support
