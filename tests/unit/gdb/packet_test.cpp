// Framing, escapes, numbers, acknowledgements.
#include "fake_target.h"

namespace janus::testing {
namespace {

using gdb::PacketReader;
using Kind = PacketReader::Event::Kind;

std::vector<std::string> payloads(PacketReader& reader) {
  std::vector<std::string> found;
  while (const auto event = reader.next()) {
    static constexpr const char* kNames[] = {"", "damaged", "interrupt", "ack", "nack"};
    found.push_back(event->kind == Kind::Packet ? event->payload : kNames[static_cast<int>(event->kind)]);
  }
  return found;
}
using Found = std::vector<std::string>;

TEST(Packets, AreFramedWithTheSumOfTheirBytes) {
  EXPECT_EQ(gdb::framed(""), "$#00");
  EXPECT_EQ(gdb::framed("OK"), "$OK#9a");
  EXPECT_EQ(gdb::framed(std::string(2, '\xff')), "$\xff\xff#fe");
}

TEST(Packets, AreFoundInWhateverPiecesTheyArrive) {
  const std::string stream = "+$g#67-\x03$m80000000,4#b7" + gdb::framed("vCont;c");
  for (std::size_t size = 1; size <= stream.size(); ++size) {
    PacketReader reader;
    for (std::size_t i = 0; i < stream.size(); i += size) reader.feed(std::string_view(stream).substr(i, size));
    EXPECT_EQ(payloads(reader), (Found{"ack", "g", "nack", "interrupt", "damaged", "vCont;c"})) << size;
  }
}

TEST(Packets, WithAWrongSumOrNoneAreDamaged) {
  PacketReader reader;
  reader.feed("$g#68$g#zz$g#6$$g#67");
  EXPECT_EQ(payloads(reader), (Found{"damaged", "damaged", "damaged", "g"}));
}

TEST(Packets, ThatAreCutOffAreReplacedByTheNext) {
  PacketReader reader;
  reader.feed("$m8000$g#67");
  EXPECT_EQ(payloads(reader), (Found{"g"}));
}

TEST(Packets, ThatAreTooLongAreDamaged) {
  PacketReader reader;
  reader.feed(gdb::framed(std::string(gdb::kMaxPacket, 'a')));
  EXPECT_EQ(payloads(reader).at(0).size(), gdb::kMaxPacket);
  reader.feed(gdb::framed(std::string(gdb::kMaxPacket + 1, 'a')));
  EXPECT_EQ(payloads(reader), (Found{"damaged"}));
}

TEST(Packets, OfAFloodAreDroppedNotKept) {
  PacketReader reader;
  for (int i = 0; i < 100'000; ++i) reader.feed("$g#67\x03+");
  EXPECT_LT(payloads(reader).size(), 100U);
}

TEST(Packets, CtrlCIsFoundAmongPacketsWhichStay) {
  PacketReader reader;
  reader.feed("$g#67\x03+");
  EXPECT_TRUE(reader.take_interrupt());
  EXPECT_FALSE(reader.take_interrupt());
  EXPECT_EQ(payloads(reader), (Found{"g", "ack"}));
}

TEST(Escapes, HideWhatMeansSomethingAndComeBack) {
  const std::string all = [] {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    return bytes;
  }();
  const std::string payload = gdb::escaped(all);
  EXPECT_EQ(payload.find_first_of("#$*"), std::string::npos);
  EXPECT_EQ(gdb::unescaped(payload), all);
  EXPECT_EQ(gdb::unescaped("a}"), std::nullopt);
}

TEST(Numbers, AreHexadecimalAndFit) {
  EXPECT_EQ(gdb::hex_word(0x1234'5678), "78563412");
  EXPECT_EQ(gdb::bytes_of("00fF"), (std::vector<std::uint8_t>{0, 255}));
  EXPECT_EQ(gdb::bytes_of("0"), std::nullopt);
  EXPECT_EQ(gdb::bytes_of("0g"), std::nullopt);
  EXPECT_EQ(gdb::Parser("ffffffff").word(), 0xffff'ffffU);
  EXPECT_EQ(gdb::Parser("100000000").word(), std::nullopt);
  EXPECT_EQ(gdb::Parser("10000000000000000").number(), std::nullopt);
  EXPECT_EQ(gdb::Parser("-1").number(), std::nullopt);
  EXPECT_EQ(gdb::Parser("").number(), std::nullopt);
}

TEST(Links, AcknowledgeRepeatAndStopDoingSo) {
  FakeStream stream;
  gdb::Link link(stream);
  stream.pieces = {"$g#00", "$g#67"};
  EXPECT_EQ(link.receive(), "g");
  EXPECT_EQ(stream.written, "-+");
  link.send("OK");
  stream.pieces = {"-$g#67"};
  EXPECT_EQ(link.receive(), "g");
  EXPECT_EQ(stream.written, "-+$OK#9a$OK#9a+");
  link.stop_acknowledging();
  stream.pieces = {"$g#00$g#67"};
  EXPECT_EQ(link.receive(), "g");
  EXPECT_EQ(stream.written, "-+$OK#9a$OK#9a+");
  EXPECT_EQ(link.receive(), std::nullopt);
  EXPECT_TRUE(link.lost());
}

}  // namespace
}  // namespace janus::testing
