// The adapter of tiny.v, and the pattern for your own: translate the pins of the Verilator model to the bus.
#include "Vtiny.h"
#include "harness.h"

namespace rtl {
namespace {

class TinyCore : public Core {
 public:
  explicit TinyCore(Bus bus) : bus_(std::move(bus)) {}

  void reset() override {
    model_.reset = 1;
    clock(false);
    model_.reset = 0;
  }
  void clock(bool software_interrupt) override {
    model_.software_interrupt = software_interrupt;
    model_.clock = 0;
    model_.eval();
    if (model_.request && !model_.reset) {
      if (model_.strobe)
        bus_.write(model_.address, model_.write, model_.strobe);
      else
        model_.read = bus_.read(model_.address);
    }
    model_.clock = 1;
    model_.eval();
  }

 private:
  Bus bus_;
  Vtiny model_;
};

}  // namespace

std::unique_ptr<Core> make_core(Bus bus) { return std::make_unique<TinyCore>(std::move(bus)); }

}  // namespace rtl
