// Firmware that wrote mtime back to zero and slept never ended: the CLINT announced its next event, computed modulo
// 2^64, for a time that was past, and the machine moved on to there for ever.
#include <gtest/gtest.h>

#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/machine.h"

namespace janus::testing {
namespace {

using isa::Opcode;

TEST(SleepAfterMtimeReset, IsToldToBeForEver) {
  constexpr std::int32_t kBehindMtime = 0x0200'c000;  // mtime is at -8
  std::vector<std::uint32_t> words(5000, encode(Opcode::addi));
  words.insert(words.end(),
               {encode(Opcode::lui, {.rd = 5, .immediate = kBehindMtime}),
                encode(Opcode::sw, {.rs1 = 5, .rs2 = 0, .immediate = -8}), encode(Opcode::wfi), encode(Opcode::jal)});
  devices::FunctionalMachine machine(image_of(words), {});
  EXPECT_EQ(machine.run(10'000).stop, hart::Stop::Waiting);
}

}  // namespace
}  // namespace janus::testing
