// A thread with a large stack: Z3 and walks over large terms recurse deeply. The system allocates only the pages of the
// stack that are used.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>
#include <memory>

#include "support/contract.h"

namespace janus::support {

class DeepThread {
 public:
  static constexpr std::size_t kStackBytes = std::size_t{64} << 20;

  // Runs `job`, which must not throw. join() or detach() must be called before the end of the object.
  explicit DeepThread(std::function<void()> job) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    auto own = std::make_unique<std::function<void()>>(std::move(job));
    const int problem = pthread_create(&thread_, &attributes, &work, own.get());
    JANUS_REQUIRE(problem == 0);
    own.release();
    pthread_attr_destroy(&attributes);
  }
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

  void join() { pthread_join(thread_, nullptr); }
  void detach() { pthread_detach(thread_); }

 private:
  static void* work(void* argument) {
    const std::unique_ptr<std::function<void()>> job(static_cast<std::function<void()>*>(argument));
    (*job)();
    return nullptr;
  }

  pthread_t thread_{};
};

}  // namespace janus::support
