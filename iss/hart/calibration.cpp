#include "hart/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "isa/registers.h"
#include "support/error.h"

namespace janus::hart {
namespace {

using isa::TimingClass;

// CSRs that are measured one by one. The first tells what others cost.
struct MeasuredCsr {
  const char* name;
  std::uint16_t number;
};
constexpr MeasuredCsr kCsrs[] = {
    {"mscratch", isa::csr::mscratch}, {"mstatus", isa::csr::mstatus}, {"mie", isa::csr::mie},
    {"mtvec", isa::csr::mtvec},       {"mepc", isa::csr::mepc},       {"mcause", isa::csr::mcause},
    {"mtval", isa::csr::mtval},       {"mcycle", isa::csr::mcycle},   {"minstret", isa::csr::minstret},
};

class Fit {
 public:
  Fit(const std::vector<Measurement>& measurements, const std::string& origin) {
    for (const Measurement& one : measurements) cycles_[one.name] = static_cast<std::int64_t>(one.cycles);
    for (const char* const needed : {"empty", "alu"}) {
      if (!has(needed))
        throw support::InputError(
            fmt::format("{}: no results of the calibration firmware: there is no measurement '{}'", origin, needed));
    }
    empty_ = cycles_.at("empty");
    alu_ = each("alu");
  }

  Calibration result() {
    TimingProfile& p = found_.profile;
    p.name = "calibrated";
    set(TimingClass::Alu, alu_);
    shifts();
    if (known("multiply", {"multiply", "multiply_high", "multiply_use", "multiply_busy"})) multiplications();
    if (known("divide", {"divide"})) divisions();
    memory();
    if (known("branch", {"branch"})) set(TimingClass::Branch, each("branch"));
    if (known("taken_branch", {"taken_branch"})) p.taken_branch = least(each("taken_branch") - each("branch"));
    if (known("jump", {"jump"})) set(TimingClass::Jump, each("jump"));
    if (known("jump_register", {"jump_register", "jump_register_use"})) {
      set(TimingClass::JumpRegister, each("jump_register") - 2 * alu_);
      p.jump_register_use = least(each("jump_register_use") - each("jump_register") + alu_);
    }
    if (known("fence", {"fence"})) set(TimingClass::Fence, single("fence"));
    if (known("fence_i", {"fence_i"}) && single("fence_i") != p.of(TimingClass::Fence))
      p.fence_i = least(single("fence_i"), 1);
    csrs();
    traps();
    return std::move(found_);
  }

 private:
  bool has(const std::string& name) const { return cycles_.contains(name); }
  // Whether there is a measurement. If not, notes which keys are assumed.
  bool known(const std::string& name, std::initializer_list<const char*> keys) {
    if (has(name)) return true;
    found_.assumed.insert(found_.assumed.end(), keys.begin(), keys.end());
    return false;
  }
  // The cycles of what is repeated, to the nearest.
  std::int64_t each(const std::string& name) const {
    const auto found = cycles_.find(name);
    if (found == cycles_.end()) return 0;
    constexpr auto kRuns = static_cast<std::int64_t>(kCalibrationRuns);
    const std::int64_t cycles = std::max<std::int64_t>(found->second - empty_, 0);
    return (cycles + kRuns / 2) / kRuns;
  }
  // The same, where an addition follows each time.
  std::int64_t single(const std::string& name) const { return each(name) - alu_; }
  static std::uint32_t least(std::int64_t cycles, std::int64_t at_least = 0) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(cycles, at_least, 1'000'000));
  }
  void set(TimingClass timing, std::int64_t cycles) {
    found_.profile.cycles[static_cast<std::size_t>(timing)] = least(cycles, 1);
  }

  // The step of a serial shifter is the one that comes closest to all shifts.
  void shifts() {
    TimingProfile& p = found_.profile;
    if (!known("shift_0", {"shift", "shift_step"})) return;
    const std::int64_t base = each("shift_0");
    if (base != alu_) p.shift = least(base, 1);
    std::int64_t closest = -1;
    for (const std::uint32_t step : {0U, 1U, 2U, 4U, 8U, 16U}) {
      std::int64_t error = 0;
      for (const std::int64_t places : {1, 2, 3, 4, 5, 7, 8, 15, 16, 31}) {
        const std::int64_t more = step == 0 ? 0 : places / step + places % step;
        error += std::abs(each(fmt::format("shift_{}", places)) - base - more);
      }
      if (closest >= 0 && error >= closest) continue;
      closest = error;
      p.shift_step = step;
    }
  }

  void multiplications() {
    TimingProfile& p = found_.profile;
    const std::int64_t cycles = single("multiply");
    set(TimingClass::Multiply, cycles);
    p.multiply_per_bit = least((single("multiply_ones") - cycles + 16) / 32);
    if (single("multiply_high") != cycles) p.multiply_high = least(single("multiply_high"), 1);
    p.multiply_use = least(each("multiply_use") - each("multiply"));
    p.multiply_busy = least(each("multiply_busy") - each("multiply") - cycles);
  }

  void divisions() {
    TimingProfile& p = found_.profile;
    const std::int64_t cycles = single("divide");
    set(TimingClass::Divide, cycles);
    const std::int64_t by_dividend = single("divide_dividend") - cycles, by_divisor = single("divide_divisor") - cycles;
    p.divide_per_dividend_bit = least((by_dividend + 16) / 32);
    p.divide_per_divisor_zero_bit = least((by_divisor + 15) / 31);
    // -3 has two significant bits, and one more by its complement.
    p.divide_complement = p.divide_per_divisor_zero_bit != 0 &&
                          single("divide_negative") - cycles == 29 * std::int64_t{p.divide_per_divisor_zero_bit};
    const std::int64_t by_zero =
        cycles + 32 * (std::int64_t{p.divide_per_dividend_bit} + std::int64_t{p.divide_per_divisor_zero_bit});
    if (single("divide_by_zero") != by_zero) p.divide_by_zero = least(single("divide_by_zero"), 1);
  }

  // An atomic operation has two accesses, a load-reserved one: that tells the access from its instruction.
  void memory() {
    TimingProfile& p = found_.profile;
    if (!known("load", {"load", "store", "load_use", "narrow_load_use", "memory"})) return;
    const std::int64_t load = single("load"), store = single("store");
    p.memory = 0;
    if (known("swap", {"atomic"})) {
      p.memory = least(std::min({single("swap") - single("load_reserved"), load - 1, store - 1}));
      set(TimingClass::Atomic, single("swap") - 2 * std::int64_t{p.memory});
    }
    set(TimingClass::Load, load - p.memory);
    set(TimingClass::Store, store - p.memory);
    p.load_use = least(each("load_use") - each("load"));
    if (const std::uint32_t narrow = least(each("narrow_load_use") - each("load")); narrow != p.load_use)
      p.narrow_load_use = narrow;
    if (known("misaligned", {"misaligned"})) p.misaligned = least(each("misaligned") - each("load"));
    if (known("device_load", {"device"})) p.device = least(single("device_load") - p.of(TimingClass::Load));
  }

  // What writes cost is what most writes cost; the CSRs that differ are exceptions.
  void csrs() {
    TimingProfile& p = found_.profile;
    if (!known("csr_read_mscratch", {"csr", "csr_write", "csr_use"})) {
      set(TimingClass::Csr, empty_);
      return;
    }
    const auto cost = [&](const char* what, const char* csr) {
      return least(single(fmt::format("csr_{}_{}", what, csr)), 1);
    };
    const std::uint32_t read = cost("read", "mscratch");
    set(TimingClass::Csr, read);
    std::map<std::uint32_t, int> writes;
    for (const MeasuredCsr& csr : kCsrs) {
      const bool writes_it = has(fmt::format("csr_write_{}", csr.name));
      if (writes_it && cost("read", csr.name) == read) ++writes[cost("write", csr.name)];
    }
    const auto most = std::ranges::max_element(writes, {}, [](const auto& one) { return one.second; });
    const std::uint32_t write = most == writes.end() ? read : most->first;
    if (write != read) p.csr_write = write;
    for (const MeasuredCsr& csr : kCsrs) {
      const std::uint32_t reads = cost("read", csr.name);
      const bool writes_it = has(fmt::format("csr_write_{}", csr.name));
      const std::uint32_t wrote = writes_it ? cost("write", csr.name) : reads == read ? write : reads;
      if (reads != read || wrote != write) p.csrs.push_back({csr.number, csr.number, reads, wrote});
    }
    std::ranges::sort(p.csrs, {}, &CsrTiming::first);
    p.csr_use = least(each("csr_use") - each("csr_read_mscratch"));
  }

  // What one write of a CSR costs in the profile so far.
  std::int64_t write_cost(std::uint16_t number) const {
    const TimingProfile& p = found_.profile;
    for (const CsrTiming& csr : p.csrs) {
      if (csr.contains(number)) return csr.write;
    }
    return p.csr_write ? p.csr_write : p.of(TimingClass::Csr);
  }

  // Only the sum of an `ecall` and of entering its handler is measured: the share of the instruction is that of `mret`,
  // if the sum is that large.
  void traps() {
    TimingProfile& p = found_.profile;
    if (!known("ecall", {"system", "trap", "mret", "illegal_instruction", "interrupt"})) return;
    const std::int64_t entered = cycles_.at("ecall") - empty_;
    std::int64_t back = 1;
    if (known("mret", {"mret", "system"}))
      back = each("mret") - 2 * alu_ - write_cost(isa::csr::mepc) - write_cost(isa::csr::mstatus);
    const std::int64_t system = std::clamp<std::int64_t>(back, 1, std::max<std::int64_t>(entered, 1));
    set(TimingClass::System, system);
    if (back != system && has("mret")) p.mret = least(back, 1);
    p.trap = least(entered - system);
    if (known("illegal_instruction", {"illegal_instruction"})) {
      const std::uint32_t illegal = least(cycles_.at("illegal_instruction") - empty_ - system);
      if (illegal != p.trap) p.illegal_instruction = illegal;
    }
    if (known("interrupt", {"interrupt"})) {
      const std::uint32_t interrupt = least(cycles_.at("interrupt") - empty_ - single("device_store"));
      if (interrupt != p.trap) p.interrupt = interrupt;
    }
  }

  std::map<std::string, std::int64_t> cycles_;
  std::int64_t empty_ = 0, alu_ = 0;
  Calibration found_;
};

}  // namespace

std::vector<Measurement> parse_measurements(std::string_view text) {
  std::vector<Measurement> found;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Measurement one{};
    std::string rest;
    if (words >> one.name >> one.cycles && !(words >> rest)) found.push_back(std::move(one));
  }
  return found;
}

Calibration calibrate(const std::vector<Measurement>& measurements, const std::string& origin) {
  return Fit(measurements, origin).result();
}

std::string timing_text(const TimingProfile& p) {
  std::string text;
  const auto line = [&](std::string_view key, std::uint64_t value) { text += fmt::format("{} = {}\n", key, value); };
  const auto unless_zero = [&](std::string_view key, std::uint64_t value) {
    if (value != 0) line(key, value);
  };
  text += fmt::format("name = {}\n", p.name);
  line("clock_hz", p.clock_hz);
  for (std::size_t i = 0; i < isa::kTimingClasses; ++i)
    line(timing_class_key(static_cast<TimingClass>(i)), p.cycles[i]);
  line("taken_branch", p.taken_branch);
  line("memory", p.memory);
  line("device", p.device);
  line("trap", p.trap);
  if (p.illegal_instruction) line("illegal_instruction", *p.illegal_instruction);
  if (p.interrupt) line("interrupt", *p.interrupt);
  unless_zero("misaligned", p.misaligned);
  unless_zero("shift", p.shift);
  unless_zero("shift_step", p.shift_step);
  unless_zero("multiply_high", p.multiply_high);
  unless_zero("multiply_per_bit", p.multiply_per_bit);
  unless_zero("multiply_use", p.multiply_use);
  unless_zero("multiply_busy", p.multiply_busy);
  unless_zero("divide_per_dividend_bit", p.divide_per_dividend_bit);
  unless_zero("divide_per_divisor_zero_bit", p.divide_per_divisor_zero_bit);
  unless_zero("divide_complement", p.divide_complement);
  unless_zero("divide_by_zero", p.divide_by_zero);
  unless_zero("load_use", p.load_use);
  if (p.narrow_load_use) line("narrow_load_use", *p.narrow_load_use);
  unless_zero("csr_use", p.csr_use);
  unless_zero("csr_write", p.csr_write);
  unless_zero("fence_i", p.fence_i);
  unless_zero("mret", p.mret);
  unless_zero("jump_register_use", p.jump_register_use);
  for (const CsrTiming& csr : p.csrs) {
    text += fmt::format("csr {}", isa::csr_name(csr.first).value_or("0"));
    if (csr.last != csr.first) text += fmt::format("-{}", isa::csr_name(csr.last).value_or("0"));
    text += fmt::format(" {} {}\n", csr.read, csr.write);
  }
  return text;
}

}  // namespace janus::hart
