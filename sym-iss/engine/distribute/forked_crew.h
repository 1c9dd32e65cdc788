// Workers that are forks of this process, behind sockets. A worker that dies is replaced by another fork.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <vector>

#include "engine/distribute/crew.h"

namespace janus::engine {

class ForkedCrew : public Crew {
 public:
  // `work` is a worker's life, in a process of its own. This process must have no other threads.
  // Throws support::InputError if a process cannot be started.
  ForkedCrew(std::size_t size, std::function<void(Link&)> work);
  ForkedCrew(const ForkedCrew&) = delete;
  ForkedCrew& operator=(const ForkedCrew&) = delete;
  ~ForkedCrew() override;  // kills the workers

  std::size_t size() const override { return workers_.size(); }
  void send(std::size_t worker, const std::string& order) override;
  void hurry(std::size_t worker) override;
  std::vector<News> wait(unsigned milliseconds) override;
  bool replace(std::size_t worker) override;

 private:
  struct Worker {
    pid_t process = -1;
    int socket = -1;
  };
  void start(Worker& worker);
  static void stop(Worker& worker);

  const std::function<void(Link&)> work_;
  std::vector<Worker> workers_;
};

}  // namespace janus::engine
