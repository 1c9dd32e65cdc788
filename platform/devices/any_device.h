// A device of any type, as a value: a board can hold devices that it does not know.
#pragma once

#include <memory>
#include <utility>

#include "devices/device.h"

namespace janus::devices {

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
  };
  template <class D>
  struct Of : Interface {
    explicit Of(D device) : device(std::move(device)) {}
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
    D device;
  };
  std::unique_ptr<Interface> device_;
};

static_assert(Device<AnyDevice>);

}  // namespace janus::devices
