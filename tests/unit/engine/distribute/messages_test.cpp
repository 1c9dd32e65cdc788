// Messages between processes: what is written is read, and what is damaged is refused in one line.
#include "engine/distribute/messages.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/explore/exploration_run.h"
#include "support/error.h"
#include "testing/firmware.h"
#include "testing/random.h"

namespace janus::engine {
namespace {

// Reads a message that may be anything. Whether it is one; otherwise there must be an error of one line.
template <class Message>
bool is_read(const std::string& text) {
  try {
    Message::parse(text);
    return true;
  } catch (const support::InputError& error) {
    const std::string line = error.what();
    EXPECT_TRUE(line.starts_with("a message between processes: ")) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    return false;
  }
}

// What a worker reports of a firmware that has a finding, when it is asked early, with all that can be in a report.
Report full_report() {
  const auto image = support::FirmwareImage::load(testing::firmware_path("bubble_sort_unsafe_3"));
  ExplorationConfig config;
  config.hart.log = true;
  config.stop_at_first = false;
  config.limits.forks = 3;
  config.searcher = "bfs";
  const auto run = start_exploration(image, config);
  run->run();
  Report report;
  report.result = run->so_far();
  report.left = run->largest_apart(1);
  report.limit = "a limit";
  report.inspections.push_back({isa::HookCode::Print, 0x80000010, "a name", "a value\n"});
  report.records.counts = {{0x80000000, 3, 0}, {0x80000004, 1ULL << 40, 2}};
  report.records.work.push_back({0x80000004, {.forks = 5, .nanoseconds = 7}});
  report.records.dearest.push_back(
      {.nanoseconds = 9, .answer = solver::Answer::Unknown, .text = std::string(300, 'q')});
  report.result.techniques.push_back({"a technique", {{"count", 4}}, {"a remark"}});
  report.result.gave_up = {"a reason"};
  Finding finding;
  finding.path = 17;
  finding.stack_pointer = 0x80001000;
  finding.test_case.ending.reason = Termination::AssertFailed;
  finding.test_case.ending.assertion = {{"main", "a.c", 12}, "x < 3"};
  report.result.findings.push_back(finding);
  report.formulas = {"(assert true)"};
  report.examples.push_back(finding.test_case);
  return report;
}

TEST(Messages, HoldAWholeReport) {
  const Report written = full_report();
  const std::string text = written.text();
  const Report read = Report::parse(text);
  EXPECT_EQ(read.text(), text);
  EXPECT_EQ(read.result.hart.forks_at, written.result.hart.forks_at);
  ASSERT_FALSE(read.result.solver.empty());
  EXPECT_EQ(read.result.solver.back().layer, written.result.solver.back().layer);
  EXPECT_EQ(read.result.seconds, written.result.seconds);
  EXPECT_EQ(read.result.ended, written.result.ended);
  ASSERT_EQ(read.left.size(), written.left.size());
  EXPECT_EQ(read.left.front()->text(), written.left.front()->text());
  ASSERT_EQ(read.result.findings.size(), written.result.findings.size());
  const Finding& finding = read.result.findings.back();
  EXPECT_EQ(finding.path, 17U);
  EXPECT_EQ(finding.stack_pointer, 0x80001000);
  ASSERT_TRUE(finding.test_case.ending.assertion);
  EXPECT_EQ(finding.test_case.ending.assertion->place.line, 12U);
  EXPECT_EQ(read.inspections.front().value, "a value\n");
  EXPECT_EQ(read.records.counts, written.records.counts);
  EXPECT_EQ(read.records.dearest.front().answer, solver::Answer::Unknown);
  EXPECT_EQ(read.result.techniques.front().counts, written.result.techniques.front().counts);
  EXPECT_EQ(read.formulas, written.formulas);
  EXPECT_EQ(read.examples.size(), 1U);
}

TEST(Messages, HoldAnOrder) {
  Order order{.milliseconds = 2000, .apart = 4, .paths = 1, .forks = 2, .seconds = 3, .examples = true};
  order.frontier = full_report().left.front();
  const Order read = Order::parse(order.text());
  EXPECT_EQ(read.text(), order.text());
  EXPECT_EQ(read.seconds, 3U);
  EXPECT_TRUE(read.examples && !read.formulas);
  EXPECT_EQ(read.frontier->leaves(), order.frontier->leaves());
}

TEST(Messages, AreRefusedIfAnythingIsDamagedOrMissing) {
  const std::string text = full_report().text();
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    EXPECT_FALSE(is_read<Report>(damaged)) << "byte " << at;
    EXPECT_FALSE(is_read<Report>(text.substr(0, at))) << "cut at " << at;
  }
  EXPECT_FALSE(is_read<Order>(""));
  EXPECT_FALSE(is_read<Order>("\x01" + text.substr(1))) << "another version";
}

// A right sum does not make a message right.
TEST(Messages, AreReadWithCareEvenIfTheSumIsRight) {
  const std::string text = full_report().text(), body = text.substr(9);
  ASSERT_EQ(sealed(body), text);
  testing::Random random(20);
  unsigned refused = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    std::string hostile =
        body.substr(0, random.one_in(4) ? random.below(static_cast<std::uint32_t>(body.size())) : body.size());
    for (unsigned changes = random.below(3); changes > 0 && !hostile.empty(); --changes) {
      hostile[random.below(static_cast<std::uint32_t>(hostile.size()))] = static_cast<char>(random.word());
    }
    refused += !is_read<Report>(sealed(hostile));
  }
  EXPECT_GT(refused, 500U);
  EXPECT_FALSE(is_read<Report>(sealed(std::string(2000, '\xff'))));
  EXPECT_FALSE(is_read<Report>(sealed(body + '\0')));
}

}  // namespace
}  // namespace janus::engine
