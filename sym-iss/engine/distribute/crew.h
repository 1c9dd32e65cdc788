// Processes that explore together: a launcher, which gives pieces of the exploration away and adds up, and workers. The
// launcher sends a worker an order, and the worker answers with one report; then it waits for the next order. The
// launcher may ask for the report earlier, when others have nothing to do. How
// messages travel is the crew's business: over sockets to processes of this machine (forked_crew.h), or by MPI
// (mpi_crew.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace janus::engine {

// The launcher's side. Not thread-safe.
class Crew {
 public:
  virtual ~Crew() = default;
  virtual std::size_t size() const = 0;
  // `worker`, below size(), must be waiting for an order. If it is dead, that is in the news of wait().
  virtual void send(std::size_t worker, const std::string& order) = 0;

  // Wants a report of a worker that has an order, soon. Harmless if the report is under way.
  virtual void hurry(std::size_t worker) = 0;

  struct News {
    std::size_t worker;
    std::optional<std::string> report;  // nothing: the worker has died
  };
  // What has arrived; waits for that, but no longer than so many milliseconds.
  virtual std::vector<News> wait(unsigned milliseconds) = 0;
  // Puts another process in the place of one that has died, which waits for an order. False if there is none.
  virtual bool replace(std::size_t worker) = 0;
};

// A worker's side. Not thread-safe.
class Link {
 public:
  virtual ~Link() = default;
  // Waits for an order. Nothing: there is none any more.
  virtual std::optional<std::string> receive() = 0;
  // False if the launcher is gone.
  virtual bool send(const std::string& report) = 0;
  // What the launcher wants of a worker that has an order.
  enum class Wish {
    None,
    Report,  // soon
    Stop,    // a report is not wanted any more, but must be sent; it may be empty
  };
  virtual Wish wish() = 0;
};

}  // namespace janus::engine
