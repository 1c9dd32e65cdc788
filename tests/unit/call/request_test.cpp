// The options of a call as texts, taken apart.
#include "call/request.h"

#include <gtest/gtest.h>

#include "support/error.h"

namespace janus::call {
namespace {

std::string refusal(const Settings& settings) {
  try {
    parse(settings);
  } catch (const support::InputError& error) {
    EXPECT_EQ(error.code(), support::exit_code::kUsage);
    return error.what();
  }
  return "nothing is wrong";
}

TEST(Requests, HaveArgumentsByNameNumberAndAddress) {
  const Request request = parse({.function = " parse ( packet , -3, 0x10,&handler ) "});
  EXPECT_EQ(request.function, "parse");
  ASSERT_TRUE(request.arguments && request.arguments->size() == 4);
  EXPECT_EQ((*request.arguments)[0].name, "packet");
  EXPECT_EQ((*request.arguments)[1].value, 0xffff'fffdU);
  EXPECT_EQ((*request.arguments)[2].value, 16U);
  EXPECT_TRUE((*request.arguments)[3].is_address);
  EXPECT_FALSE(parse({.function = "parse"}).arguments);
  EXPECT_EQ(parse({.function = "parse()"}).arguments->size(), 0U);
}

TEST(Requests, HaveObjectsRangesLinksAndStubs) {
  const Request request = parse({.function = "f",
                                 .objects = {"a=bytes:4", "b = string:0..16, null", "c=null", "d=symbolic"},
                                 .ranges = {"n=-5..5", "m=7"},
                                 .links = {"k=size(a) / 2"},
                                 .stubs = {"s=symbolic", "t=-1", "u=skip"}});
  EXPECT_EQ(request.objects.at("a").size, (SizeRange{4, 4}));
  EXPECT_FALSE(request.objects.at("a").may_be_null);
  EXPECT_EQ(request.objects.at("b").kind, ObjectRequest::Kind::String);
  EXPECT_EQ(request.objects.at("b").size, (SizeRange{0, 16}));
  EXPECT_TRUE(request.objects.at("b").may_be_null);
  EXPECT_EQ(request.objects.at("c").kind, ObjectRequest::Kind::Null);
  EXPECT_EQ(request.objects.at("d").kind, ObjectRequest::Kind::Symbolic);
  EXPECT_EQ(request.ranges.at("n").low, -5);
  EXPECT_EQ(request.ranges.at("m").high, 7);
  EXPECT_EQ(in_c(request.links.at("k").expression), "(janus_size_of_a / 2)");
  EXPECT_EQ(request.stubs.at("t").value, 0xffff'ffffU);
  EXPECT_EQ(request.stubs.at("u").kind, StubRequest::Kind::Skip);
}

TEST(Requests, AreRefusedInOneLine) {
  EXPECT_EQ(refusal({.function = "f(a"}), "--call 'f(a': a ')' is missing at its end");
  EXPECT_EQ(refusal({.function = "f(a b)"}), "--call 'f(a b)': 'a b' is neither a name nor a number");
  EXPECT_EQ(refusal({.function = "f", .objects = {"a"}}), "--object 'a': must be NAME=VALUE");
  EXPECT_EQ(refusal({.function = "f", .ranges = {"a=3..1"}}), "--range 'a=3..1': must be NAME=LOW..HIGH");
  EXPECT_EQ(refusal({.function = "f", .ranges = {"a=9223372036854775808"}}),
            "--range 'a=9223372036854775808': must be NAME=LOW..HIGH");
  EXPECT_EQ(refusal({.function = "f", .links = {"a=+"}}), "--link 'a=+': '+' is no name");
  EXPECT_EQ(refusal({.function = "f", .asserts = {"a b"}}), "--assert 'a b': 'b' is not expected");
}

}  // namespace
}  // namespace janus::call
