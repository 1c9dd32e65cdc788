// What --stats writes, by the schema in docs.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "integer") return value.is_number_integer();
  return type == "number" && value.is_number();
}

// What of JSON Schema (draft 2020-12) the schema uses. Adds a line for each thing that is wrong; words of the schema
// that this does not know are wrong, too.
void validate(const json& value, const json& schema, const std::string& at, std::vector<std::string>& wrong) {
  static const std::vector<std::string> kKnown{"$schema",    "title",    "description", "type",
                                               "properties", "required", "enum",        "additionalProperties",
                                               "items",      "minimum",  "pattern"};
  for (const auto& [word, rule] : schema.items()) {
    if (std::ranges::find(kKnown, word) == kKnown.end()) wrong.push_back(at + ": unknown word " + word);
  }
  if (schema.contains("type")) {
    const json types = schema["type"].is_array() ? schema["type"] : json::array({schema["type"]});
    if (std::ranges::none_of(types, [&](const json& type) { return has_type(value, type); }))
      return wrong.push_back(at + ": not of type " + types.dump());
  }
  if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
    wrong.push_back(at + ": none of " + schema["enum"].dump());
  if (schema.contains("minimum") && value < schema["minimum"]) wrong.push_back(at + ": too small");
  if (schema.contains("pattern") &&
      !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
    wrong.push_back(at + ": does not match");
  for (const json& name : schema.value("required", json::array())) {
    if (!value.contains(name)) wrong.push_back(at + ": lacks " + name.dump());
  }
  if (value.is_array() && schema.contains("items")) {
    for (const json& item : value) validate(item, schema["items"], at + "[]", wrong);
  }
  if (!value.is_object()) return;
  const json others = schema.value("additionalProperties", json(true));
  for (const auto& [name, item] : value.items()) {
    const std::string there = at + "." + name;
    if (schema.contains("properties") && schema["properties"].contains(name)) {
      validate(item, schema["properties"][name], there, wrong);
    } else if (others == json(false)) {
      wrong.push_back(there + ": not in the schema");
    } else if (others.is_object()) {
      validate(item, others, there, wrong);
    }
  }
}

std::vector<std::string> problems(const json& statistics) {
  std::vector<std::string> wrong;
  validate(statistics, json_of(std::string(JANUS_SOURCE) + "/docs/statistics.schema.json"), "", wrong);
  return wrong;
}

struct Asked {
  std::string firmware;
  Arguments options;
};

class Statistics : public ::testing::TestWithParam<Asked> {};

TEST_P(Statistics, AreAsTheSchemaSays) {
  const Exploration exploration(firmware_path(GetParam().firmware), GetParam().options);
  EXPECT_EQ(problems(exploration.stats()), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(All, Statistics,
                         ::testing::Values(Asked{"quickstart", {}}, Asked{"quickstart_fixed", {"--cover"}},
                                           Asked{"thermometer", {"--symbolic", "sensor=8", "--searcher", "coverage"}},
                                           Asked{"keys", {"--symbolic", "interrupt(timer)=1", "--max-paths", "20"}},
                                           Asked{"bubble_sort_safe_3", {"--worst-case"}},
                                           Asked{"fe310", {"--platform", "fe310"}},
                                           Asked{"symbolic_explosion", {"--summarize", "--max-time", "0.2"}},
                                           Asked{"inspection", {"--merge", "eager"}}),
                         [](const auto& row) { return row.param.firmware; });

TEST(StatisticsOfABoundedCheck, AreAsTheSchemaSays) {
  const TemporaryDirectory directory;
  janus({"bmc", firmware_path("quickstart"), "--stats", directory.file("s"), "--out", directory.file("out")});
  EXPECT_EQ(problems(json_of(directory.file("s"))), std::vector<std::string>{});
}

TEST(TheSchema, NoticesWhatIsMissingStrangeOrWrong) {
  const Exploration exploration(firmware_path("quickstart"));
  json statistics = exploration.stats();
  statistics.erase("paths");
  statistics["verdict"] = "perhaps";
  statistics["surprise"] = 1;
  statistics["findings"][0]["pc"] = "0x1";
  EXPECT_EQ(problems(statistics).size(), 4U);
}

}  // namespace
}  // namespace janus::testing
