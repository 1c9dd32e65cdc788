// What is large need not be freed if the process is about to end: the system frees all at once, and object by object
// that takes seconds. Only for objects whose destructors do nothing but that. Not thread-safe.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace janus::support {

// Set by who ends the process when what runs now is over.
inline bool& process_ends_next() {
  static bool ends = false;
  return ends;
}

// Frees the object, unless the process is about to end.
inline void drop(std::shared_ptr<void> object) {
  if (!process_ends_next()) return;
  static auto& kept = *new std::vector<std::shared_ptr<void>>;
  kept.push_back(std::move(object));
}

// An object that is freed so behind its scope.
template <class T>
class UntilEnd {
 public:
  template <class... Arguments>
  explicit UntilEnd(Arguments&&... arguments) : object_(std::make_shared<T>(std::forward<Arguments>(arguments)...)) {}
  UntilEnd(const UntilEnd&) = delete;
  UntilEnd& operator=(const UntilEnd&) = delete;
  ~UntilEnd() { drop(std::move(object_)); }
  T* operator->() { return object_.get(); }

 private:
  std::shared_ptr<T> object_;
};

}  // namespace janus::support
