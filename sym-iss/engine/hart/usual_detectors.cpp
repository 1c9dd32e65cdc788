#include <optional>

#include "engine/hart/detector_shortcut.h"
#include "engine/hart/symbolic_hart.h"
#include "hart/detector_tables.h"
#include "hart/loop_detectors.h"
#include "hart/loop_origins.h"
#include "isa/predicates.h"

namespace janus::engine {
namespace {

// Those that the fast loop executes.
constexpr bool is_usual(isa::TimingClass timing) {
  using enum isa::TimingClass;
  return timing == Alu || timing == Multiply || timing == Divide || timing == Load || timing == Store ||
         timing == Branch || timing == Jump || timing == JumpRegister;
}

class UsualDetectors final : public DetectorShortcut {
 public:
  UsualDetectors(SymbolicHart& hart, const hart::Detectors& detectors) : hart_(hart), detectors_(detectors) {}

  void begin() override {
    tables_.forget_noted();
    changed_ = true;
  }
  void changed() override { changed_ = true; }
  bool before(Shadow& shadow, const isa::Instruction& instruction) override;
  void after(Shadow& shadow, const isa::Instruction& instruction, std::uint32_t pc) override;

 private:
  using Loop = hart::LoopDetectors<SymbolicHart>;

  bool is_place(std::uint32_t pc, const Shadow& shadow) const;
  void bind(Shadow& shadow);

  SymbolicHart& hart_;
  const hart::Detectors& detectors_;
  hart::DetectorTables tables_;
  Shadow::Step step_;  // nobody follows the rules here
  std::optional<Loop> loop_;
  bool changed_ = true;
};

inline void UsualDetectors::bind(Shadow& shadow) {
  if (!changed_ && loop_->bound() == &shadow) [[likely]]
    return;
  if (loop_)
    loop_->bind(shadow);
  else
    loop_.emplace(hart_, shadow, step_, detectors_, tables_);
  changed_ = false;
}

// Whether the rules do more there than at instructions of the same kind elsewhere.
inline bool UsualDetectors::is_place(std::uint32_t pc, const Shadow& shadow) const {
  return detectors_.entries[hart::Detectors::filter(pc)] || pc == detectors_.exit || !loop_->admits(pc) ||
         (!shadow.pointers.in_program() && detectors_.begins_program(pc));
}

bool UsualDetectors::before(Shadow& shadow, const isa::Instruction& instruction) {
  bind(shadow);
  const std::uint32_t pc = hart_.pc();
  if (is_place(pc, shadow)) return false;
  switch (instruction.opcode) {
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension)             \
  case isa::Opcode::name:                                                           \
    if constexpr (is_usual(isa::TimingClass::timing))                               \
      return loop_->before<isa::Opcode::name>(instruction, pc) == Loop::Way::Usual; \
    else                                                                            \
      return false;
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)
#include "isa/rv32.def"
#undef COMPRESSED
#undef INSTRUCTION
    case isa::Opcode::Illegal: break;
  }
  return false;
}

void UsualDetectors::after(Shadow& shadow, const isa::Instruction& instruction, std::uint32_t pc) {
  bind(shadow);
  switch (instruction.opcode) {
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension)               \
  case isa::Opcode::name:                                                             \
    if constexpr (is_usual(isa::TimingClass::timing))                                 \
      loop_->after<isa::Opcode::name>(instruction, Loop::Way::Usual, pc, hart_.pc()); \
    return;
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)
#include "isa/rv32.def"
#undef COMPRESSED
#undef INSTRUCTION
    case isa::Opcode::Illegal: return;
  }
}

}  // namespace

std::unique_ptr<DetectorShortcut> make_detector_shortcut(SymbolicHart& hart, const SymbolicHartConfig& config) {
  const bool suits = config.detectors.follows_memory() && config.detectors.unwritten == hart::Unwritten::AsItIs &&
                     !(config.map && !config.map->aliases().empty());
  return suits ? std::make_unique<UsualDetectors>(hart, config.detectors) : nullptr;
}

}  // namespace janus::engine
