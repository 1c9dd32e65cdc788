// What each command answers.
#include <fmt/format.h>

#include "fake_target.h"

namespace janus::testing {
namespace {

using gdb::Session;
using Why = gdb::Stop::Why;

class Sessions : public ::testing::Test {
 protected:
  Sessions() {
    for (unsigned i = 0; i <= gdb::kPc; ++i) target.registers[i] = 0x100 + i;
    target.registers[gdb::kFirstCsr + 0x300] = 0x1888;
  }

  // The answers to `packets`, after which gdb goes.
  std::vector<std::string> talk(const std::vector<std::string>& packets) {
    stream = {};
    for (const auto& packet : packets) {
      stream.pieces.push_back(gdb::framed(packet));
      stream.pieces.push_back("");  // while it moves, gdb says nothing
    }
    gdb::Link link(stream);
    link.stop_acknowledging();
    Session session(target, link, {});
    end = session.serve();
    gdb::PacketReader reader;
    reader.feed(stream.written);
    std::vector<std::string> answers;
    while (const auto event = reader.next()) answers.push_back(event->payload);
    return answers;
  }
  std::string ask(const std::string& packet) {
    const auto answers = talk({packet});
    return answers.empty() ? "(nothing)" : answers.back();
  }

  FakeTarget target;
  FakeStream stream;
  Session::End end{};
};
using Answers = std::vector<std::string>;

TEST_F(Sessions, SayWhatTheySupport) {
  const std::string features = ask("qSupported:multiprocess+;swbreak+");
  for (const char* feature : {"PacketSize=4000", "QStartNoAckMode+", "qXfer:features:read+", "qXfer:memory-map:read+",
                              "ReverseStep+", "ReverseContinue+", "swbreak+", "hwbreak+"}) {
    EXPECT_NE(features.find(feature), std::string::npos) << feature;
  }
  EXPECT_EQ(ask("vCont?"), "vCont;c;C;s;S");
}

TEST_F(Sessions, AnswerWhatTheyDoNotKnowWithNothing) {
  for (const char* packet : {"", "vMustReplyEmpty", "qTStatus", "vFile:open:0", "i", "QNonStop:1", "A", "\x80\xff"}) {
    EXPECT_EQ(ask(packet), "") << packet;
  }
}

TEST_F(Sessions, ReadAndWriteRegisters) {
  EXPECT_EQ(ask("g").size(), 33U * 8);
  EXPECT_EQ(ask("g").substr(8, 8), "01010000");
  EXPECT_EQ(ask("p20"), "20010000");
  EXPECT_EQ(ask("p341"), "88180000");  // 65 + 0x300
  EXPECT_EQ(ask("P1=78563412"), "OK");
  EXPECT_EQ(target.registers[1], 0x1234'5678U);
  std::string all;
  for (unsigned i = 0; i <= 32; ++i) all += gdb::hex_word(i);
  EXPECT_EQ(ask("G" + all), "OK");
  EXPECT_EQ(target.registers[32], 32U);
  for (const char* bad :
       {"p", "pzz", "p21", "pffffffffff", "P1", "P1=", "P1=123", "P1=0011223344", "P21=00000000", "G00", "p1 "}) {
    EXPECT_EQ(ask(bad), "E16") << bad;
  }
}

TEST_F(Sessions, ReadAndWriteMemory) {
  EXPECT_EQ(ask("M80000010,3:0a0b0c"), "OK");
  EXPECT_EQ(ask("m80000010,4"), "0a0b0c00");
  EXPECT_EQ(ask("X80000010,2:" + std::string("}\x03#").substr(0, 2) + "z"), "OK");  // } escapes 0x23
  EXPECT_EQ(ask("m80000010,2"), "237a");
  EXPECT_EQ(ask("X80000000,0:"), "OK");
  EXPECT_EQ(ask("m80000ffe,8"), "0000");  // as far as there is memory
  EXPECT_EQ(ask("m0,4"), "E0e");
  EXPECT_EQ(ask("M80000fff,2:0000"), "E0e");
  for (const char* bad : {"m", "m80000000", "m80000000,", "m180000000,4", "m80000000,4x", "M80000000,4:00",
                          "M80000000,1:0", "X80000000,1:}", "X80000000,5:ab", "mffffffffffffffff,1"}) {
    EXPECT_EQ(ask(bad), "E16") << bad;
  }
  EXPECT_EQ(ask("m80000000,ffffffff").size(), 2 * kFakeRamSize);
}

TEST_F(Sessions, SetAndClearPoints) {
  EXPECT_EQ(talk({"Z0,80000000,4", "z0,80000000,4", "Z1,80000004,2"}), (Answers{"OK", "OK", "OK"}));
  EXPECT_EQ(target.log, "+00000080 -00000080 +04000080 ");
  EXPECT_EQ(talk({"Z2,10,4", "Z3,20,8", "Z4,30,1", "z3,20,8"}), (Answers{"OK", "OK", "OK", "OK"}));
  EXPECT_EQ(target.watchpoints,
            (std::vector<hart::Watchpoint>{{0x10, 4, hart::Watch::Write}, {0x30, 1, hart::Watch::Access}}));
  EXPECT_EQ(ask("Z5,10,4"), "");
  for (const char* bad : {"Z", "Z0", "Z0,", "Z0,80000000", "Z0,80000000,", "z2,x,4"}) EXPECT_EQ(ask(bad), "E16") << bad;
}

TEST_F(Sessions, MoveAndSayWhyTheyStopped) {
  target.stops = {{.why = Why::Stepped},
                  {.why = Why::Breakpoint},
                  {.why = Why::Watchpoint, .watch = hart::Watch::Read, .address = 0x80000010},
                  {.why = Why::Beginning},
                  {.signal = gdb::Signal::Segmentation, .message = "oh"},
                  {.why = Why::Exited, .exit_code = 7}};
  EXPECT_EQ(talk({"vCont;s:1;c", "vCont;c", "c", "bc", "bs", "s", "c"}),
            (Answers{"T05thread:1;", "T05thread:1;swbreak:;", "T05thread:1;rwatch:80000010;",
                     "T05thread:1;replaylog:begin;", "O" + gdb::hex("oh\n"), "T0bthread:1;", "W07"}));
  EXPECT_EQ(target.log, "step run run run-back step-back step ");
  EXPECT_EQ(end, Session::End::Exited);
}

TEST_F(Sessions, GoOnAtAnAddressAndRefuseNonsense) {
  EXPECT_EQ(ask("c80000100"), "T05thread:1;");
  EXPECT_EQ(target.registers[gdb::kPc], 0x8000'0100U);
  EXPECT_EQ(ask("C05;80000200"), "T05thread:1;");
  EXPECT_EQ(target.registers[gdb::kPc], 0x8000'0200U);
  for (const char* bad : {"czz", "c1ffffffff", "vCont;", "vCont;x", "vCont;t", "vCont;s:2", "vCont;;c"}) {
    EXPECT_EQ(ask(bad), "E16") << bad;
  }
}

TEST_F(Sessions, CtrlCStopsWhatMoves) {
  stream.pieces = {gdb::framed("vCont;c"), "\x03"};
  gdb::Link link(stream);
  link.stop_acknowledging();
  Session session(target, link, {});
  EXPECT_EQ(session.serve(), Session::End::Lost);
  EXPECT_EQ(stream.written, gdb::framed("T02thread:1;"));
}

TEST_F(Sessions, EndAsGdbWants) {
  EXPECT_EQ(ask("D"), "OK");
  EXPECT_EQ(end, Session::End::Detached);
  EXPECT_EQ(target.log, "clear ");
  EXPECT_EQ(ask("k"), "(nothing)");
  EXPECT_EQ(end, Session::End::Killed);
  EXPECT_EQ(ask("vKill;1"), "OK");
  EXPECT_EQ(end, Session::End::Killed);
  EXPECT_EQ(ask("?"), "T05thread:1;");
  EXPECT_EQ(end, Session::End::Lost);
}

TEST_F(Sessions, RestartInExtendedModeAlsoWhatWasKilledOrIsOver) {
  EXPECT_EQ(ask("vRun;"), "E16");
  EXPECT_EQ(talk({"!", "vKill;1", "c", "vRun;", "D"}), (Answers{"OK", "OK", "X09", "T05thread:1;", "OK"}));
  EXPECT_EQ(target.log, "restart clear ");
  target.stops = {{.why = Why::Exited, .exit_code = 3}};
  EXPECT_EQ(talk({"!", "c", "c", "R00", "?"}), (Answers{"OK", "W03", "W03", "T05thread:1;"}));
  EXPECT_EQ(talk({"!", "k"}), (Answers{"OK"}));
  EXPECT_EQ(end, Session::End::Killed);
}

TEST_F(Sessions, HaveOneThread) {
  EXPECT_EQ(ask("qfThreadInfo"), "m1");
  EXPECT_EQ(ask("qsThreadInfo"), "l");
  EXPECT_EQ(ask("qC"), "QC1");
  EXPECT_EQ(ask("T1"), "OK");
  EXPECT_EQ(ask("T2"), "E16");
  EXPECT_EQ(ask("Hg0"), "OK");
  EXPECT_EQ(ask("Hc-1"), "OK");
  EXPECT_EQ(ask("Hg2"), "E16");
  EXPECT_EQ(ask("qAttached"), "1");
}

TEST_F(Sessions, PassMonitorCommandsOn) {
  EXPECT_EQ(talk({"qRcmd," + gdb::hex("help me")}), (Answers{"O" + gdb::hex("you said help me\n"), "OK"}));
  EXPECT_EQ(ask("qRcmd,zz"), "E16");
}

TEST_F(Sessions, DescribeRegistersAndMemoryPieceByPiece) {
  std::string xml;
  for (std::string answer = "m"; answer[0] == 'm';) {
    answer = ask(fmt::format("qXfer:features:read:target.xml:{:x},100", xml.size()));
    xml += *gdb::unescaped(answer.substr(1));
  }
  EXPECT_NE(xml.find("<reg name=\"mepc\" bitsize=\"32\" type=\"code_ptr\" regnum=\"898\"/>"),
            std::string::npos);  // 65 + 0x341
  EXPECT_NE(xml.find("<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\" regnum=\"32\"/>"), std::string::npos);
  EXPECT_TRUE(xml.ends_with("</target>\n"));
  EXPECT_NE(ask("qXfer:memory-map:read::0,1000").find("type=\"rom\" start=\"0x10000000\" length=\"0x100\""),
            std::string::npos);
  EXPECT_EQ(ask("qXfer:features:read:target.xml:fffffff,10"), "E16");
  EXPECT_EQ(ask("qXfer:features:read:target.xml:0"), "E16");
  EXPECT_EQ(ask("qXfer:features:read:other.xml:0,10"), "");
}

}  // namespace
}  // namespace janus::testing
