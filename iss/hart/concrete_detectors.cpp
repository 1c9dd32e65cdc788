// What the concrete hart asks detectors (hart/detector_rules.h).
#include <bit>
#include <cstring>

#include "hart/concrete_hart.h"
#include "hart/detector_rules.h"
#include "isa/hooks.h"

namespace janus::hart {

// Stops in front of the instruction if a detector reports it.
bool ConcreteHart::detects(const isa::Instruction& instruction) {
  for (std::uint32_t left = may_report(instruction, config_.detectors, state_.pc); left != 0; left &= left - 1) {
    const auto detector = static_cast<Detector>(std::countr_zero(left));
    if (reports(detector, *this, instruction, config_.detectors).raw == 0) continue;
    detected_ = detector;
    stop(Stop::Detected);
    return true;
  }
  return false;
}

bool ConcreteHart::is_reported(Detector detector, const isa::Instruction& instruction) {
  if (shadow_) shadow_->arrive(*this, config_.detectors);
  return reports(detector, *this, instruction, config_.detectors).raw != 0;
}

std::optional<MemoryMistake> ConcreteHart::mistake(Detector detector) {
  const isa::Instruction* instruction = fetch();
  if (!instruction) return std::nullopt;
  using enum Detector;
  if (detector == code || detector == null || detector == misaligned || detector == poison)
    return access_of(state_, *instruction, config_.detectors);
  if (detector == overlap) return overlapping_copy(state_, config_.detectors);
  if (!shadow_) return std::nullopt;
  if (detector == Detector::return_address) return wrong_return(state_, shadow_->pointers.frames());
  if (detector == Detector::uninitialised)
    return undefined_use(state_, shadow_->pointers, shadow_->defined, *instruction, config_.detectors);
  if (detector == Detector::leaks)
    return lost_allocation(shadow_->pointers, detail::lost_memory(*this, config_.detectors));
  if (detector != Detector::heap && detector != Detector::bounds && detector != Detector::dangling) return std::nullopt;
  MemoryMistake mistake = memory_mistake(state_, shadow_->pointers, *instruction, config_.detectors);
  mistake.address = home(mistake.address, 1);  // distances to objects are those in memory
  mistake.object.first = home(mistake.object.first, 1);
  return mistake;
}

// --- For the fast loop (hart/loop_detectors.h).

bool ConcreteHart::detects_fast() const {
  return shadow_ && can_run_fast() && !profile_ && !observation_.any() &&
         config_.detectors.unwritten == Unwritten::AsItIs && !(map_ && !map_->aliases().empty());
}

// The rules themselves have to see the first instruction of all.
bool ConcreteHart::detects_here() const { return shadow_->pointers.in_program() || config_.detectors.main; }

// Where the rules do more than at instructions of the same kind elsewhere: the loop leaves them to the plain loop.
std::vector<std::uint32_t> ConcreteHart::detector_places() const {
  std::vector<std::uint32_t> places;
  const Detectors& detectors = config_.detectors;
  for (const LibraryFunction& function : detectors.functions) places.push_back(function.entry);
  if (detectors.main) places.push_back(*detectors.main);
  places.insert(places.end(), detectors.constructors.begin(), detectors.constructors.end());
  if (detectors.exit && detectors.has(Detector::leaks)) places.push_back(*detectors.exit);
  places.push_back(detectors.code.first + detectors.code.size);
  return places;
}

void ConcreteHart::prepare_detecting() {
  if (!detector_tables_) detector_tables_ = std::make_unique<DetectorTables>();
  open_pages_.resize(code_->size() / kPageBytes + 1, permission::kAll);
  page_permissions_ = open_pages_.data();
  permission_shift_ = CodeCache::kPageShift;
}

// Whether the instruction at `pc` accesses a CSR and does not trap, or is an assertion or an assumption that holds and
// of which all is written, or makes memory an input.
bool ConcreteHart::goes_on_behind(const Slot& slot, std::uint32_t pc) {
  const isa::Instruction i = instruction_of(slot);
  if (isa::accesses_csr(i)) return csr_accessible(static_cast<std::uint16_t>(i.immediate), isa::writes_csr(i));
  if (i.opcode != isa::Opcode::ecall) return false;
  const auto code = static_cast<isa::HookCode>(get(isa::kT0).raw);
  const std::uint32_t number = get(isa::kT1).raw;
  if (!isa::makes_memory_symbolic(code)) {
    if (code != isa::HookCode::Assert && code != isa::HookCode::Assume) return false;
    if (number >= 32 || get(static_cast<std::uint8_t>(number)).raw == 0) return false;
    if (shadow_ && shadow_->defined.of_register(static_cast<std::uint8_t>(number)) != 0) return false;
  }
  state_.pc = pc;
  return calls_hook();
}

std::optional<isa::Bits<32>> ConcreteHart::word_in_memory(std::uint32_t address) const {
  const std::uint8_t* const bytes = direct(address, 4);
  if (!bytes) return std::nullopt;
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return isa::Bits<32>{word};
}

}  // namespace janus::hart
