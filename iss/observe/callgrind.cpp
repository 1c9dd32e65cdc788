// The text forms of a profile: callgrind's format, and tables for people.
#include "observe/callgrind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "observe/profiler.h"

namespace janus::observe {
namespace {

struct LineKey {
  std::uint32_t file;
  int line;
  auto operator<=>(const LineKey&) const = default;
};
struct CallKey {
  LineKey from;
  std::uint32_t callee;
  auto operator<=>(const CallKey&) const = default;
};
struct FunctionCosts {
  std::map<LineKey, Cost> lines;
  Cost self;
  std::uint64_t called = 0;
};

struct FunctionText {
  std::map<LineKey, Costs> lines;
  std::map<CallKey, CostsOfCode::Call> calls;
};

void add(Costs& sum, const Costs& costs) {
  sum.resize(std::max(sum.size(), costs.size()));
  for (std::size_t i = 0; i < costs.size(); ++i) sum[i] += costs[i];
}

// The costs of each function, in the order of function indices.
std::map<std::uint32_t, FunctionCosts> by_function(const Profiler& profiler) {
  std::map<std::uint32_t, FunctionCosts> functions;
  CodeMap& code = profiler.code();
  for (const auto& [pc, cost] : profiler.costs()) {
    const CodeMap::Place place = code.at(pc);
    FunctionCosts& function = functions[place.function];
    function.lines[{place.file, place.line}] += cost;
    function.self += cost;
  }
  for (const auto& [arc, call] : profiler.calls().calls()) {
    const CodeMap::Place place = code.at(arc.first);
    functions[place.function];
    functions[arc.second].called += call.count;
  }
  return functions;
}

// Names are compressed: the first time, a name is written with its number; after that, only the number is written.
class Names {
 public:
  std::string operator()(std::uint32_t index, const std::string& name) {
    if (index >= known_.size()) known_.resize(index + 1);
    if (known_[index]) return fmt::format("({})", index + 1);
    known_[index] = true;
    return fmt::format("({}) {}", index + 1, name);
  }

 private:
  std::vector<bool> known_;
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::string callgrind_text(const CostsOfCode& costs, CodeMap& code) {
  Costs total(costs.events.size());
  std::map<std::uint32_t, FunctionText> functions;
  for (const auto& [pc, cost] : costs.costs) {
    const CodeMap::Place place = code.at(pc);
    add(functions[place.function].lines[{place.file, place.line}], cost);
    add(total, cost);
  }
  for (const auto& [arc, call] : costs.calls) {
    const CodeMap::Place place = code.at(arc.first);
    const std::uint32_t callee = code.at(arc.second).function;
    functions[callee];
    CostsOfCode::Call& sum = functions[place.function].calls[{{place.file, place.line}, callee}];
    sum.count += call.count;
    add(sum.inclusive, call.inclusive);
  }
  std::string text =
      fmt::format("# callgrind format\nversion: 1\ncreator: janus\ncmd: {}\npositions: line\n", code.image().path());
  std::string names;
  for (const CostsOfCode::Event& event : costs.events) {
    if (!event.meaning.empty()) text += fmt::format("event: {} : {}\n", event.name, event.meaning);
    names += " " + event.name;
  }
  text += fmt::format("events:{}\nsummary: {}\n", names, fmt::join(total, " "));
  Names file_name, function_name;
  const auto file = [&](std::uint32_t index) { return file_name(index, code.files()[index]); };
  const auto function = [&](std::uint32_t index) { return function_name(index, code.functions()[index].name); };
  for (const auto& [index, of_function] : functions) {
    const std::uint32_t home = code.at(code.functions()[index].entry).file;
    text += fmt::format("\nfl={}\nfn={}\n", file(home), function(index));
    std::uint32_t here = home;
    const auto go_to = [&](std::uint32_t other) {  // lines that were inlined from another file
      if (other != here) text += fmt::format("{}={}\n", other == home ? "fe" : "fi", file(other));
      here = other;
    };
    for (const auto& [line, cost] : of_function.lines) {
      go_to(line.file);
      text += fmt::format("{} {}\n", line.line, fmt::join(cost, " "));
    }
    for (const auto& [call, sum] : of_function.calls) {
      go_to(call.from.file);
      const CodeMap::Place callee = code.at(code.functions()[call.callee].entry);
      text += fmt::format("cfi={}\ncfn={}\ncalls={} {}\n{} {}\n", file(callee.file), function(call.callee), sum.count,
                          callee.line, call.from.line, fmt::join(sum.inclusive, " "));
    }
  }
  return text + fmt::format("\ntotals: {}\n", fmt::join(total, " "));
}

std::string callgrind_text(const Profiler& profiler) {
  CostsOfCode costs{.events = {{"Cycles", ""}, {"Instructions", ""}}, .costs = {}, .calls = {}};
  const auto costs_of = [](const Cost& cost) { return Costs{cost.cycles, cost.instructions}; };
  for (const auto& [pc, cost] : profiler.costs()) costs.costs.emplace_back(pc, costs_of(cost));
  for (const auto& [arc, call] : profiler.calls().calls()) {
    const std::uint32_t entry = profiler.code().functions()[arc.second].entry;
    costs.calls.push_back({{arc.first, entry}, {call.count, costs_of(call.inclusive)}});
  }
  return callgrind_text(costs, profiler.code());
}

std::string profile_table(const Profiler& profiler) {
  CodeMap& code = profiler.code();
  const auto functions = by_function(profiler);
  const Cost total = profiler.total();
  std::vector<std::pair<std::uint32_t, const FunctionCosts*>> order;
  std::map<LineKey, Cost> lines;
  for (const auto& [index, costs] : functions) {
    order.emplace_back(index, &costs);
    for (const auto& [line, cost] : costs.lines) lines[line] += cost;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second->self.cycles > b.second->self.cycles; });
  std::string text =
      fmt::format("{} cycles, {} instructions\n\n{:>14} {:>6} {:>14} {:>14} {:>10}  function\n", total.cycles,
                  total.instructions, "cycles", "%", "instructions", "with callees", "calls");
  for (const auto& [index, costs] : order) {
    text += fmt::format("{:>14} {:>6.2f} {:>14} {:>14} {:>10}  {}\n", costs->self.cycles,
                        percent(costs->self.cycles, total.cycles), costs->self.instructions,
                        profiler.calls().inclusive(index).cycles, costs->called, code.functions()[index].name);
  }
  std::vector<std::pair<LineKey, Cost>> sorted(lines.begin(), lines.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.cycles > b.second.cycles; });
  text += fmt::format("\n{:>14} {:>6} {:>14}  line\n", "cycles", "%", "instructions");
  for (const auto& [line, cost] : sorted) {
    text += fmt::format("{:>14} {:>6.2f} {:>14}  {}:{}\n", cost.cycles, percent(cost.cycles, total.cycles),
                        cost.instructions, code.files()[line.file], line.line);
  }
  return text;
}

}  // namespace janus::observe
