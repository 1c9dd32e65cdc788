// A device of any type, as a value: a board can have devices that it does not know by their types.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "devices/arrivals.h"
#include "devices/data_sheet.h"
#include "devices/device.h"
#include "devices/plic.h"

namespace janus::devices {

// Whether a board can have several devices of a type: not of those whose lines go to the core, or end the run, and not
// of masters of the bus.
template <class D>
concept MayBeSeveral = !std::same_as<D, Plic> && !Moves<D> && !requires(const D device) {
  device.exit_code();
}
&&!requires(const D device) { device.timer_interrupt(); }
&&!requires(const D device) { device.has_bitten(); };

class AnyDevice {
 public:
  template <class D>
  requires(Device<D> && !std::same_as<D, AnyDevice>) AnyDevice(D device)
      : device_(std::make_unique<Of<D>>(std::move(device))) {}
  AnyDevice(const AnyDevice& other) : device_(other.device_->copy()) {}
  AnyDevice& operator=(const AnyDevice& other) {
    device_ = other.device_->copy();
    return *this;
  }
  AnyDevice(AnyDevice&&) noexcept = default;
  AnyDevice& operator=(AnyDevice&&) noexcept = default;

  std::optional<Datum> read(std::uint32_t offset, unsigned size) { return device_->read(offset, size); }
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) { return device_->write(offset, size, value); }
  Picoseconds next_event() const { return device_->next_event(); }
  void advance_to(Picoseconds time) { device_->advance_to(time); }
  bool shows_time(std::uint32_t offset) const { return device_->shows_time(offset); }
  bool ignores_value(std::uint32_t offset) const { return device_->ignores_value(offset); }
  // False if the devices are of different types.
  bool same_but_for_time(const AnyDevice& other) const { return device_->same_but_for_time(*other.device_); }

  // What not every type has. Without it, the answers are false, null or nothing, and the rest has no effect.
  bool interrupt() const { return device_->interrupt(); }
  bool receives() const { return device_->receives(); }
  void feed(std::vector<Datum> words) { device_->feed(std::move(words)); }
  bool holds_symbols() const { return device_->holds_symbols(); }
  // Adds the symbols that it holds; false if it does not say which.
  bool list_symbols(std::vector<const void*>& symbols) const { return device_->list_symbols(symbols); }
  std::size_t arrived() const { return device_->arrived(); }
  const void* undecided(std::uint32_t offset, bool store) const { return device_->undecided(offset, store); }
  void decide(std::uint32_t bits) { device_->decide(bits); }
  std::uint32_t stored_bits(std::uint32_t offset, unsigned size) const { return device_->stored_bits(offset, size); }
  bool keeps(std::uint32_t offset) const { return device_->keeps(offset); }
  void keep(std::uint32_t offset, Datum value) { device_->keep(offset, value); }
  bool keeps_symbols() const { return device_->keeps_symbols(); }
  void hold(unsigned line) { device_->hold(line); }
  bool can_arrive(unsigned line) const { return device_->can_arrive(line); }
  void arrive(unsigned line) { device_->arrive(line); }
  std::optional<std::uint8_t> take_sent() { return device_->take_sent(); }
  std::string describe() const { return device_->describe(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::unique_ptr<Interface> copy() const = 0;
    virtual std::optional<Datum> read(std::uint32_t offset, unsigned size) = 0;
    virtual bool write(std::uint32_t offset, unsigned size, std::uint32_t value) = 0;
    virtual Picoseconds next_event() const = 0;
    virtual void advance_to(Picoseconds time) = 0;
    virtual bool shows_time(std::uint32_t offset) const = 0;
    virtual bool ignores_value(std::uint32_t offset) const = 0;
    virtual bool same_but_for_time(const Interface& other) const = 0;
    virtual bool interrupt() const = 0;
    virtual bool receives() const = 0;
    virtual void feed(std::vector<Datum> words) = 0;
    virtual bool holds_symbols() const = 0;
    virtual bool list_symbols(std::vector<const void*>& symbols) const = 0;
    virtual std::size_t arrived() const = 0;
    virtual const void* undecided(std::uint32_t offset, bool store) const = 0;
    virtual void decide(std::uint32_t bits) = 0;
    virtual std::uint32_t stored_bits(std::uint32_t offset, unsigned size) const = 0;
    virtual bool keeps(std::uint32_t offset) const = 0;
    virtual void keep(std::uint32_t offset, Datum value) = 0;
    virtual bool keeps_symbols() const = 0;
    virtual void hold(unsigned line) = 0;
    virtual bool can_arrive(unsigned line) const = 0;
    virtual void arrive(unsigned line) = 0;
    virtual std::optional<std::uint8_t> take_sent() = 0;
    virtual std::string describe() const = 0;
  };
  template <class D>
  struct Of : Interface {
    explicit Of(D value) : device(std::move(value)) {}
    std::unique_ptr<Interface> copy() const override { return std::make_unique<Of>(device); }
    std::optional<Datum> read(std::uint32_t offset, unsigned size) override { return device.read(offset, size); }
    bool write(std::uint32_t offset, unsigned size, std::uint32_t value) override {
      return device.write(offset, size, value);
    }
    Picoseconds next_event() const override { return device.next_event(); }
    void advance_to(Picoseconds time) override { device.advance_to(time); }
    bool shows_time(std::uint32_t offset) const override { return device.shows_time(offset); }
    bool ignores_value(std::uint32_t offset) const override { return device.ignores_value(offset); }
    bool same_but_for_time(const Interface& other) const override {
      const auto* same = dynamic_cast<const Of*>(&other);
      return same && device.same_but_for_time(same->device);
    }
    bool interrupt() const override {
      if constexpr (requires { device.interrupt(); }) return device.interrupt();
      return false;
    }
    bool receives() const override { return Receives<D>; }
    void feed([[maybe_unused]] std::vector<Datum> words) override {
      if constexpr (Receives<D>) device.feed(std::move(words));
    }
    bool holds_symbols() const override {
      if constexpr (Receives<D>) return device.holds_symbols();
      return false;
    }
    bool list_symbols([[maybe_unused]] std::vector<const void*>& symbols) const override {
      if constexpr (ListsSymbols<D>) device.list_symbols(symbols);
      return ListsSymbols<D> || !holds_symbols();
    }
    std::size_t arrived() const override {
      if constexpr (Receives<D>) return device.arrived();
      return 0;
    }
    const void* undecided([[maybe_unused]] std::uint32_t offset, [[maybe_unused]] bool store) const override {
      if constexpr (Decides<D>) return device.undecided(offset, store);
      return nullptr;
    }
    void decide([[maybe_unused]] std::uint32_t bits) override {
      if constexpr (Decides<D>) device.decide(bits);
    }
    std::uint32_t stored_bits([[maybe_unused]] std::uint32_t offset, [[maybe_unused]] unsigned size) const override {
      if constexpr (Described<D>) return devices::stored_bits(D::kRegisters, offset, size);
      return ~std::uint32_t{0};
    }
    bool keeps([[maybe_unused]] std::uint32_t offset) const override {
      if constexpr (Keeps<D>) return device.keeps(offset);
      return false;
    }
    void keep([[maybe_unused]] std::uint32_t offset, [[maybe_unused]] Datum value) override {
      if constexpr (Keeps<D>) device.keep(offset, value);
    }
    bool keeps_symbols() const override {
      if constexpr (Keeps<D>) return device.keeps_symbols();
      return false;
    }
    void hold(unsigned line) override { devices::hold(device, line); }
    bool can_arrive(unsigned line) const override { return devices::can_arrive(device, line); }
    void arrive(unsigned line) override { devices::arrive(device, line); }
    std::optional<std::uint8_t> take_sent() override {
      if constexpr (requires { device.take_sent(); }) return device.take_sent();
      return std::nullopt;
    }
    std::string describe() const override {
      if constexpr (Described<D>) return devices::describe(device);
      return {};
    }
    D device;
  };
  std::unique_ptr<Interface> device_;
};

static_assert(Device<AnyDevice>);

// A device of a kind of which there may be several (contract), as after reset.
AnyDevice make_device(std::string_view kind);

}  // namespace janus::devices
