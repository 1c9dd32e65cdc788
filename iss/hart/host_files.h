// The files of the host as one path of the firmware sees them: a value, which a path that forks copies. Handles share
// the contents of a file; copies share contents until one of them writes. So each path has its own files and positions,
// whatever other paths do, and a checkpoint keeps them.
//
// `Contents` is what a file holds: a template argument, since bytes may be symbolic. It needs Byte; bytes(), the size;
// read(position); write(position, byte), which may be one behind the end; a constructor from the bytes of the host's
// file; and ==.
//
// Functions return an error as a number of errno.h, or 0. A copy costs the number of files and handles. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/host_directory.h"

namespace janus::hart {

// What a handle stands for.
enum class HandleKind : std::uint8_t { Closed, Input, Output, Errors, File };

template <class Contents>
class HostFiles {
 public:
  using Byte = typename Contents::Byte;
  using Directory = support::HostDirectory;
  static constexpr std::uint32_t kMostBytes = Directory::kMostBytes;  // of a file
  static constexpr std::size_t kMostHandles = 256;
  static constexpr std::uint32_t kModes = 12;

  // Opens a file; `mode` counts fopen()'s "r", "rb", "r+", "r+b", "w", ..., "a+b" from 0. The name ":tt" is the
  // console: what it receives, what it shows, and its errors, by the mode. ":semihosting-features" says what the host
  // can do. `directory` may be null: no files. `handle` is at least 1.
  int open(const std::string& name, std::uint32_t mode, Directory* directory, std::uint32_t& handle) {
    if (mode >= kModes) return EINVAL;
    const bool updates = mode & 2;
    Handle made{.kind = HandleKind::File, .reads = mode < 4 || updates, .writes = mode >= 4 || updates};
    made.appends = mode >= 8;
    if (name == ":tt") {
      made.kind = mode < 4 ? HandleKind::Input : mode < 8 ? HandleKind::Output : HandleKind::Errors;
    } else if (name == ":semihosting-features") {
      if (made.writes) return EACCES;
      std::optional<std::size_t>& features = names_[""];  // no file has this name
      // Extended exit; standard error apart from standard output.
      if (!features) features = add(name, {'S', 'H', 'F', 'B', 3});
      made.file = *features;
    } else if (const int error = open_file(name, mode / 4, directory, made.file)) {
      return error;
    }
    std::size_t free = 0;
    while (free < handles_.size() && handles_[free].kind != HandleKind::Closed) ++free;
    if (free == kMostHandles) return EMFILE;
    if (free == handles_.size()) handles_.emplace_back();
    handles_[free] = made;
    handle = static_cast<std::uint32_t>(free + 1);
    return 0;
  }
  HandleKind kind(std::uint32_t handle) const {
    return handle - 1 < handles_.size() ? handles_[handle - 1].kind : HandleKind::Closed;
  }
  // The following are for handles that are open; the console has no length and no position.
  void close(std::uint32_t handle) { handles_[handle - 1] = {}; }
  bool reads(std::uint32_t handle) const { return handles_[handle - 1].reads; }
  bool writes(std::uint32_t handle) const { return handles_[handle - 1].writes; }
  std::uint32_t length(std::uint32_t handle) const { return contents(handle).bytes(); }
  void seek(std::uint32_t handle, std::uint32_t position) { handles_[handle - 1].position = position; }
  // How many of `most` bytes there are before the end of the file.
  std::uint32_t left(std::uint32_t handle, std::uint32_t most) const {
    const std::uint32_t position = handles_[handle - 1].position, size = length(handle);
    return position < size ? std::min(most, size - position) : 0;
  }
  // Requires left(handle, 1).
  Byte next(std::uint32_t handle) {
    Handle& from = handles_[handle - 1];
    return files_[from.file].contents->read(from.position++);
  }
  // Writes `count` bytes at the handle's position, `byte(i)` each, and for `host`, which has them as numbers, also
  // below `directory`.
  template <class GetByte>
  int write(std::uint32_t handle, std::uint32_t count, GetByte&& byte, std::span<const std::uint8_t> host,
            Directory* directory) {
    Handle& to = handles_[handle - 1];
    File& file = files_[to.file];
    if (to.appends) to.position = file.contents->bytes();
    if (to.position > kMostBytes || count > kMostBytes - to.position) return EFBIG;
    if (count == 0) return 0;
    if (directory && !file.name.empty() && !host.empty()) {
      const std::uint32_t total = std::max(file.contents->bytes(), to.position + count);
      if (const int error = directory->write(file.name, to.position, host, total)) return error;
    }
    Contents& contents = own(file);
    while (contents.bytes() < to.position) contents.write(contents.bytes(), Byte{});
    for (std::uint32_t i = 0; i < count; ++i) contents.write(to.position + i, byte(i));
    to.position += count;
    return 0;
  }
  int remove(const std::string& name, Directory* directory) {
    std::string usual;
    if (const int error = look_up(name, directory, usual)) return error;
    const std::optional<std::size_t> file = names_.at(usual);
    if (!file) return ENOENT;
    if (const int error = directory->remove(usual)) return error;
    files_[*file].name.clear();
    names_[usual].reset();
    return 0;
  }
  int rename(const std::string& from, const std::string& to, Directory* directory) {
    std::string old_name, new_name;
    if (const int error = look_up(from, directory, old_name)) return error;
    const std::optional<std::size_t> file = names_.at(old_name);
    if (!file) return ENOENT;
    if (const int error = look_up(to, directory, new_name)) return error;
    if (old_name == new_name) return 0;
    if (const int error = directory->has_parent(new_name)) return error;
    if (const int error = directory->rename(old_name, new_name)) return error;
    if (const auto replaced = names_.at(new_name)) files_[*replaced].name.clear();
    files_[*file].name = new_name;
    names_[new_name] = file;
    names_[old_name].reset();
    return 0;
  }
  std::uint32_t error() const { return error_; }
  void set_error(int error) { error_ = static_cast<std::uint32_t>(error); }

  friend bool operator==(const HostFiles& a, const HostFiles& b) {
    return a.handles_ == b.handles_ && a.names_ == b.names_ && a.error_ == b.error_ && a.files_ == b.files_;
  }

 private:
  struct File {
    std::string name;  // below the directory; empty if there is no name any more
    std::shared_ptr<Contents> contents;
    friend bool operator==(const File& a, const File& b) {
      return a.name == b.name && (a.contents == b.contents || *a.contents == *b.contents);
    }
  };
  struct Handle {
    HandleKind kind = HandleKind::Closed;
    bool reads = false, writes = false, appends = false;
    std::size_t file = 0;
    std::uint32_t position = 0;
    friend bool operator==(const Handle&, const Handle&) = default;
  };

  const Contents& contents(std::uint32_t handle) const { return *files_[handles_[handle - 1].file].contents; }
  static Contents& own(File& file) {
    if (file.contents.use_count() > 1) file.contents = std::make_shared<Contents>(*file.contents);
    return *file.contents;
  }
  std::size_t add(std::string name, const std::vector<std::uint8_t>& bytes) {
    std::size_t at = 0;
    while (at < files_.size() && is_in_use(at)) ++at;
    if (at == files_.size()) files_.emplace_back();
    files_[at] = {std::move(name), std::make_shared<Contents>(bytes)};
    return at;
  }
  bool is_in_use(std::size_t file) const {
    return !files_[file].name.empty() || std::ranges::any_of(handles_, [&](const Handle& handle) {
      return handle.kind == HandleKind::File && handle.file == file;
    });
  }
  // Finds out what a name stands for, in names_.
  int look_up(const std::string& name, Directory* directory, std::string& usual) {
    if (!directory) return ENOENT;
    const auto below = Directory::name_below(name);
    if (!below) return EACCES;
    usual = *below;
    if (names_.contains(usual)) return 0;
    int error = 0;
    const Directory::Bytes bytes = directory->read(usual, error);
    if (bytes) {
      names_[usual] = add(usual, *bytes);
    } else if (error == ENOENT) {
      names_[usual] = std::nullopt;
    } else {
      return error;
    }
    return 0;
  }
  // `how`: 0 the file must be there, 1 it is emptied, 2 it is kept.
  int open_file(const std::string& name, std::uint32_t how, Directory* directory, std::size_t& file) {
    std::string usual;
    if (const int error = look_up(name, directory, usual)) return error;
    std::optional<std::size_t> found = names_.at(usual);
    if (!found && how == 0) return ENOENT;
    if (!found) {
      if (const int error = directory->has_parent(usual)) return error;
    }
    if (!found || how == 1) {
      if (const int error = directory->create(usual)) return error;
    }
    if (!found) {
      found = names_[usual] = add(usual, {});
    } else if (how == 1) {
      files_[*found].contents = std::make_shared<Contents>(std::vector<std::uint8_t>());
    }
    file = *found;
    return 0;
  }

  std::vector<File> files_;
  std::map<std::string, std::optional<std::size_t>> names_;  // what the firmware has asked for; nothing: no such file
  std::vector<Handle> handles_;
  std::uint32_t error_ = 0;
};

// Contents that are numbers.
class PlainContents {
 public:
  using Byte = std::uint8_t;
  explicit PlainContents(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(bytes_.size()); }
  Byte read(std::uint32_t position) const { return bytes_[position]; }
  void write(std::uint32_t position, Byte byte) {
    if (position == bytes_.size()) {
      bytes_.push_back(byte);
    } else {
      bytes_[position] = byte;
    }
  }
  friend bool operator==(const PlainContents&, const PlainContents&) = default;

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace janus::hart
