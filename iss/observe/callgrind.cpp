// The text forms of a profile: callgrind's format, and tables for people.
#include "observe/callgrind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "observe/profiler.h"

namespace janus::observe {
namespace {

// In the order of addresses and names, not in that in which a CodeMap was asked: translated code asks for functions
// before they are executed.
struct FunctionKey {
  std::uint32_t entry;
  std::string name;
  std::uint32_t index = 0;  // into CodeMap::functions()
  bool operator<(const FunctionKey& other) const { return std::tie(entry, name) < std::tie(other.entry, other.name); }
};
struct LineKey {
  std::string file;
  int line;
  auto operator<=>(const LineKey&) const = default;
};
struct CallKey {
  LineKey from;
  FunctionKey callee;
  bool operator<(const CallKey& other) const { return std::tie(from, callee) < std::tie(other.from, other.callee); }
};

FunctionKey key_of(const CodeMap& code, std::uint32_t index) {
  const CodeMap::Function& function = code.functions()[index];
  return {function.entry, function.name, index};
}
LineKey line_of(const CodeMap& code, const CodeMap::Place& place) { return {code.files()[place.file], place.line}; }

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

// The costs of each function.
std::map<FunctionKey, FunctionCosts> by_function(const Profiler& profiler) {
  std::map<FunctionKey, FunctionCosts> functions;
  CodeMap& code = profiler.code();
  for (const auto& [pc, cost] : profiler.costs()) {
    const CodeMap::Place place = code.at(pc);
    FunctionCosts& function = functions[key_of(code, place.function)];
    function.lines[line_of(code, place)] += cost;
    function.self += cost;
  }
  for (const auto& [arc, call] : profiler.calls().calls()) {
    const CodeMap::Place place = code.at(arc.first);
    functions[key_of(code, place.function)];
    functions[key_of(code, arc.second)].called += call.count;
  }
  return functions;
}

// Names are compressed: the first time, a name is written with its number; after that, only the number is written.
class Names {
 public:
  template <class Key>
  std::string operator()(const Key& key, const std::string& name) {
    const auto [known, fresh] = known_.try_emplace(fmt::format("{}", key), known_.size() + 1);
    return fresh ? fmt::format("({}) {}", known->second, name) : fmt::format("({})", known->second);
  }

 private:
  std::map<std::string, std::size_t> known_;
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::string callgrind_text(const CostsOfCode& costs, CodeMap& code) {
  Costs total(costs.events.size());
  std::map<FunctionKey, FunctionText> functions;
  for (const auto& [pc, cost] : costs.costs) {
    const CodeMap::Place place = code.at(pc);
    add(functions[key_of(code, place.function)].lines[line_of(code, place)], cost);
    add(total, cost);
  }
  for (const auto& [arc, call] : costs.calls) {
    const CodeMap::Place place = code.at(arc.first);
    const FunctionKey callee = key_of(code, code.at(arc.second).function);
    functions[callee];
    CostsOfCode::Call& sum = functions[key_of(code, place.function)].calls[{line_of(code, place), callee}];
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
  const auto file = [&](const std::string& name) { return file_name(name, name); };
  const auto function = [&](const FunctionKey& key) { return function_name(key.index, key.name); };
  for (const auto& [key, of_function] : functions) {
    const std::string home = line_of(code, code.at(key.entry)).file;
    text += fmt::format("\nfl={}\nfn={}\n", file(home), function(key));
    std::string here = home;
    const auto go_to = [&](const std::string& other) {  // lines that were inlined from another file
      if (other != here) text += fmt::format("{}={}\n", other == home ? "fe" : "fi", file(other));
      here = other;
    };
    for (const auto& [line, cost] : of_function.lines) {
      go_to(line.file);
      text += fmt::format("{} {}\n", line.line, fmt::join(cost, " "));
    }
    for (const auto& [call, sum] : of_function.calls) {
      go_to(call.from.file);
      const LineKey callee = line_of(code, code.at(call.callee.entry));
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
  const auto functions = by_function(profiler);
  const Cost total = profiler.total();
  std::vector<std::pair<FunctionKey, const FunctionCosts*>> order;
  std::map<LineKey, Cost> lines;
  for (const auto& [key, costs] : functions) {
    order.emplace_back(key, &costs);
    for (const auto& [line, cost] : costs.lines) lines[line] += cost;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second->self.cycles > b.second->self.cycles; });
  std::string text =
      fmt::format("{} cycles, {} instructions\n\n{:>14} {:>6} {:>14} {:>14} {:>10}  function\n", total.cycles,
                  total.instructions, "cycles", "%", "instructions", "with callees", "calls");
  for (const auto& [key, costs] : order) {
    text += fmt::format("{:>14} {:>6.2f} {:>14} {:>14} {:>10}  {}\n", costs->self.cycles,
                        percent(costs->self.cycles, total.cycles), costs->self.instructions,
                        profiler.calls().inclusive(key.index).cycles, costs->called, key.name);
  }
  std::vector<std::pair<LineKey, Cost>> sorted(lines.begin(), lines.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.cycles > b.second.cycles; });
  text += fmt::format("\n{:>14} {:>6} {:>14}  line\n", "cycles", "%", "instructions");
  for (const auto& [line, cost] : sorted) {
    text += fmt::format("{:>14} {:>6.2f} {:>14}  {}:{}\n", cost.cycles, percent(cost.cycles, total.cycles),
                        cost.instructions, line.file, line.line);
  }
  return text;
}

}  // namespace janus::observe
