// The adapter of tiny.v, and the pattern for your own: translate the pins of the Verilator model to the bus.
#include "Vtiny.h"
#include "harness.h"
#include "tiny_bus.h"

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
    model_.fetched = model_.granted = 1;
    if (model_.take && !model_.reset) model_.word = word_at(model_.pc);
    serve_data(model_, bus_);
    model_.clock = 1;
    model_.eval();
  }

 private:
  // The 4 bytes at a multiple of 2.
  std::uint32_t word_at(std::uint32_t address) {
    const std::uint32_t low = bus_.read(address & ~3U);
    return address & 2 ? bus_.read((address & ~3U) + 4) << 16 | low >> 16 : low;
  }

  Bus bus_;
  Vtiny model_;
};

}  // namespace

std::unique_ptr<Core> make_core(Bus bus) { return std::make_unique<TinyCore>(std::move(bus)); }

}  // namespace rtl
