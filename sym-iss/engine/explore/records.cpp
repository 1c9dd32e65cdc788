#include "engine/explore/records.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace janus::engine {

using nlohmann::json;

Records Records::of(const program::ExecutionCounts* counts, const WorkProfile* profile) {
  Records records;
  if (counts) {
    counts->for_each(
        [&](std::uint32_t pc, const auto& count) { records.counts.emplace_back(pc, count.executed, count.taken); });
    std::ranges::sort(records.counts);
  }
  if (!profile) return records;
  for (const auto& [pc, work] : profile->by_place()) records.work.emplace_back(pc, work);
  records.dearest.assign(profile->dearest().begin(), profile->dearest().end());
  return records;
}

Records Records::without_counts_of(const Records& earlier) && {
  auto before = earlier.counts.begin();  // both are sorted, and counts only grow
  for (auto& [pc, executed, taken] : counts) {
    if (before == earlier.counts.end() || std::get<0>(*before) != pc) continue;
    executed -= std::get<1>(*before);
    taken -= std::get<2>(*before);
    ++before;
  }
  std::erase_if(counts, [](const auto& count) { return std::get<1>(count) == 0; });
  return std::move(*this);
}

bool Records::have_news_for(const program::ExecutionCounts& others) const {
  return std::ranges::any_of(counts, [&others](const auto& count) {
    const auto& [pc, executed, taken] = count;
    const auto known = others.at(pc);
    return (taken > 0 && known.taken == 0) || (executed > taken && known.executed == known.taken);
  });
}

void Records::add_to(program::ExecutionCounts* counts, WorkProfile* profile) const {
  for (const auto& [pc, executed, taken] : this->counts) {
    if (counts) counts->add(pc, executed, taken);
  }
  if (!profile) return;
  for (const auto& [pc, one] : work) profile->add(pc, one);
  for (const DearQuestion& question : dearest) profile->add(question);
}

json json_of(const Records& records) {
  json entry{{"counts", records.counts}, {"work", json::array()}, {"dearest", json::array()}};
  for (const auto& [pc, work] : records.work)
    entry["work"].push_back({pc, work.forks, work.ended, work.questions, work.nanoseconds});
  for (const DearQuestion& one : records.dearest) {
    entry["dearest"].push_back(
        {one.nanoseconds, one.pc, one.nodes, one.conjuncts, static_cast<unsigned>(one.answer), one.text});
  }
  return entry;
}

Records records_of(const json& entry) {
  Records records;
  entry.at("counts").get_to(records.counts);
  for (const json& one : entry.at("work")) {
    records.work.push_back({one.at(0),
                            {.instructions = 0,
                             .forks = one.at(1),
                             .ended = one.at(2),
                             .waiting = 0,
                             .questions = one.at(3),
                             .nanoseconds = one.at(4)}});
  }
  for (const json& one : entry.at("dearest")) {
    records.dearest.push_back({.nanoseconds = one.at(0),
                               .pc = one.at(1),
                               .nodes = one.at(2),
                               .conjuncts = one.at(3),
                               .answer = static_cast<solver::Answer>(std::min(one.at(4).get<unsigned>(), 2U)),
                               .text = one.at(5)});
  }
  return records;
}

}  // namespace janus::engine
