// Paths that differ in registers which nothing reads any more were kept apart with --merge careful: the immediates of
// the instructions behind the place where the paths meet were taken for the numbers of registers. Six branches were 64
// paths.
#include <gtest/gtest.h>

#include "engine/explore/explorer.h"
#include "isa/registers.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::engine {
namespace {

using isa::Opcode;
using testing::encode;

constexpr unsigned kBranches = 6;
constexpr std::uint8_t kInput = isa::kA0, kBit = isa::kT2, kFirstLeftover = 12;

// Each bit of the input decides what a register of its own is left with; then their numbers occur, as immediates.
std::vector<std::uint32_t> branches_that_leave_something_behind() {
  std::vector<std::uint32_t> code = {
      encode(Opcode::addi, {.rd = isa::kT1, .immediate = kInput}),
      encode(Opcode::addi, {.rd = isa::kT0, .immediate = 3}),  // the hook that makes a register symbolic
      encode(Opcode::ecall)};
  for (unsigned n = 0; n < kBranches; ++n) {
    code.push_back(encode(Opcode::andi, {.rd = kBit, .rs1 = kInput, .immediate = 1 << n}));
    code.push_back(encode(Opcode::bne, {.rs1 = kBit, .immediate = 12}));
    code.push_back(encode(Opcode::addi, {.rd = kFirstLeftover + n, .immediate = 3}));
    code.push_back(encode(Opcode::jal, {.immediate = 8}));
    code.push_back(encode(Opcode::addi, {.rd = kFirstLeftover + n, .immediate = 5}));
  }
  for (unsigned n = 0; n < kBranches; ++n) {
    const auto number = static_cast<std::int32_t>(kFirstLeftover + n);
    code.push_back(encode(Opcode::addi, {.rd = isa::kA1, .rs1 = isa::kS1, .immediate = number}));
    code.push_back(encode(Opcode::csrrwi, {.rs1 = kFirstLeftover + n, .immediate = isa::csr::mscratch}));
  }
  // Exits, since paths that stay in a loop for ever meet there again.
  code.push_back(encode(Opcode::lui, {.rd = isa::kT0, .immediate = devices::memory_map::kFinisher.base}));
  code.push_back(encode(Opcode::lui, {.rd = isa::kT1, .immediate = 0x5000}));
  code.push_back(encode(Opcode::addi, {.rd = isa::kT1, .rs1 = isa::kT1, .immediate = 0x555}));
  code.push_back(encode(Opcode::sw, {.rs1 = isa::kT0, .rs2 = isa::kT1}));
  code.push_back(encode(Opcode::jal));
  return code;
}

TEST(Leftovers, OfBranchesAreMerged) {
  ExplorationConfig config;
  config.stop_at_first = false;
  config.merging = Merging::Careful;
  const ExplorationResult result = explore(testing::image_of(branches_that_leave_something_behind()), config);
  EXPECT_EQ(result.verdict, Verdict::Safe);
  EXPECT_EQ(result.paths, 1U);
  EXPECT_EQ(result.stand_for, 1U << kBranches);
}

}  // namespace
}  // namespace janus::engine
