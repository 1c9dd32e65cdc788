// janus cfg: the drawing and the JSON output for firmware built from C.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

using Json = nlohmann::json;

CommandResult cfg(const Arguments& options = {}, const std::string& firmware = "quickstart") {
  Arguments arguments{"cfg", firmware_path(firmware)};
  arguments.insert(arguments.end(), options.begin(), options.end());
  auto result = janus(arguments);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  return result;
}

Json function(const Json& graph, const std::string& name) {
  for (const Json& f : graph.at("functions")) {
    if (f.at("name") == name) return f;
  }
  ADD_FAILURE() << "no function " << name;
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Cfg, ListsTheFunctionsOfAFirmware) {
  const Json graph = Json::parse(cfg({"--format", "json"}).output);
  EXPECT_EQ(graph.at("entry"), "0x80000000");
  EXPECT_FALSE(function(graph, "_start").at("returns").get<bool>());
  EXPECT_FALSE(function(graph, "_start").at("loops").empty());
  EXPECT_FALSE(function(graph, "exit").at("returns").get<bool>());
  const Json main = function(graph, "main");
  EXPECT_TRUE(main.at("returns").get<bool>());
  EXPECT_EQ(main.at("file"), "sw/examples/quickstart.c");
  EXPECT_TRUE(main.at("loops").empty());
  int calls = 0, returns = 0;
  for (const Json& block : main.at("blocks")) {
    for (const Json& edge : block.at("edges")) EXPECT_LT(edge.at("to"), main.at("blocks").size());
    for (const Json& call : block.at("calls")) {
      EXPECT_EQ(call.at("name"), "puts");
      ++calls;
    }
    returns += block.at("ends") == "return";
  }
  EXPECT_EQ(calls, 4) << "as many as its source has";
  EXPECT_EQ(returns, 1);
}

TEST(Cfg, ResolvesTheSwitchOfAFirmware) {
  const Json graph = Json::parse(cfg({"--format", "json"}, "switches_O2").output);
  const Json dense = function(graph, "dense");
  int cases = 0;
  for (const Json& block : dense.at("blocks")) {
    for (const Json& edge : block.at("edges")) cases += edge.at("kind") == "table";
  }
  EXPECT_EQ(cases, 6);
}

TEST(Cfg, DrawsWhatGraphvizAccepts) {
  const std::string dot = cfg().output;
  EXPECT_TRUE(dot.starts_with("digraph ") && dot.ends_with("}\n"));
  for (const char* part : {"label=\"main\"", "loop, depth 1", "label=back", "sw/examples/quickstart.c:", "to puts"})
    EXPECT_TRUE(contains(dot, part)) << part;
  const std::string program = JANUS_DOT;
  if (program.empty()) return;
  TemporaryDirectory directory;
  cfg({"--out", directory.file("graph.dot")});
  const auto drawn = run_command({program, "-Tcanon", directory.file("graph.dot")});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.output;
}

TEST(Cfg, OneFunctionIsGivenAlone) {
  const std::string dot = cfg({"--function", "puts"}).output;
  EXPECT_TRUE(contains(dot, "label=\"puts\""));
  EXPECT_FALSE(contains(dot, "label=\"main\""));
  const Json graph = Json::parse(cfg({"--function", "main", "--format", "json"}).output);
  ASSERT_EQ(graph.at("functions").size(), 1U);
  EXPECT_EQ(graph.at("functions")[0].at("blocks")[0].at("calls")[0].at("name"), "puts");
}

TEST(Cfg, WritesToAFileWhatItWouldPrint) {
  TemporaryDirectory directory;
  EXPECT_EQ(cfg({"--out", directory.file("graph")}).output, "");
  EXPECT_EQ(text_of(directory.file("graph")), cfg().output);
}

}  // namespace
}  // namespace janus::testing
