#include "engine/distribute/combined_crew.h"

#include <algorithm>
#include <utility>

namespace janus::engine {
namespace {

class CombinedCrew : public Crew {
 public:
  CombinedCrew(std::unique_ptr<Crew> first, std::unique_ptr<Crew> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  std::size_t size() const override { return first_->size() + second_->size(); }
  void send(std::size_t worker, const std::string& order) override {
    in_first(worker) ? first_->send(worker, order) : second_->send(worker - first_->size(), order);
  }
  void hurry(std::size_t worker) override {
    in_first(worker) ? first_->hurry(worker) : second_->hurry(worker - first_->size());
  }
  std::vector<News> wait(unsigned milliseconds) override {
    constexpr unsigned kMost = 2;  // for one of them, so that nobody waits long for the other
    std::vector<News> news = first_->wait(0);
    std::vector<News> others = second_->wait(news.empty() ? std::min(milliseconds, kMost) : 0);
    for (News& one : others) news.push_back({one.worker + first_->size(), std::move(one.report)});
    return news;
  }
  bool replace(std::size_t worker) override {
    return in_first(worker) ? first_->replace(worker) : second_->replace(worker - first_->size());
  }

 private:
  bool in_first(std::size_t worker) const { return worker < first_->size(); }

  const std::unique_ptr<Crew> first_, second_;
};

}  // namespace

std::unique_ptr<Crew> combined(std::unique_ptr<Crew> first, std::unique_ptr<Crew> second) {
  return std::make_unique<CombinedCrew>(std::move(first), std::move(second));
}

}  // namespace janus::engine
