#include "engine/distribute/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/explore/checkpoint.h"
#include "engine/state/varint.h"
#include "support/error.h"

namespace janus::engine {
namespace {

using nlohmann::json;

constexpr char kOrigin[] = "a message between processes";

[[noreturn]] void damaged() {
  throw support::InputError(std::string(kOrigin) + ": damaged", support::exit_code::kInternal);
}

std::uint64_t number(const std::string& text, std::size_t& at) {
  const auto value = read_varint(text, at);
  if (!value) damaged();
  return *value;
}

void append_part(std::string& text, const std::string& part) {
  append_varint(text, part.size());
  text += part;
}
std::string part(const std::string& text, std::size_t& at) {
  const std::uint64_t size = number(text, at);
  if (size > text.size() - at) damaged();
  at += size;
  return text.substr(at - size, size);
}

// What a checkpoint does not have of a result.
json rest_of(const Report& report) {
  json rest{{"verdict", static_cast<unsigned>(report.result.verdict)},
            {"gave_up", report.result.gave_up},
            {"limit", report.limit},
            {"inspections", json::array()},
            {"techniques", json::array()}};
  for (const hart::Inspection& one : report.inspections) {
    rest["inspections"].push_back({static_cast<std::uint32_t>(one.code), one.pc, one.name, one.value});
  }
  for (const TechniqueReport& one : report.result.techniques) {
    rest["techniques"].push_back({one.name, one.counts, one.remarks});
  }
  return rest;
}

void take_rest(const json& rest, Report& report) {
  report.result.verdict = static_cast<Verdict>(rest.at("verdict").get<unsigned>());
  rest.at("gave_up").get_to(report.result.gave_up);
  rest.at("limit").get_to(report.limit);
  for (const json& one : rest.at("inspections")) {
    report.inspections.push_back({static_cast<isa::HookCode>(one.at(0).get<std::uint32_t>()),
                                  one.at(1).get<std::uint32_t>(), one.at(2).get<std::string>(),
                                  one.at(3).get<std::string>()});
  }
  for (const json& one : rest.at("techniques")) {
    TechniqueReport& technique = report.result.techniques.emplace_back();
    one.at(0).get_to(technique.name);
    one.at(1).get_to(technique.counts);
    one.at(2).get_to(technique.remarks);
  }
}

}  // namespace

std::string Order::text() const {
  std::string text(1, static_cast<char>(kind));
  for (const std::uint64_t value : {milliseconds, apart, paths, forks, seconds}) append_varint(text, value);
  return frontier ? text + frontier->text() : text;
}

Order Order::parse(const std::string& text) {
  Order order;
  if (text.empty()) damaged();
  order.kind = text[0] == 0 ? Kind::Piece : Kind::Portfolio;
  std::size_t at = 1;
  for (std::uint64_t* value : {&order.milliseconds, &order.apart, &order.paths, &order.forks, &order.seconds}) {
    *value = number(text, at);
  }
  if (order.kind == Kind::Piece) order.frontier = Frontier::parse(text.substr(at), kOrigin);
  return order;
}

std::string Report::text() const {
  std::string text;
  append_part(text, text_of(Checkpoint{{}, {result, 0, {}}, {}, records}));
  append_part(text, rest_of(*this).dump(-1, ' ', false, json::error_handler_t::replace));
  for (const auto& frontier : left) append_part(text, frontier->text());
  return text;
}

Report Report::parse(const std::string& text) {
  std::size_t at = 0;
  Report report;
  Checkpoint checkpoint = parse_checkpoint(part(text, at), kOrigin);
  report.result = std::move(checkpoint.snapshot.so_far);
  report.records = std::move(checkpoint.records);
  try {
    take_rest(json::parse(part(text, at)), report);
  } catch (const json::exception&) {
    damaged();
  }
  while (at < text.size()) report.left.push_back(Frontier::parse(part(text, at), kOrigin));
  return report;
}

}  // namespace janus::engine
