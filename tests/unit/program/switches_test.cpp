// The jump tables that GCC makes, at every level of optimisation that makes them.
#include <gtest/gtest.h>

#include <algorithm>

#include "program/functions.h"
#include "program/indirect_jumps.h"
#include "testing/firmware.h"

namespace janus::program {
namespace {

class Switches : public ::testing::TestWithParam<const char*> {};

TEST_P(Switches, AllCasesAreFound) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  const auto functions = find_functions(image);
  const auto cases = [&](const std::string& name) {
    for (const Function& function : functions) {
      if (function.name != name) continue;
      for (const BasicBlock& block : function.blocks) {
        EXPECT_TRUE(block.ends != BlockEnd::JumpsIndirectly || name == "rows") << name;
        if (block.ends == BlockEnd::JumpsByTable) return block.successors.size();
      }
    }
    return std::size_t{0};
  };
  EXPECT_EQ(cases("dense"), 6U);
  EXPECT_GE(cases("known"), 2U) << "some, without a bound; the compiler jumps to others itself";
  EXPECT_EQ(cases("rows"), 0U) << "not all of them would be found";
  EXPECT_EQ(cases("computed"), 4U) << "labels in a table";
  EXPECT_EQ(cases("machine"), 7U) << "six cases, and the default for the hole";
  EXPECT_EQ(cases("hooked"), 6U) << "of which hooks change no register of the table";
  EXPECT_GE(cases("folded"), 5U) << "of six, one of which may be what the check leaves";
  EXPECT_GE(cases("masked"), 7U) << "of eight, one of which may be what the check leaves";
}

TEST_P(Switches, FunctionsOfATableBelongToTheGraph) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  const ControlFlowGraph graph = resolved_graph(image);
  for (const std::string name : {"stored_first", "stored_second"}) {
    const auto address = image.symbol(name);
    ASSERT_TRUE(address.has_value()) << name;
    EXPECT_NE(graph.number_of(*address), ControlFlowGraph::kNone) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Compiled, Switches,
                         ::testing::Values("switches_O1", "switches_O2", "switches_Os", "switches_relative"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace janus::program
