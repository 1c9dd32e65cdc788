#include "engine/explore/stored_frontiers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "support/contract.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::engine {

StoredFrontiers::~StoredFrontiers() {
  std::error_code ignored;
  for (const Stored& one : stored_) {
    if (!one.frontier) std::filesystem::remove(one.file, ignored);
  }
}

void StoredFrontiers::add(std::vector<std::shared_ptr<const Frontier>> frontiers) {
  for (auto& frontier : frontiers) {
    if (frontier->leaves() == 0) continue;
    leaves_ += frontier->leaves();
    bytes_ += frontier->text().size();
    stored_.push_back({frontier, {}, frontier->leaves()});
  }
  if (spills() && bytes_ > most_) spill();
}

void StoredFrontiers::spill() {
  for (Stored& one : stored_) {
    if (bytes_ <= most_) break;
    if (!one.frontier) continue;
    const std::filesystem::path file = directory_ / fmt::format("janus-spill-{}-{}", ::getpid(), ++files_);
    try {
      support::write_text_file(file, one.frontier->text());
    } catch (const support::InputError&) {
      break;
    }
    bytes_ -= one.frontier->text().size();
    one.frontier.reset();
    one.file = file;
  }
}

std::shared_ptr<const Frontier> StoredFrontiers::load(const Stored& stored) {
  if (stored.frontier) return stored.frontier;
  return Frontier::parse(support::read_text_file(stored.file), stored.file.string());
}

std::shared_ptr<const Frontier> StoredFrontiers::take() {
  JANUS_REQUIRE(!stored_.empty());
  const Stored last = std::move(stored_.back());
  stored_.pop_back();
  leaves_ -= last.leaves;
  auto frontier = load(last);
  if (last.frontier) {
    bytes_ -= frontier->text().size();
  } else {
    std::error_code ignored;
    std::filesystem::remove(last.file, ignored);
  }
  return frontier;
}

std::vector<std::shared_ptr<const Frontier>> StoredFrontiers::all() const {
  std::vector<std::shared_ptr<const Frontier>> frontiers;
  for (const Stored& one : stored_) frontiers.push_back(load(one));
  return frontiers;
}

}  // namespace janus::engine
