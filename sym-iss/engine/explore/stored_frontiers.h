// Frontiers that wait to be explored, in memory or in files of a directory (--spill).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/state/frontier.h"

namespace janus::engine {

// A stack. Not thread-safe. Removes its files when it ends.
class StoredFrontiers {
 public:
  static constexpr std::uint64_t kBytesInMemory = std::uint64_t{8} << 20;

  // `directory`: where frontiers go, the oldest first, while there are more than `most` bytes of them in memory; empty:
  // nowhere. A frontier that cannot be written, since the disk is full, stays in memory.
  explicit StoredFrontiers(std::filesystem::path directory, std::uint64_t most = kBytesInMemory)
      : directory_(std::move(directory)), most_(most) {}
  StoredFrontiers(const StoredFrontiers&) = delete;
  StoredFrontiers& operator=(const StoredFrontiers&) = delete;
  ~StoredFrontiers();

  bool spills() const { return !directory_.empty(); }
  bool empty() const { return stored_.empty(); }
  std::uint64_t leaves() const { return leaves_; }  // states

  void add(std::vector<std::shared_ptr<const Frontier>> frontiers);
  // The one that was added last; there must be one. Throws support::InputError if its file cannot be read any more.
  std::shared_ptr<const Frontier> take();
  // All of them. The same errors.
  std::vector<std::shared_ptr<const Frontier>> all() const;

 private:
  struct Stored {
    std::shared_ptr<const Frontier> frontier;  // null: in the file
    std::filesystem::path file;
    std::uint64_t leaves;
  };
  static std::shared_ptr<const Frontier> load(const Stored& stored);
  void spill();

  const std::filesystem::path directory_;
  const std::uint64_t most_;  // bytes in memory
  std::vector<Stored> stored_;
  std::uint64_t leaves_ = 0, bytes_ = 0;  // bytes in memory
  std::uint64_t files_ = 0;               // written so far
};

}  // namespace janus::engine
