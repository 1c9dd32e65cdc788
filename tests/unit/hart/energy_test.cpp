// Energy against an observer that adds up what each instruction takes.
#include <fmt/format.h>

#include <utility>

#include "testing/hart_fixture.h"
#include "testing/random_code.h"
#include "testing/returning_handler.h"

namespace janus::testing {
namespace {

using namespace random_code;

class Meter : public hart::Observer {
 public:
  explicit Meter(const hart::EnergyTable& table) : table_(table) {}

  void before(const isa::Instruction&, const State&) override {
    accesses_ = 0;
    inside_ = true;
  }
  void accessed(const hart::MemoryAccess& access) override {
    accesses_ += access.device ? table_.device : table_.memory;
  }
  void trapped(const State& state) override {
    accesses_ = 0;
    const bool interrupt = state.mcause.raw >> 31;
    if (!inside_ && !interrupt) add(isa::TimingClass::System);  // nothing was fetched
  }
  void after(std::uint32_t, const isa::Instruction& instruction, bool, const State&) override {
    add(isa::timing_class(instruction));
    inside_ = false;
  }
  std::uint64_t energy(std::uint64_t cycles) const { return energy_ + cycles * table_.cycle; }

 private:
  void add(isa::TimingClass timing) {
    energy_ += table_.classes[static_cast<std::size_t>(timing)] + accesses_;
    accesses_ = 0;
  }

  const hart::EnergyTable& table_;
  std::uint64_t energy_ = 0, accesses_ = 0;
  bool inside_ = false;
};

TEST(Energy, IsTheSumOfWhatInstructionsAccessesAndCyclesTake) {
  std::string text = "energy_cycle = 0.7\nenergy_memory = 11\nenergy_device = 300.001\n";
  for (std::size_t i = 0; i < isa::kTimingClasses; ++i)
    text += fmt::format("energy_{} = {}.{}\n", hart::timing_class_key(static_cast<isa::TimingClass>(i)), 3 * i + 1, i);
  std::uint64_t traps = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    const auto code = RandomCode(seed, false).words();
    hart::HartConfig config;
    config.ram_size = kRamSize;
    config.timing = hart::parse_timing_profile(text, "test");
    Meter meter(config.timing.energy);
    MemoryBus bus, same;
    hart::ConcreteHart observed(config, bus), alone(config, same);
    alone.set_direct_memory({kRamBase, kRamSize, same.bytes.data()});
    observed.observe(meter);
    for (auto [hart, memory] : {std::pair(&observed, &bus), std::pair(&alone, &same)}) {
      const auto handler = returning_handler(kCode);
      std::memcpy(&memory->bytes.at(kCode - kRamBase), code.data(), code.size() * 4);
      std::memcpy(&memory->bytes.at(kHandler - kRamBase), handler.data(), handler.size() * 4);
      auto& state = hart->state();
      state.mtvec = kHandler;
      state.mie = 1U << hart::interrupt::kTimer;  // so that no jump to itself ends the run
      state.x[kToData] = {kData + 0x800};
      state.x[kToCode] = {kCode};
      state.x[kToDevice] = {kDevice};
      state.x[kToNothing] = {kUnmapped};
      state.x[kLink] = {kCode};
      for (unsigned i = 0; i < 1000 && state.cycles < 20'000; ++i) hart->run(20'000);  // it stops at the device
    }
    const auto& state = observed.state();
    EXPECT_EQ(state.energy, meter.energy(state.cycles)) << seed;
    EXPECT_EQ(alone.state().energy, state.energy) << seed;
    EXPECT_EQ(alone.state().cycles, state.cycles) << seed;
    traps += state.traps;
  }
  EXPECT_GT(traps, 10U);
}

TEST(Energy, OfATimeInWfiHasAPriceOfItsOwn) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.timing = hart::parse_timing_profile("energy_cycle = 2\nenergy_wait = 0.5\nsystem = 3\n", "test");
  MemoryBus bus;
  hart::ConcreteHart hart(config, bus);
  const std::uint32_t wfi = encode(isa::Opcode::wfi, {});
  std::memcpy(bus.bytes.data(), &wfi, sizeof wfi);
  hart.state().pc = kRamBase;
  EXPECT_EQ(hart.run(1000), hart::Stop::Waiting);
  EXPECT_EQ(hart.state().energy, 6000U);
  hart.skip_to(hart.state().cycles + 10);
  EXPECT_EQ(hart.state().energy, 11'000U);
}

}  // namespace
}  // namespace janus::testing
