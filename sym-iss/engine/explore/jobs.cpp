#include "engine/explore/jobs.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/explore/checkpoint.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/judgement.h"
#include "engine/explore/limits.h"
#include "engine/explore/refusals.h"
#include "engine/explore/results.h"
#include "engine/state/varint.h"
#include "support/error.h"

namespace janus::engine {
namespace {

constexpr char kOrigin[] = "a message between processes";

// A socket to another process. A message is its length, 8 bytes, and so many bytes.
class Connection {
 public:
  explicit Connection(int socket) : socket_(socket) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { ::close(socket_); }

  int socket() const { return socket_; }
  bool send(const std::string& message) const {
    const std::uint64_t length = message.size();
    return send_all(reinterpret_cast<const char*>(&length), sizeof length) && send_all(message.data(), length);
  }
  // Nothing if the other process is gone.
  std::optional<std::string> receive() const {
    std::uint64_t length = 0;
    if (!receive_all(reinterpret_cast<char*>(&length), sizeof length)) return std::nullopt;
    std::string message(length, '\0');
    if (!receive_all(message.data(), length)) return std::nullopt;
    return message;
  }

 private:
  bool send_all(const char* bytes, std::size_t left) const {
    while (left > 0) {
      const ssize_t sent = ::send(socket_, bytes, left, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      bytes += sent;
      left -= static_cast<std::size_t>(sent);
    }
    return true;
  }
  bool receive_all(char* bytes, std::size_t left) const {
    while (left > 0) {
      const ssize_t received = ::recv(socket_, bytes, left, 0);
      if (received < 0 && errno == EINTR) continue;
      if (received <= 0) return false;
      bytes += received;
      left -= static_cast<std::size_t>(received);
    }
    return true;
  }

  const int socket_;
};

// Waiting states that one worker explores. Without a frontier: all, from the beginning.
struct Piece {
  std::shared_ptr<const Frontier> frontier;
  unsigned failures = 0;  // workers that died of it

  std::uint64_t leaves() const { return frontier ? frontier->leaves() : 1; }
};

// What a worker is to do with its piece.
struct Order {
  std::uint64_t milliseconds = 0;
  std::uint64_t pieces = 1;  // at most, into which it divides what is left
  Piece piece{};

  std::string text() const {
    std::string text;
    append_varint(text, milliseconds);
    append_varint(text, pieces);
    return piece.frontier ? text + piece.frontier->text() : text;
  }
  static Order parse(const std::string& text) {
    Order order;
    std::size_t at = 0;
    order.milliseconds = read_varint(text, at).value_or(0);
    order.pieces = read_varint(text, at).value_or(1);
    if (at < text.size()) order.piece.frontier = Frontier::parse(text.substr(at), kOrigin);
    return order;
  }
};

// What a worker has done, and what is left of its piece.
struct Report {
  ExplorationResult result;
  std::string limit;  // that ended the slice; empty: none that matters to others
  std::vector<hart::Inspection> inspections;
  std::vector<std::shared_ptr<const Frontier>> left;

  std::string text() const {
    nlohmann::json told = nlohmann::json::array();
    for (const hart::Inspection& one : inspections) {
      told.push_back({static_cast<std::uint32_t>(one.code), one.pc, one.name, one.value});
    }
    std::string text;
    const auto append = [&text](const std::string& part) {
      append_varint(text, part.size());
      text += part;
    };
    append(text_of(Checkpoint{{}, {result, 0, nullptr}, {}}));
    append(limit);
    append(told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    for (const auto& piece : left) append(piece->text());
    return text;
  }
  static Report parse(const std::string& text) {
    std::size_t at = 0;
    const auto next = [&] {
      const std::uint64_t size = read_varint(text, at).value_or(0);
      at += size;
      return text.substr(at - size, size);
    };
    Report report;
    report.result = parse_checkpoint(next(), kOrigin).snapshot.so_far;
    report.limit = next();
    for (const auto& one : nlohmann::json::parse(next())) {
      report.inspections.push_back({static_cast<isa::HookCode>(one.at(0).get<std::uint32_t>()),
                                    one.at(1).get<std::uint32_t>(), one.at(2).get<std::string>(),
                                    one.at(3).get<std::string>()});
    }
    while (at < text.size()) report.left.push_back(Frontier::parse(next(), kOrigin));
    return report;
  }
};

Report carry_out(const Order& order, const support::FirmwareImage& image, ExplorationConfig config) {
  Report report;
  ExplorationEvents events;
  events.on_inspection = [&report](const hart::Inspection& one) { report.inspections.push_back(one); };
  if (order.piece.frontier) {
    config.resumed = std::make_shared<const Snapshot>(Snapshot{{}, 0, order.piece.frontier});
  }
  const auto run = start_exploration(image, config, events);
  run->limit_slice({.seconds = static_cast<double>(order.milliseconds) / 1000, .terms = std::uint64_t{1} << 22});
  run->run();
  report.result = run->so_far();
  if (report.result.waiting > 0) report.left = run->pieces(order.pieces);
  const ExplorationResult end = run->finish();
  if (!end.gave_up.empty() && end.gave_up.front().starts_with("--max-memory")) report.limit = end.gave_up.front();
  return report;
}

[[noreturn]] void work(const Connection& launcher, const support::FirmwareImage& image,
                       const ExplorationConfig& config) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGINT, SIG_IGN);  // the launcher decides
  ::signal(SIGTERM, SIG_IGN);
  while (const auto order = launcher.receive()) {
    if (!launcher.send(carry_out(Order::parse(*order), image, config).text())) break;
  }
  ::_exit(0);
}

class Launcher {
 public:
  Launcher(const support::FirmwareImage& image, ExplorationConfig config, const ExplorationEvents& events,
           unsigned jobs)
      : image_(image), config_(std::move(config)), events_(events), limits_(config_.limits, config_.interrupted) {
    workers_.resize(jobs);
    pieces_.push_back({});
  }
  ~Launcher() {
    for (Worker& worker : workers_) stop(worker);
  }
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  ExplorationResult run() {
    for (Worker& worker : workers_) start(worker);
    while (!is_over()) {
      for (Worker& worker : workers_) give(worker);
      wait();
      if (events_.on_progress) tell_progress();
    }
    for (Worker& worker : workers_) {
      if (worker.piece) pieces_.push_back(*worker.piece);
      stop(worker);
    }
    for (const Piece& piece : pieces_) total_.waiting += piece.leaves();
    total_.seconds = limits_.elapsed();
    total_.repeatable = total_.overdue == 0 && !limits_.measured();
    judge(total_, config_.limits, violated_);
    return std::move(total_);
  }

 private:
  static constexpr unsigned kMostFailures = 3;  // of one piece

  struct Worker {
    pid_t process = -1;
    std::unique_ptr<Connection> connection{};
    std::optional<Piece> piece{};  // that it explores
  };

  void start(Worker& worker) {
    int sockets[2];
    std::fflush(nullptr);
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) cannot_start();
    const pid_t process = ::fork();
    if (process < 0) cannot_start();
    if (process == 0) {
      for (Worker& other : workers_) other.connection.reset();
      ::close(sockets[0]);
      const Connection launcher(sockets[1]);
      try {
        work(launcher, image_, config_);
      } catch (...) {  // as if it had been killed
        ::_exit(1);
      }
    }
    ::close(sockets[1]);
    worker.process = process;
    worker.connection = std::make_unique<Connection>(sockets[0]);
  }
  [[noreturn]] static void cannot_start() {
    throw support::InputError(fmt::format("--jobs: a process cannot be started: {}", std::strerror(errno)),
                              support::exit_code::kInternal);
  }
  static void stop(Worker& worker) {
    if (worker.process < 0) return;
    worker.connection.reset();
    ::kill(worker.process, SIGKILL);
    ::waitpid(worker.process, nullptr, 0);
    worker.process = -1;
  }

  bool is_over() {
    const bool busy = std::ranges::any_of(workers_, [](const Worker& worker) { return worker.piece.has_value(); });
    if (pieces_.empty() && !busy) return true;
    if (violated_ && config_.stop_at_first) return true;
    if (!total_.gave_up.empty()) return true;
    if (auto reason = limits_.reached({.paths = total_.paths, .forks = total_.hart.forks})) {
      total_.gave_up.push_back(std::move(*reason));
      return true;
    }
    return false;
  }

  // Few pieces, or idle workers: short slices, and what is left in many pieces.
  void give(Worker& worker) {
    if (worker.piece || pieces_.empty()) return;
    const bool scarce = pieces_.size() <= workers_.size();
    const bool first = !pieces_.front().frontier;
    worker.piece = std::move(pieces_.front());
    pieces_.pop_front();
    const Order order{first ? 50U : scarce ? 400U : 2000U, scarce ? 2 * workers_.size() : 1, *worker.piece};
    if (!worker.connection->send(order.text())) died(worker);
  }

  void wait() {
    std::vector<pollfd> sockets;
    for (const Worker& worker : workers_) sockets.push_back({worker.connection->socket(), POLLIN, 0});
    constexpr int kMilliseconds = 50;
    if (::poll(sockets.data(), sockets.size(), kMilliseconds) <= 0) return;
    for (std::size_t i = 0; i < sockets.size(); ++i) {
      if (sockets[i].revents == 0) continue;
      const auto message = workers_[i].connection->receive();
      if (message) {
        take(workers_[i], Report::parse(*message));
      } else {
        died(workers_[i]);
      }
    }
  }

  void take(Worker& worker, Report report) {
    worker.piece.reset();
    for (const auto& frontier : report.left) pieces_.push_back({frontier});
    for (const hart::Inspection& one : report.inspections) {
      if (events_.on_inspection) events_.on_inspection(one);
    }
    const std::size_t known = total_.findings.size();
    add_result(total_, std::move(report.result));
    total_.waiting = 0;
    if (!report.limit.empty()) total_.gave_up.push_back(std::move(report.limit));
    for (std::size_t i = known; i < total_.findings.size(); ++i) {
      const Finding& finding = total_.findings[i];
      violated_ = violated_ || consequence_of(finding.test_case.ending) == Consequence::Violation;
      if (events_.on_finding) events_.on_finding(finding);
      if (!violated_ || !config_.stop_at_first) continue;
      total_.findings.resize(i + 1, finding);
      break;
    }
  }

  void died(Worker& worker) {
    stop(worker);
    if (worker.piece) {
      if (++worker.piece->failures >= kMostFailures) {
        total_.gave_up.push_back(fmt::format("{} processes in a row died of the same paths", kMostFailures));
      }
      pieces_.push_back(std::move(*worker.piece));
      worker.piece.reset();
    }
    start(worker);
  }

  void tell_progress() {
    if (limits_.elapsed() - last_progress_ < 0.25) return;
    last_progress_ = limits_.elapsed();
    Progress now;
    now.seconds = now.own_seconds = limits_.elapsed_of_all();
    now.done = {total_.paths, total_.hart.instructions, total_.queries};
    for (const Piece& piece : pieces_) now.waiting += piece.leaves();
    for (const Worker& worker : workers_) now.waiting += worker.piece ? worker.piece->leaves() : 0;
    now.findings = total_.findings.size();
    now.memory_bytes = total_.peak_bytes;
    now.limits = config_.limits;
    events_.on_progress(now);
  }

  const support::FirmwareImage& image_;
  const ExplorationConfig config_;
  const ExplorationEvents& events_;
  LimitWatch limits_;
  std::vector<Worker> workers_;
  std::deque<Piece> pieces_;  // that nobody explores
  ExplorationResult total_;
  bool violated_ = false;
  double last_progress_ = 0;  // seconds
};

}  // namespace

ExplorationResult explore_with_jobs(const support::FirmwareImage& image, ExplorationConfig config,
                                    const ExplorationEvents& events, unsigned jobs) {
  config.hart.log = true;
  if (!config.limits.since) config.limits.since = std::chrono::steady_clock::now();
  refuse_impossible(config);  // here, and not in a worker
  image.require_inside(config.hart.ram_base, config.hart.ram_size);
  return Launcher(image, config, events, jobs).run();
}

}  // namespace janus::engine
