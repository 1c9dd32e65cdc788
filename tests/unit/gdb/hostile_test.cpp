// Whatever arrives, a session answers or refuses, and comes to its end when gdb goes.
#include <random>

#include "fake_target.h"

namespace janus::testing {
namespace {

constexpr std::size_t kRounds = 20'000;

TEST(HostileGdb, RandomBytesAreSurvived) {
  std::mt19937 random(1);
  FakeTarget target;
  for (std::size_t round = 0; round < kRounds / 10; ++round) {
    FakeStream stream;
    std::string bytes(random() % 200, ' ');
    for (char& byte : bytes) byte = static_cast<char>(random() % 4 ? random() % 256 : "$#}\x03+-*"[random() % 7]);
    stream.pieces = {bytes};
    gdb::Link link(stream);
    gdb::Session session(target, link, {});
    session.serve();
    EXPECT_TRUE(link.lost());
  }
}

// Packets that are almost right: known beginnings, joined with numbers, separators and rubbish.
TEST(HostileGdb, MutatedPacketsAreSurvivedAndTheSessionStaysUsable) {
  static const std::vector<std::string> kPieces = {"g",
                                                   "G",
                                                   "p",
                                                   "P",
                                                   "m",
                                                   "M",
                                                   "X",
                                                   "Z0",
                                                   "Z2",
                                                   "z",
                                                   "vCont;",
                                                   "vRun;",
                                                   "c",
                                                   "s",
                                                   "bc",
                                                   "bs",
                                                   "H",
                                                   "T",
                                                   "?",
                                                   "R",
                                                   "qRcmd,",
                                                   "qXfer:features:read:target.xml:",
                                                   "qXfer:memory-map:read::",
                                                   "qSupported",
                                                   ",",
                                                   ":",
                                                   ";",
                                                   "=",
                                                   "0",
                                                   "80000000",
                                                   "ffffffff",
                                                   "ffffffffffffffffff",
                                                   "4",
                                                   "1000",
                                                   "-1",
                                                   "}",
                                                   "zz",
                                                   "00112233",
                                                   std::string(1, '\0')};
  std::mt19937 random(2);
  FakeTarget target;
  target.registers[0] = 0;
  std::size_t answers = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    std::string payload;
    for (std::size_t i = 0; i < 1 + random() % 6; ++i) payload += kPieces[random() % kPieces.size()];
    FakeStream stream;
    stream.pieces = {gdb::framed(payload), gdb::framed("qC")};
    gdb::Link link(stream);
    link.stop_acknowledging();
    gdb::Session session(target, link, {});
    session.serve();
    EXPECT_TRUE(stream.written.ends_with(gdb::framed("QC1"))) << payload;
    answers += stream.written.size() > gdb::framed("QC1").size() + 4;
    target.watchpoints.clear();
    target.log.clear();
  }
  EXPECT_GT(answers, kRounds / 4);  // or the packets were too wrong to test anything
}

}  // namespace
}  // namespace janus::testing
