// Loads, stores and code in any of several memories: the fast loop and translated code against the plain loop. Random
// programs run in random budgets, with interrupts, pointers that move between the ends of memories, a device and holes,
// and stores into code. After each budget, the state must be the same. What a loop over a table in flash does must stay
// in translated code.
#include <array>
#include <memory>

#include "testing/hart_fixture.h"
#include "testing/size.h"
#include "testing/state_difference.h"

namespace janus::testing::other_memories {
namespace {

using isa::Opcode;

// Two memories below the main one, which lies in the middle; the second of them and the one above hold code, too.
constexpr std::uint32_t kFlash = 0x2000'0000, kFlashSize = 0x3000, kTightly = 0x2000'4000, kMain = 0x2000'6000,
                        kAbove = 0x2000'9000, kEnd = 0x2000'a000, kTrapped = kFlash + 0x1000;
constexpr std::array kPlaces = {
    kFlash + 0x2000, kFlash + kFlashSize, kTightly, kTightly + 0x800, kMain,         kMain + 0x2000,
    kAbove,          kAbove + 0x800,      kEnd,     kDevice,          kMain + 0x400, kMain + 0x1000,
    kMain + 0x800};
// Registers: pointers, values, the loop's counter, code elsewhere.
constexpr std::uint32_t kFirstPointer = 5, kPointers = 8, kFirstValue = 16, kValues = 8, kCounter = 13, kOther = 14;

std::shared_ptr<const hart::AddressMap> memories() {
  return std::make_shared<const hart::AddressMap>(std::vector<hart::MemoryRange>{{"flash", kFlash, kFlashSize, false},
                                                                                 {"tightly", kTightly, 0x1000, true},
                                                                                 {"main", kMain, 0x2000, true},
                                                                                 {"above", kAbove, 0x1000, true}},
                                                  std::vector<hart::ReservedRegion>{});
}

// Wait states of the flash change in the middle of it; an access of the memory above costs less than one of the main.
hart::TimingProfile profile(std::uint64_t seed) {
  hart::TimingProfile timing;
  if (seed % 3 == 1) timing = hart::load_timing_profile("cv32e40p");
  if (seed % 3 == 2) timing.misaligned = 2;
  timing.memory = 2;
  timing.regions = {
      {"slow", kFlash, 0x2800, 7, 2}, {"slower", kFlash + 0x2800, 0x800, 40, 0}, {"above", kAbove, 0x1000, 0, 1}};
  return timing;
}

class Window : public hart::Bus {
 public:
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t) override {
    if (address == kDevice) return ++device;
    if (address - kFlash > kEnd - kFlash - size) return std::nullopt;
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + (address - kFlash), size);
    return value;
  }
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t) override {
    if (address == kDevice) device = value;
    if (address == kDevice) return true;
    if (address - kFlash > kEnd - kFlash - size) return false;
    std::memcpy(bytes.data() + (address - kFlash), &value, size);
    return true;
  }

  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(kEnd - kFlash);
  std::uint32_t device = 0;
};

class Program {
 public:
  explicit Program(std::uint64_t seed) : random_(seed) {
    main_ = block(40);
    main_.push_back(encode(Opcode::jalr, {.rd = 1, .rs1 = kOther}));
    const auto back = -4 * static_cast<std::int32_t>(main_.size());
    main_.push_back(encode(Opcode::jal, {.immediate = back}));
    for (std::vector<std::uint32_t>* code : {&tightly_, &above_}) {
      *code = block(20);
      code->push_back(encode(Opcode::jalr, {.rs1 = 1}));
    }
  }

  void place(Window& window) const {
    const auto put = [&](std::uint32_t at, const std::vector<std::uint32_t>& words) {
      std::memcpy(&window.bytes.at(at - kFlash), words.data(), words.size() * 4);
    };
    put(kFlash, main_);
    put(kTightly + 0x800, tightly_);
    put(kAbove + 0x800, above_);
    put(kTrapped, {encode(Opcode::csrrs, {.rd = 31, .immediate = isa::csr::mepc}),
                   encode(Opcode::addi, {.rd = 31, .rs1 = 31, .immediate = 4}),
                   encode(Opcode::csrrw, {.rs1 = 31, .immediate = isa::csr::mepc}), encode(Opcode::mret, {})});
  }

 private:
  std::uint32_t pointer() { return kFirstPointer + random_.below(kPointers); }
  std::uint32_t value() { return kFirstValue + random_.below(kValues); }

  // Mostly a few accesses through one register, as structures and copies have them.
  std::vector<std::uint32_t> block(unsigned instructions) {
    std::vector<std::uint32_t> code;
    while (code.size() < instructions) {
      const std::uint32_t base = pointer();
      for (std::uint32_t left = random_.below(4); left > 0; --left) code.push_back(access(base));
      code.push_back(other());
    }
    return code;
  }
  std::uint32_t access(std::uint32_t base) {
    static constexpr std::array kAccesses = {Opcode::lb, Opcode::lhu, Opcode::lw, Opcode::lw,
                                             Opcode::sb, Opcode::sh,  Opcode::sw};
    const std::uint32_t operand = value();
    const std::int32_t immediate = random_.between(-8, 8);
    return encode(
        random_.pick(kAccesses),
        {.rd = operand, .rs1 = base, .rs2 = operand, .immediate = random_.one_in(4) ? immediate : immediate & ~3});
  }
  std::uint32_t other() {
    const std::uint32_t kind = random_.below(24);
    if (kind < 3) return encode(Opcode::addi, {.rd = pointer(), .rs1 = pointer()});
    if (kind == 3) return encode(Opcode::amoadd_w, {.rd = value(), .rs1 = pointer(), .rs2 = value()});
    if (kind == 4) return encode(Opcode::csrrs, {.rd = value(), .immediate = isa::csr::mcycle});
    if (kind == 5) return encode(Opcode::csrrsi, {.rs1 = 8, .immediate = isa::csr::mstatus});
    if (kind < 10) return encode(Opcode::beq, {.rs1 = value(), .rs2 = value(), .immediate = 8});
    return encode(Opcode::add, {.rd = value(), .rs1 = value(), .rs2 = value()});
  }

  Random random_;
  std::vector<std::uint32_t> main_, tightly_, above_;
};

struct Machine {
  Window window;
  hart::ConcreteHart hart;

  Machine(const hart::HartConfig& config, const Program& program) : hart(config, window) {
    program.place(window);
    hart.set_direct_memory({kFlash, kEnd - kFlash, window.bytes.data()});
    auto& state = hart.state();
    state.mtvec = kTrapped;
    state.mie = 1U << hart::interrupt::kTimer;
  }
  // Between two budgets: pointers go to other places, and a value is an instruction that a store may put into code.
  void steer(Random random) {
    auto& x = hart.state().x;
    x[kFirstPointer + random.below(kPointers)] = {random.pick(kPlaces)};
    x[kFirstValue + random.below(kValues)] = {
        encode(Opcode::addi, {.rd = 20, .rs1 = 21, .immediate = random.between(0, 99)})};
    x[kOther] = {random.one_in(2) ? kTightly + 0x800 : kAbove + 0x800};
  }
};

std::string difference(Machine& a, Machine& b) {
  if (const std::string states = state_difference(a.hart.state(), b.hart.state()); !states.empty()) return states;
  if (a.window.bytes != b.window.bytes) return "memory";
  return a.window.device == b.window.device ? "" : "the device";
}

hart::HartConfig config_of(const hart::TimingProfile& timing) {
  hart::HartConfig config;
  config.map = memories();
  config.reset_pc = kFlash;
  config.timing = timing;
  config.hot = 2;
  return config;
}

class OtherMemories : public ::testing::TestWithParam<unsigned> {};

TEST_P(OtherMemories, AreTheSameInEveryLoop) {
  constexpr unsigned kSlices = 300;
  const Program program(GetParam());
  hart::HartConfig config = config_of(profile(GetParam()));
  Machine translated(config, program);
  config.translate = false;
  Machine fast(config, program);
  config.fast = false;
  Machine plain(config, program);
  Random random(GetParam());
  for (unsigned slice = 0; slice < kSlices; ++slice) {
    const std::uint64_t until = plain.hart.state().cycles + 1 + random.below(random.one_in(3) ? 60 : 4000);
    const bool level = random.one_in(8);
    const Random steering(random.word64());
    std::array<hart::Stop, 3> stops{};
    std::size_t next = 0;
    for (Machine* machine : {&plain, &fast, &translated}) {
      machine->hart.set_interrupt_line(hart::interrupt::kTimer, level);
      if (slice % 4 == 0) machine->steer(steering);
      stops[next++] = machine->hart.run(until);
    }
    ASSERT_EQ(difference(plain, fast), "") << "fast, slice " << slice;
    ASSERT_EQ(difference(plain, translated), "") << "translated, slice " << slice;
    ASSERT_EQ(stops[0], stops[1]) << "fast, slice " << slice;
    ASSERT_EQ(stops[0], stops[2]) << "translated, slice " << slice;
    if (stops[0] == hart::Stop::Halted || stops[0] == hart::Stop::UnhandledTrap) break;
  }
  EXPECT_GT(plain.hart.state().retired, 1'000U) << "the program ends too soon to tell anything";
}
INSTANTIATE_TEST_SUITE_P(Seeds, OtherMemories, ::testing::Range(0U, sized(60U, 15U)));

// What the hart tells one by one has been executed by the plain loop.
struct Counter : hart::ExecutionCounter {
  std::uint64_t alone = 0, often = 0;
  void executed(std::uint32_t, const isa::Instruction&, std::uint32_t) override { ++alone; }
  void executed_often(std::uint32_t, std::uint64_t times, std::uint64_t) override { often += times; }
};

// Sums pairs of words of a table through one register, and stores each sum.
std::vector<std::uint32_t> sums() {
  return {encode(Opcode::lw, {.rd = 16, .rs1 = 5}),
          encode(Opcode::lw, {.rd = 17, .rs1 = 5, .immediate = 4}),
          encode(Opcode::add, {.rd = 18, .rs1 = 16, .rs2 = 17}),
          encode(Opcode::sw, {.rs1 = 6, .rs2 = 18, .immediate = 8}),
          encode(Opcode::addi, {.rd = 13, .rs1 = 13, .immediate = -1}),
          encode(Opcode::bne, {.rs1 = 13, .immediate = -20}),
          encode(Opcode::jal, {})};
}

TEST(OtherMemories, AreReachedByTranslatedCode) {
  Window window;
  const auto code = sums();
  std::memcpy(window.bytes.data(), code.data(), code.size() * 4);
  hart::HartConfig config = config_of(profile(0));
  hart::ConcreteHart hart(config, window);
  hart.set_direct_memory({kFlash, kEnd - kFlash, window.bytes.data()});
  Counter counter;
  hart.count(counter);
  hart.state().x[5] = {kFlash + 0x2000};
  hart.state().x[6] = {kAbove};
  hart.state().x[13] = {5000};
  EXPECT_EQ(hart.run(10'000'000), hart::Stop::Halted);
  hart.tell_counts();
  EXPECT_EQ(counter.alone + counter.often, hart.state().retired);
  if (hart.can_translate()) {
    EXPECT_LT(counter.alone, 200U) << "loads from flash leave translated code";
  }
}

}  // namespace
}  // namespace janus::testing::other_memories
