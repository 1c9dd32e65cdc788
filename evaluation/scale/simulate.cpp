// Simulates explorations by up to 10,000 workers, by discrete events, on recorded trees (record_tree.cpp): the policy
// of engine/distribute/launcher.cpp with measured costs.
//
//   simulate TREE [TREE2] [NAME=VALUE ...]
//
// With two trees, each path of the first goes on with the second, so that a tree of ten million paths needs no more
// memory than two small ones. Prints, for each number of workers, the efficiency: the time of one worker without
// messages, divided by number and time of the workers.
//
// Costs, in microseconds: latency (of a message), report and piece (of the launcher, for each report and for each piece
// in it), begin (of a worker, for each order), back (of a worker, for each state that it brings back).
// Policy, in milliseconds: slice, look (how often a worker looks for messages), least and least_each (a worker explores
// for so long, or so long for each that is busy, before it is hurried); most (states that become pieces of their own).
// workers: only that many.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <queue>
#include <string>
#include <vector>

namespace {

struct Tree {
  std::vector<float> microseconds;
  std::vector<std::uint32_t> forks, size;  // size: of the subtree that begins with the path

  explicit Tree(const std::string& file) {
    std::ifstream in(file);
    double time = 0;
    std::uint32_t count = 0;
    while (in >> time >> count) {
      microseconds.push_back(static_cast<float>(time));
      forks.push_back(count);
    }
    repair();
    size.assign(microseconds.size(), 1);
    for (std::size_t i = size.size(); i-- > 0;) {
      std::size_t child = i + 1;
      for (std::uint32_t k = 0; k < forks[i] && child < size.size(); ++k) {
        size[i] += size[child];
        child += size[child];
      }
    }
  }
  // A recording that was cut off lacks the last paths: forks without one are dropped.
  void repair() {
    std::uint64_t open = 1;
    for (const std::uint32_t count : forks) open = open - 1 + count;
    for (std::size_t i = forks.size(); i-- > 0 && open > 0;) {
      const auto dropped = static_cast<std::uint32_t>(std::min<std::uint64_t>(open, forks[i]));
      forks[i] -= dropped;
      open -= dropped;
    }
  }
};

struct State {
  std::uint32_t outer = 0, inner = 0;
};

// All paths of the first tree, each followed by all of the second.
class Product {
 public:
  Product(Tree outer, Tree inner) : outer_(std::move(outer)), inner_(std::move(inner)) {}

  // Runs a path; appends what it forks off, the last one last.
  double run(State state, std::vector<State>& forked) const {
    double time = inner_.microseconds[state.inner];
    const std::size_t first = forked.size();
    if (state.inner == 0) {
      time += outer_.microseconds[state.outer];
      children(outer_, state.outer, [&](std::uint32_t child) { forked.push_back({child, 0}); });
      std::reverse(forked.begin() + static_cast<std::ptrdiff_t>(first), forked.end());
    }
    const std::size_t second = forked.size();
    children(inner_, state.inner, [&](std::uint32_t child) { forked.push_back({state.outer, child}); });
    std::reverse(forked.begin() + static_cast<std::ptrdiff_t>(second), forked.end());
    return time;
  }
  std::uint64_t paths() const { return std::uint64_t{outer_.size.size()} * inner_.size.size(); }

 private:
  template <class Use>
  static void children(const Tree& tree, std::uint32_t path, Use use) {
    std::uint32_t child = path + 1;
    for (std::uint32_t k = 0; k < tree.forks[path] && child < tree.size.size(); ++k) {
      use(child);
      child += tree.size[child];
    }
  }
  const Tree outer_, inner_;
};

struct Costs {
  std::map<std::string, double> values{{"latency", 50},      {"report", 15},  {"piece", 1},  {"begin", 150},
                                       {"back", 5},          {"slice", 2000}, {"look", 1},   {"least", 2},
                                       {"least_each", 0.03}, {"most", 4},     {"workers", 0}};
  double operator[](const std::string& name) const { return values.at(name); }
};

using Piece = std::vector<State>;

struct Outcome {
  double seconds = 0, busy = 0;  // of the exploration; of its launcher
  std::uint64_t orders = 0, yields = 0;
};

class Simulation {
 public:
  Simulation(const Product& tree, const Costs& costs, std::size_t workers)
      : tree_(tree), costs_(costs), workers_(workers) {}

  // Two kinds of events: a worker looks up, and a report arrives. The launcher handles one report after the other.
  Outcome run() {
    pieces_.push_back({State{}});
    for (std::size_t i = 0; i < workers_.size(); ++i) idle_.push_back(i);
    give();
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      if (event.worker == kNobody) {
        ticks_ = false;
        now_ = std::max(now_, event.time);
        give();
      } else if (event.arrives) {
        hear(event);
      } else {
        look(event);
      }
    }
    outcome_.seconds = now_ * 1e-6;
    return outcome_;
  }

 private:
  struct Worker {
    Piece piece;
    double began = 0, told = kNever;  // to yield
    bool is_busy = false;
  };
  struct Event {
    double time;
    std::size_t worker;
    bool arrives;
    bool operator<(const Event& other) const { return time > other.time; }
  };
  static constexpr double kNever = 1e300;
  static constexpr std::size_t kNobody = ~std::size_t{0};

  void launcher_spends(double microseconds) {
    now_ += microseconds;
    outcome_.busy += microseconds * 1e-6;
  }

  void hear(const Event& event) {
    now_ = std::max(now_, event.time);
    Worker& worker = workers_[event.worker];
    auto left = divided(worker.piece);
    launcher_spends(costs_["report"] + costs_["piece"] * static_cast<double>(left.size()));
    for (Piece& piece : left) pieces_.push_back(std::move(piece));
    worker = {};
    --busy_;
    idle_.push_back(event.worker);
    give();
  }

  void give() {
    while (!idle_.empty() && !pieces_.empty()) {
      const std::size_t index = idle_.front();
      idle_.pop_front();
      Worker& worker = workers_[index];
      worker.piece = std::move(pieces_.front());
      pieces_.pop_front();
      worker.is_busy = true;
      ++busy_;
      ++outcome_.orders;
      launcher_spends(costs_["piece"]);
      worker.began = now_ + costs_["latency"];
      const double back = costs_["begin"] + costs_["back"] * static_cast<double>(worker.piece.size());
      events_.push({worker.began + back, index, false});
    }
    if (idle_.empty()) return;
    const double least = 1000 * std::max(costs_["least"], costs_["least_each"] * static_cast<double>(busy_));
    // Nothing is left to give: those who have explored for a while yield, the one that began first at first.
    const auto most = static_cast<std::size_t>(costs_["most"]);
    std::size_t wanted = (idle_.size() + most - 1) / most;
    for (std::size_t i = 0; i < workers_.size() && wanted > 0; ++i) {
      next_ = (next_ + 1) % workers_.size();
      Worker& worker = workers_[next_];
      if (!worker.is_busy || worker.told != kNever || now_ - worker.began < least) continue;
      launcher_spends(costs_["piece"]);
      worker.told = now_ + costs_["latency"];
      ++outcome_.yields;
      --wanted;
    }
    if (wanted == 0 || busy_ == 0 || ticks_) return;
    ticks_ = true;  // who has just begun may yield by then
    events_.push({now_ + least, kNobody, false});
  }

  void look(const Event& event) {
    Worker& worker = workers_[event.worker];
    double time = event.time;
    const double end = time + costs_["look"] * 1000;
    const bool yields = worker.told <= time || time - worker.began > costs_["slice"] * 1000;
    if (!yields) {
      while (!worker.piece.empty() && time < end) {
        const State state = worker.piece.back();
        worker.piece.pop_back();
        time += tree_.run(state, worker.piece);
      }
    }
    const bool is_over = yields || worker.piece.empty();
    events_.push({is_over ? time + costs_["latency"] : time, event.worker, is_over});
  }

  // While pieces are scarce: the oldest states are a piece each, and all others together are one.
  std::vector<Piece> divided(const Piece& states) const {
    std::vector<Piece> pieces;
    const bool scarce = pieces_.size() < workers_.size();
    const std::size_t apart =
        scarce && !states.empty() ? std::min(states.size() - 1, static_cast<std::size_t>(costs_["most"])) : 0;
    for (std::size_t i = 0; i < apart; ++i) pieces.push_back({states[i]});
    if (states.size() > apart) pieces.emplace_back(states.begin() + static_cast<std::ptrdiff_t>(apart), states.end());
    return pieces;
  }

  const Product& tree_;
  const Costs& costs_;
  std::vector<Worker> workers_;
  std::deque<std::size_t> idle_;
  std::deque<Piece> pieces_;
  std::priority_queue<Event> events_;
  std::size_t busy_ = 0, next_ = 0;
  bool ticks_ = false;
  double now_ = 0;  // of the launcher
  Outcome outcome_;
};

double time_alone(const Product& tree) {
  std::vector<State> states{{}};
  double microseconds = 0;
  while (!states.empty()) {
    const State state = states.back();
    states.pop_back();
    microseconds += tree.run(state, states);
  }
  return microseconds * 1e-6;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Tree> trees;
  Costs costs;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos) {
      trees.emplace_back(argument);
      if (!trees.back().size.empty()) continue;
    } else if (costs.values.contains(argument.substr(0, equals))) {
      costs.values[argument.substr(0, equals)] = std::strtod(argument.c_str() + equals + 1, nullptr);
      continue;
    }
    std::fprintf(stderr, "simulate: '%s' is neither a tree nor a cost\n", argument.c_str());
    return 64;
  }
  if (trees.empty() || trees.size() > 2) {
    std::fprintf(stderr, "usage: simulate TREE [TREE2] [NAME=VALUE ...]\n");
    return 64;
  }
  Tree one = trees.front();
  one.microseconds = {0};
  one.forks = {0};
  one.size = {1};
  const Product tree(trees.front(), trees.size() == 2 ? trees.back() : one);
  const double alone = time_alone(tree);
  std::printf("%llu paths, %.1f s for one worker\n", static_cast<unsigned long long>(tree.paths()), alone);
  std::printf("workers  efficiency  seconds  orders  yields  launcher busy\n");
  std::vector<std::size_t> numbers{1, 2, 4, 10, 30, 100, 300, 1000, 3000, 10000};
  if (costs["workers"] > 0) numbers = {static_cast<std::size_t>(costs["workers"])};
  for (const std::size_t workers : numbers) {
    const Outcome outcome = Simulation(tree, costs, workers).run();
    std::printf("%7zu  %10.2f  %7.2f  %6llu  %6llu  %12.0f%%\n", workers,
                alone / (outcome.seconds * static_cast<double>(workers)), outcome.seconds,
                static_cast<unsigned long long>(outcome.orders), static_cast<unsigned long long>(outcome.yields),
                100 * outcome.busy / outcome.seconds);
  }
}
