// Of functions that were never called, what could have called them: calls that were not executed, and for those that
// are reached by a pointer only, the table or the line that has their address, and the lines that call through it.
#include <algorithm>
#include <map>
#include <set>

#include "app/html_source.h"
#include "app/late_stores.h"
#include "app/mixed_statements.h"
#include "app/plural.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "program/call_convention.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

constexpr std::size_t kMostFunctions = 40, kMostPlaces = 3;

// All that has to do with addresses of functions, from one pass over the code and one over the data.
class AddressUses {
 public:
  AddressUses(HtmlPage& page, const std::vector<std::string>& functions) : page_(page), debug_(page.debug()) {
    for (const std::string& name : functions) {
      for (const support::Symbol& symbol : debug_.image().symbols()) {
        if (symbol.is_function && symbol.name == name) names_.emplace(symbol.address, name);
      }
    }
    for (const support::Segment& segment : debug_.image().segments()) look_at_data(segment);
    std::uint32_t done = 0;
    for (const support::Symbol& symbol : debug_.image().symbols()) {
      if (!symbol.is_function || symbol.size == 0 || symbol.address < done) continue;
      done = symbol.address + symbol.size;
      look_at_code(symbol);
    }
  }

  struct Uses {
    std::vector<std::uint32_t> tables = {};             // addresses of words in objects
    std::vector<std::uint32_t> calls = {}, taken = {};  // by instructions
  };
  const Uses& of(const std::string& function) { return uses_[function]; }
  const std::vector<std::uint32_t>& calls_by_pointer() const { return by_pointer_; }

 private:
  void look_at_data(const support::Segment& segment) {
    for (std::uint32_t at = (4 - segment.address % 4) % 4; at + 4 <= segment.bytes.size(); at += 4) {
      std::uint32_t word = 0;
      for (unsigned i = 4; i-- > 0;) word = word << 8 | segment.bytes[at + i];
      const auto found = names_.find(word);
      const std::uint32_t address = segment.address + at;
      if (found != names_.end() && debug_.image().covering(address, false))
        uses_[found->second].tables.push_back(address);
    }
  }

  void look_at_code(const support::Symbol& symbol) {
    const isa::ImageCode code(debug_.image());
    std::map<std::uint8_t, std::uint32_t> upper;  // what `lui` and `auipc` have made, by register
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < symbol.size; at += length) {
      const std::uint32_t pc = symbol.address + at;
      const auto i = code.at(pc);
      length = i ? i->length : 2;
      if (!i) continue;
      const auto made = upper.find(i->rs1);
      const bool is_pair = made != upper.end();
      const std::uint32_t whole = is_pair ? made->second + static_cast<std::uint32_t>(i->immediate) : 0;
      const auto control = isa::control(i->opcode);
      if (control == isa::Control::Jump) note(isa::target_of(pc, *i), pc, true);
      if (control == isa::Control::JumpRegister && is_pair) note(whole, pc, true);
      if (control == isa::Control::JumpRegister && !is_pair && calls_by_pointer(pc, *i)) by_pointer_.push_back(pc);
      if (i->opcode == isa::Opcode::addi && is_pair) note(whole, pc, false);
      const std::uint8_t written = isa::written_register(*i);
      upper.erase(written);
      if (i->opcode == isa::Opcode::lui) upper[written] = static_cast<std::uint32_t>(i->immediate);
      if (i->opcode == isa::Opcode::auipc) upper[written] = pc + static_cast<std::uint32_t>(i->immediate);
    }
  }

  // A jump to what a register holds may also be a `switch`, or a call at the end of a function.
  bool calls_by_pointer(std::uint32_t pc, const isa::Instruction& i) {
    if (program::is_return(i) || !page_.is_own(pc)) return false;
    const support::SourceLocation at = debug_.locate_line(pc);
    const std::string text = page_.sources().line(at.file, at.line);
    return program::is_call(i) || (text.find('(') != std::string::npos && !text.starts_with("switch"));
  }

  void note(std::uint32_t address, std::uint32_t pc, bool is_call) {
    const auto found = names_.find(address);
    if (found == names_.end()) return;
    Uses& uses = uses_[found->second];
    const support::Symbol* const around = debug_.image().covering(pc, true);
    if (around && around->name == found->second) return;  // within the function
    (is_call ? uses.calls : uses.taken).push_back(pc);
  }

  HtmlPage& page_;
  const support::DebugInfo& debug_;
  std::map<std::uint32_t, std::string> names_;
  std::map<std::string, Uses> uses_;
  std::vector<std::uint32_t> by_pointer_;
};

class Uncalled {
 public:
  Uncalled(HtmlPage& page, const SourceCoverage& source, const std::vector<std::string>& functions)
      : page_(page), source_(source), uses_(page, functions) {}

  // HTML.
  std::string why(const std::string& function) {
    const AddressUses::Uses& uses = uses_.of(function);
    std::string text;
    const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : "; ") + sentence; };
    if (!uses.calls.empty()) add("it is called at " + places(uses.calls));
    std::set<std::string> pointers;
    std::string tables;
    for (const std::uint32_t address : std::span(uses.tables).first(std::min(uses.tables.size(), kMostPlaces))) {
      const auto [object, word] = table_at(address);
      pointers.insert(object);
      tables += (tables.empty() ? "" : ", ") + HtmlPage::code(word);
    }
    if (!tables.empty()) add("its address is in " + tables);
    for (const std::uint32_t pc : uses.taken) {
      const support::SourceLocation at = page_.debug().locate_line(pc);
      for (const std::string& name : assigned_by(page_.sources().line(at.file, at.line)))
        pointers.insert(last_name(name));
    }
    if (!uses.taken.empty()) add("its address is taken at " + places(uses.taken));
    if (!tables.empty() || !uses.taken.empty()) add(callers(pointers));
    return text.empty() ? "no call of it was found, and no table with its address" : text;
  }

 private:
  // The object, and the word in it as C names it.
  std::pair<std::string, std::string> table_at(std::uint32_t address) const {
    const support::Symbol* const object = page_.debug().image().covering(address, false);
    support::SourceTypes& types = page_.debug().types();
    const auto index = types.variable_at(object->address);
    std::uint32_t offset = address - object->address;
    std::string text = object->name;
    if (!index) return {object->name, offset == 0 ? text : fmt::format("{} + {}", text, offset)};
    const support::SourceType* type = &types.type(*index);
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      if (type->kind == support::SourceType::Kind::Array && types.type(type->target).size > 0) {
        const std::uint32_t size = types.type(type->target).size;
        text += fmt::format("[{}]", offset / size);
        offset %= size;
        type = &types.type(type->target);
        goes_on = true;
      }
      for (const support::SourceType::Member& member : type->members) {
        if (offset < member.offset || offset - member.offset >= types.type(member.type).size) continue;
        text += "." + member.name;
        offset -= member.offset;
        type = &types.type(member.type);
        goes_on = true;
        break;
      }
    }
    return {object->name, text};
  }

  // The lines that call by these pointers, as their texts say; else all that call by a pointer.
  std::string callers(const std::set<std::string>& pointers) {
    std::vector<std::uint32_t> named;
    for (const std::uint32_t pc : uses_.calls_by_pointer()) {
      const support::SourceLocation at = page_.debug().locate_line(pc);
      if (names_one_of(page_.sources().line(at.file, at.line), pointers)) named.push_back(pc);
    }
    const bool is_named = !named.empty();
    if (!is_named) named = uses_.calls_by_pointer();
    if (named.empty()) return "no line of the firmware calls by a pointer";
    const bool was_executed =
        std::ranges::any_of(named, [&](std::uint32_t pc) { return source_.counts.at(pc).executed > 0; });
    return (is_named ? "what calls by this pointer is " + places(named)
                     : "no line with this name calls by a pointer, but the compiler may have put it together with " +
                           places(named)) +
           (was_executed ? source_.is_complete ? ", which never chose it"
                                               : fmt::format(", which has not chosen it {}", source_.until_now())
                         : "");
  }

  // Each line once, with its text, and whether it was executed.
  std::string places(const std::vector<std::uint32_t>& pcs) {
    std::map<std::string, std::pair<std::uint32_t, bool>> lines;
    for (const std::uint32_t pc : pcs) {
      auto& line = lines.try_emplace(page_.debug().describe(pc), pc, false).first->second;
      line.second = line.second || source_.counts.at(pc).executed > 0;
    }
    std::string text;
    std::size_t told = 0;
    for (const auto& [name, line] : lines) {
      if (told++ == kMostPlaces) break;
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", page_.place(line.first), page_.source_of(line.first),
                          line.second           ? std::string()
                          : source_.is_complete ? std::string(" (never executed)")
                                                : fmt::format(" (not executed {})", source_.until_now()));
    }
    if (lines.size() > kMostPlaces) text += fmt::format(" and {}", plural(lines.size() - kMostPlaces, "more line"));
    return text;
  }

  HtmlPage& page_;
  const SourceCoverage& source_;
  AddressUses uses_;
};

}  // namespace

void write_uncalled(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached) {
  const std::vector<std::string>& functions = unreached.functions;
  if (functions.empty()) return;
  const std::size_t told = std::min(unreached.own_functions, kMostFunctions);
  const std::vector<std::string> own(functions.begin(), functions.begin() + static_cast<std::ptrdiff_t>(told));
  if (!own.empty()) {
    page.heading("Functions that were never called");
    Uncalled uncalled(page, source, own);
    page.add("<div class=\"scroll\"><table class=\"stack\"><tr><th>function</th><th>why</th></tr>\n");
    for (const std::string& name : own)
      page.add(fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", HtmlPage::code(name), uncalled.why(name)));
    page.add("</table></div>\n");
  }
  std::string others;
  for (std::size_t i = told; i < functions.size(); ++i)
    others += (others.empty() ? "" : ", ") + HtmlPage::code(functions[i]);
  if (!others.empty())
    page.paragraph((own.empty()                      ? "Functions that were never called: "
                    : told < unreached.own_functions ? "And more: "
                                                     : "And in start-up code and libraries: ") +
                   others + ".");
}

}  // namespace janus::app
