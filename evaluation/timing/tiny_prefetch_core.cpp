// The adapter of tiny_prefetch.v. Its configuration comes from the environment: TINY_WORDS, TINY_WAIT, TINY_DATA_WAIT
// and TINY_SHARED, which are numbers, 4, 2, 0 and 0 if not given.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "Vtiny_prefetch.h"
#include "harness.h"
#include "tiny_bus.h"

namespace rtl {
namespace {

unsigned char setting(const char* name, unsigned otherwise, unsigned least, unsigned most) {
  const char* const text = std::getenv(name);
  const unsigned long value = text ? std::stoul(text) : otherwise;
  if (value < least || value > most) throw std::runtime_error(std::string(name) + ": out of range");
  return static_cast<unsigned char>(value);
}

class TinyPrefetchCore : public Core {
 public:
  explicit TinyPrefetchCore(Bus bus) : bus_(std::move(bus)) {
    model_.words = setting("TINY_WORDS", 4, 2, 8);
    model_.wait_states = setting("TINY_WAIT", 2, 0, 15);
    model_.data_wait = setting("TINY_DATA_WAIT", 0, 0, 15);
    model_.shared = setting("TINY_SHARED", 0, 0, 1);
  }

  void reset() override {
    model_.reset = 1;
    clock(false);
    model_.reset = 0;
  }
  void clock(bool software_interrupt) override {
    model_.software_interrupt = software_interrupt;
    model_.clock = 0;
    model_.eval();
    if (model_.fetch && !model_.reset) model_.fetch_word = bus_.read(model_.fetch_address);
    serve_data(model_, bus_);
    model_.clock = 1;
    model_.eval();
  }

 private:
  Bus bus_;
  Vtiny_prefetch model_;
};

}  // namespace

std::unique_ptr<Core> make_core(Bus bus) { return std::make_unique<TinyPrefetchCore>(std::move(bus)); }

}  // namespace rtl
