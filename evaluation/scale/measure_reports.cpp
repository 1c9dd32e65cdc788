// Measures what the launcher needs for a report (engine/distribute/launcher.cpp), for simulate.cpp.
//
//   measure_reports FIRMWARE
// Microseconds are of the processor, in the process of the launcher.
//
// Two processes explore the firmware, and their reports are kept. Then these are told to a launcher again and again by
// workers that do nothing else: inside of this process, one report at a time, which is the launcher's work alone; and
// by processes behind sockets, which answer at once.
#include <atomic>
#include <cstdio>
#include <ctime>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "engine/distribute/forked_crew.h"
#include "engine/distribute/launcher.h"
#include "engine/distribute/messages.h"
#include "engine/distribute/worker.h"
#include "engine/explore/exploration_run.h"
#include "support/error.h"

namespace {

using namespace janus;
using engine::Crew;

constexpr std::uint64_t kReports = 20'000;  // told in one measurement

// Of the processor, in this process.
double microseconds_since(std::clock_t begin) {
  return 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Keeps the reports of another crew.
class RecordingCrew : public Crew {
 public:
  RecordingCrew(Crew& crew, std::vector<std::string>& reports) : crew_(crew), reports_(reports) {}
  std::size_t size() const override { return crew_.size(); }
  void send(std::size_t worker, const std::string& order) override { crew_.send(worker, order); }
  void hurry(std::size_t worker) override { crew_.hurry(worker); }
  std::vector<News> wait(unsigned milliseconds) override {
    std::vector<News> news = crew_.wait(milliseconds);
    for (const News& one : news) reports_.push_back(*one.report);
    return news;
  }
  bool replace(std::size_t worker) override { return crew_.replace(worker); }

 private:
  Crew& crew_;
  std::vector<std::string>& reports_;
};

// Workers that answer every order at once with the next report. Ends the exploration after some.
class ReplayingCrew : public Crew {
 public:
  ReplayingCrew(std::size_t size, const std::vector<std::string>& reports, std::atomic<bool>& over)
      : size_(size), reports_(reports), over_(over) {}
  std::size_t size() const override { return size_; }
  void send(std::size_t worker, const std::string&) override { waiting_.push_back(worker); }
  void hurry(std::size_t) override {}
  std::vector<News> wait(unsigned) override {
    over_ = told_ == kReports;
    if (over_ || waiting_.empty()) return {};
    const std::size_t worker = waiting_.front();
    waiting_.pop_front();
    return {{worker, reports_[told_++ % reports_.size()]}};
  }
  bool replace(std::size_t) override { return false; }

 private:
  const std::size_t size_;
  const std::vector<std::string>& reports_;
  std::atomic<bool>& over_;
  std::deque<std::size_t> waiting_;
  std::uint64_t told_ = 0;
};

engine::ExplorationConfig plain() {
  engine::ExplorationConfig config;
  config.stop_at_first = false;
  config.automatic = false;
  return config;
}

// As many pieces of one state each as there are, so that nobody has to wait.
std::shared_ptr<const engine::Snapshot> many_pieces(const support::FirmwareImage& image) {
  engine::ExplorationConfig config = plain();
  config.searcher = "bfs";
  config.hart.log = true;
  config.limits.forks = 4000;
  const auto run = engine::start_exploration(image, config);
  run->run();
  return std::make_shared<const engine::Snapshot>(engine::Snapshot{run->so_far(), 0, run->pieces(3000)});
}

void tell_at_once(const support::FirmwareImage& image, const std::vector<std::string>& reports, std::size_t workers) {
  std::atomic<bool> over = false;
  engine::ExplorationConfig config = engine::shared_config(image, plain(), workers);
  config.resumed = many_pieces(image);
  config.interrupted = &over;
  ReplayingCrew crew(workers, reports, over);
  const auto begin = std::clock();
  engine::explore_with_crew(image, config, {}, crew);
  std::printf("%zu workers: %.1f us of the launcher for a report\n", workers, microseconds_since(begin) / kReports);
}

void tell_through_sockets(const std::vector<std::string>& reports) {
  engine::ForkedCrew crew(1, [&](engine::Link& link) {
    for (std::size_t i = 0; link.receive(); ++i) link.send(reports[i % reports.size()]);
  });
  const std::string order(200, 'x');
  const auto begin = std::clock();
  for (std::uint64_t i = 0; i < kReports; ++i) {
    crew.send(0, order);
    while (crew.wait(1000).empty()) continue;
  }
  std::printf("sockets: %.1f us of the launcher to send an order and receive a report\n",
              microseconds_since(begin) / kReports);
}

int measure(const char* file) {
  const auto image = support::FirmwareImage::load(file);
  std::vector<std::string> reports;
  {
    const engine::ExplorationConfig config = engine::shared_config(image, plain(), 2);
    engine::ForkedCrew crew(2, [&](engine::Link& link) { engine::work(link, image, config); });
    RecordingCrew recording(crew, reports);
    engine::explore_with_crew(image, config, {}, recording);
  }
  std::size_t bytes = 0, pieces = 0;
  const auto begin = std::clock();
  for (const std::string& report : reports) {
    bytes += report.size();
    pieces += engine::Report::parse(report).left.size();
  }
  const auto count = static_cast<double>(reports.size());
  std::printf("%zu reports of %.0f bytes, with %.1f pieces: %.1f us to read one\n", reports.size(),
              static_cast<double>(bytes) / count, static_cast<double>(pieces) / count,
              microseconds_since(begin) / count);
  for (const std::size_t workers : {2, 100, 1000}) tell_at_once(image, reports, workers);
  tell_through_sockets(reports);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: measure_reports FIRMWARE\n");
    return 64;
  }
  try {
    return measure(argv[1]);
  } catch (const janus::support::InputError& error) {
    std::fprintf(stderr, "measure_reports: %s\n", error.what());
    return error.code();
  }
}
