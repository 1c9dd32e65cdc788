// The shadow call stack, by what control does: calls, returns, and what is neither.
#include "observe/call_graph.h"

#include <gtest/gtest.h>

namespace janus::observe {
namespace {

// Functions by number; function n has its entry at n * 0x100.
class CallGraphTest : public ::testing::Test {
 protected:
  void arrive(Transfer transfer, std::uint32_t from, std::uint32_t pc) {
    graph.arrive(transfer, from, from + 4, pc, pc / 0x100, pc / 0x100 * 0x100);
    graph.spend({10, 1});
  }
  void call(std::uint32_t from, std::uint32_t to) { arrive(Transfer::Call, from, to); }
  void jump(std::uint32_t from, std::uint32_t to) { arrive(Transfer::Jump, from, to); }
  void go_on(std::uint32_t to) { arrive(Transfer::Next, to - 4, to); }
  std::uint64_t inclusive(std::uint32_t function) { return graph.inclusive(function).cycles; }
  CallGraph::Call arc(std::uint32_t from, std::uint32_t to) {
    const auto calls = graph.calls();
    const auto found = calls.find({from, to});
    return found == calls.end() ? CallGraph::Call{} : found->second;
  }

  CallGraph graph;
};

TEST_F(CallGraphTest, WhatACallCostsIsItsCallersToo) {
  go_on(0x100);
  call(0x100, 0x200);
  go_on(0x204);
  call(0x204, 0x300);
  jump(0x300, 0x208);
  jump(0x208, 0x104);
  call(0x104, 0x200);
  jump(0x200, 0x108);
  graph.finish();
  EXPECT_EQ(inclusive(1), 80U);
  EXPECT_EQ(inclusive(2), 50U);
  EXPECT_EQ(inclusive(3), 10U);
  EXPECT_EQ(arc(0x100, 2).count, 1U);
  EXPECT_EQ(arc(0x100, 2).inclusive, (Cost{40, 4}));
  EXPECT_EQ(arc(0x104, 2).inclusive, (Cost{10, 1}));
  EXPECT_EQ(arc(0x204, 3).inclusive, (Cost{10, 1}));
}

TEST_F(CallGraphTest, RecursionIsCountedOnce) {
  go_on(0x100);
  call(0x100, 0x200);
  call(0x200, 0x200);
  call(0x200, 0x200);
  EXPECT_EQ(graph.depth(), 4U);
  jump(0x204, 0x204);
  jump(0x204, 0x204);
  jump(0x204, 0x104);
  graph.finish();
  EXPECT_EQ(inclusive(2), 50U);
  EXPECT_EQ(arc(0x200, 2).count, 2U);
  EXPECT_EQ(arc(0x100, 2).inclusive, (Cost{50, 5}));
}

TEST_F(CallGraphTest, ATailCallReturnsToTheFirstCaller) {
  go_on(0x100);
  call(0x100, 0x200);
  jump(0x200, 0x300);
  jump(0x300, 0x400);
  EXPECT_EQ(graph.depth(), 4U);
  jump(0x400, 0x104);
  EXPECT_EQ(graph.depth(), 1U);
  graph.finish();
  EXPECT_EQ(inclusive(2), 30U);
  EXPECT_EQ(inclusive(3), 20U);
  EXPECT_EQ(arc(0x200, 3).count, 1U);
}

TEST_F(CallGraphTest, FunctionsThatGoOnInEachOtherDoNotPileUp) {
  go_on(0x100);
  call(0x100, 0x200);
  for (int i = 0; i < 1000; ++i) {
    jump(0x200, 0x300);
    jump(0x300, 0x200);
  }
  EXPECT_EQ(graph.depth(), 2U);
  jump(0x200, 0x104);
  EXPECT_EQ(graph.depth(), 1U);
}

TEST_F(CallGraphTest, LongjmpPopsEverythingAboveWhereItGoes) {
  go_on(0x100);
  call(0x100, 0x500);  // setjmp
  jump(0x500, 0x104);
  call(0x108, 0x200);
  call(0x200, 0x300);
  call(0x300, 0x600);  // longjmp
  jump(0x600, 0x104);
  EXPECT_EQ(graph.depth(), 1U);
  graph.finish();
  EXPECT_EQ(inclusive(1), 70U);
  EXPECT_EQ(inclusive(2), 30U);
}

TEST_F(CallGraphTest, AHandlerIsARootAndNotItsVictims) {
  go_on(0x100);
  call(0x100, 0x200);
  graph.trap();
  go_on(0x700);
  call(0x700, 0x800);
  jump(0x800, 0x704);
  graph.return_from_trap();
  go_on(0x204);
  jump(0x204, 0x104);
  graph.finish();
  EXPECT_EQ(inclusive(2), 20U);
  EXPECT_EQ(inclusive(1), 40U) << "without the handler";
  EXPECT_EQ(inclusive(7), 30U);
  EXPECT_EQ(arc(0x700, 8).inclusive, (Cost{10, 1}));
}

TEST_F(CallGraphTest, ReturnsThatNobodyCalledForBreakNothing) {
  graph.return_from_trap();
  go_on(0x100);
  jump(0x100, 0x904);
  jump(0x904, 0x104);
  graph.return_from_trap();
  graph.finish();
  EXPECT_EQ(inclusive(1), 30U);
  EXPECT_EQ(inclusive(9), 10U);
}

TEST_F(CallGraphTest, HandlersThatNeverReturnAreForgotten) {
  for (int i = 0; i < 5000; ++i) {
    graph.trap();
    go_on(0x700);
  }
  graph.finish();
  EXPECT_GT(inclusive(7), 0U);
}

}  // namespace
}  // namespace janus::observe
