#include "app/html_page.h"

#include <algorithm>
#include <span>
#include <sstream>

#include "app/html_style.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "app/version.h"
#include "isa/predicates.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

constexpr std::uintmax_t kMostSource = 2'000'000;  // bytes

}  // namespace

const std::vector<std::string>* Sources::lines(const std::string& file) {
  auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) entry->second = read(file);
  return entry->second ? &*entry->second : nullptr;
}

std::string Sources::line(const std::string& file, int number) {
  const auto* all = lines(file);
  if (!all || number < 1 || static_cast<std::size_t>(number) > all->size()) return {};
  const std::string& text = (*all)[static_cast<std::size_t>(number) - 1];
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// Relative names are looked for in the working directory, then in those above the firmware: compilers leave out the
// directory in which they ran.
std::filesystem::path Sources::located(const std::filesystem::path& file) const {
  std::error_code error;
  if (file.is_absolute() || std::filesystem::exists(file, error)) return file;
  const auto above = std::filesystem::absolute(firmware_, error);
  for (auto at = above.parent_path(); at != at.root_path(); at = at.parent_path()) {
    if (std::filesystem::exists(at / file, error)) return at / file;
  }
  return file;
}

std::optional<std::vector<std::string>> Sources::read(const std::string& name) {
  const auto file = located(name);
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error || size > kMostSource - read_) return std::nullopt;
  read_ += size;
  try {
    std::istringstream text{support::read_text_file(file)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  } catch (const support::InputError&) {
    return std::nullopt;
  }
}

void HtmlPage::begin(std::string_view title, std::string_view verdict,
                     const std::vector<std::pair<std::string, std::string>>& sections) {
  text_ = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{0}: {1}</title>\n"
      "<style>{2}</style>\n</head>\n<body>\n<h1>{0} <span class=\"verdict {3}\">{1}</span></h1>\n",
      marked_up(title), marked_up(verdict), kHtmlStyle,
      verdict == "safe" || verdict == "unsafe" || verdict == "unknown" ? verdict : "ran");
  text_ += "<nav>";
  for (const auto& [id, name] : sections) text_ += fmt::format("<a href=\"#{}\">{}</a>", id, name);
  text_ += "</nav>\n";
}

std::string HtmlPage::finished() {
  text_ += fmt::format("<p class=\"dim\">Written by Janus {}.</p>\n</body>\n</html>\n", marked_up(version()));
  return std::move(text_);
}

std::string HtmlPage::place(std::uint32_t pc) {
  const support::SourceLocation location = debug_.locate(pc);
  if (location.line == 0) return code(debug_.describe(pc));
  std::string functions;
  for (const std::string& function : debug_.functions_at(pc))
    functions += (functions.empty() ? "" : ", inlined in ") + code(function);
  return link(location) + (functions.empty() ? "" : " in " + functions);
}

std::string HtmlPage::place(const support::SourceLocation& location) {
  return fmt::format("{} in {}", link(location), code(location.function));
}

std::string HtmlPage::link(const support::SourceLocation& location) {
  const std::string text =
      fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
  const std::string linked =
      has_source(location.file)
          ? fmt::format("<a href=\"#{}\">{}</a>", anchor(location.file, location.line), marked_up(text))
          : marked_up(text);
  return fmt::format("<span class=\"place\">{}</span>", linked);
}

std::string HtmlPage::place_and_source(const support::SourceLocation& location, const std::string& place,
                                       std::string_view remark) {
  const std::string line = sources_.line(location.file, location.line);
  const std::string at = place + std::string(remark);
  return line.empty()
             ? at
             : fmt::format("{}<span class=\"colon\">: </span><code class=\"line\">{}</code>", at, marked_up(line));
}

support::SourceLocation HtmlPage::decision_at(std::uint32_t pc) {
  const auto [entry, is_new] = decided_at_.try_emplace(pc);
  if (!is_new) return entry->second;
  const auto instruction = code_.at(pc);
  entry->second = debug_.locate_line(pc);
  if (instruction && isa::is_branch(*instruction)) {
    if (!statements_) statements_.emplace(debug_.image());
    entry->second =
        line_that_decides(pc, debug_, *statements_, [this](const auto& at) { return sources_.line(at.file, at.line); });
  }
  entry->second.function = debug_.locate(pc).function;
  return entry->second;
}

std::string HtmlPage::decision_and_source(std::uint32_t pc) {
  const support::SourceLocation at = decision_at(pc);
  return at.line == debug_.locate_line(pc).line ? place_and_source(pc) : place_and_source(at);
}

std::string HtmlPage::decision_key(std::uint32_t pc) {
  const support::SourceLocation at = decision_at(pc);
  return at.line == 0 ? debug_.describe(pc) : fmt::format("{} {}:{}", at.function, at.file, at.line);
}

bool HtmlPage::is_loop(std::string_view line) {
  return line.starts_with("for ") || line.starts_with("for(") || line.starts_with("while ") ||
         line.starts_with("while(") || line.starts_with("do ") || line.starts_with("do{") || line == "do";
}

support::SourceLocation HtmlPage::loop_line(std::uint32_t header) {
  constexpr int kMostLines = 60;
  support::SourceLocation at = debug_.locate_line(header);
  at.function = debug_.locate(header).function;
  if (!is_own(at.file)) return at;
  int open = 0;  // braces that are closed above the line
  for (int number = at.line; number > 0 && number > at.line - kMostLines; --number) {
    const std::string line = sources_.line(at.file, number);
    if (number < at.line) {
      open += static_cast<int>(std::ranges::count(line, '}')) - static_cast<int>(std::ranges::count(line, '{'));
    }
    // Without braces, its only statement is in the next line.
    const bool is_bare = number + 1 == at.line && open == 0 && !line.ends_with(';') && !line.ends_with('{');
    const bool is_around = number == at.line || open < 0 || is_bare;
    if (is_around && is_loop(line)) {
      support::SourceLocation found = at;
      found.line = number;
      return found;
    }
    open = std::max(open, 0);
  }
  return at;
}

std::string HtmlPage::anchor(const std::string& file, int line) const {
  const auto found = coverage_.find(file);
  return fmt::format("f{}l{}", std::distance(coverage_.begin(), found), line);
}

std::optional<std::uint32_t> HtmlPage::call_from_own(const engine::TestCase& test_case,
                                                     const std::vector<std::uint32_t>& calls) {
  const std::string file = place_of(test_case, debug_).file;
  if (is_own(file) && has_source(file)) return std::nullopt;
  const auto found = std::ranges::find_if(calls, [&](std::uint32_t call) {
    const std::string caller = debug_.locate_line(call).file;
    return is_own(caller) && has_source(caller);
  });
  return found == calls.end() ? std::nullopt : std::optional(*found);
}

bool HtmlPage::is_own(const std::string& file) {
  if (file.empty()) return false;
  const auto [entry, is_new] = own_.try_emplace(file);
  if (!is_new) return entry->second;
  static constexpr std::string_view kOfLibraries[] = {"newlib",   "picolibc", "libgcc",  "/gcc-",  "/usr/",
                                                      "runtime/", "crt0",     "startup", "janus.h"};
  const auto covered = coverage_.find(file);
  const bool has_main =
      covered != coverage_.end() &&
      std::ranges::any_of(covered->second.functions, [](const auto& function) { return function.name == "main"; });
  const bool is_named_so =
      std::ranges::any_of(kOfLibraries, [&](std::string_view part) { return file.find(part) != std::string::npos; });
  entry->second = has_main || (!is_named_so && (sources_.lines(file) || !has_any_source()));
  return entry->second;
}

void HtmlPage::bars(const BarHeaders& headers, std::vector<Bar> rows,
                    const std::function<std::string(double)>& number) {
  std::erase_if(rows, [](const Bar& row) { return row.value <= 0; });
  if (rows.empty()) return paragraph("None.");
  std::ranges::stable_sort(rows, std::greater<>{}, &Bar::value);
  std::ranges::stable_partition(rows, &Bar::is_own);
  const auto others = std::ranges::find(rows, false, &Bar::is_own);
  const double most = std::ranges::max_element(rows, {}, &Bar::value)->value;
  const auto table = [&](std::span<const Bar> shown) {
    text_ += fmt::format(
        "<div class=\"scroll\"><table><tr><th>{}</th><th class=\"n\">{}</th><th class=\"bars\"></th>{}</tr>\n",
        headers.about, headers.value, headers.rest);
    for (const Bar& row : shown.first(std::min(shown.size(), kMostRows))) {
      text_ += fmt::format(
          "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"bars\"><div class=\"bar\" "
          "style=\"width:{:.1f}%\"></div></td>{}</tr>\n",
          row.about, number(row.value), 100 * row.value / most, row.rest);
    }
    text_ += "</table></div>\n";
  };
  if (others == rows.begin()) return table(rows);
  table({rows.begin(), others});
  if (others == rows.end()) return;
  folded(
      fmt::format("{} of start-up code and libraries", plural(static_cast<std::uint64_t>(rows.end() - others), "row")),
      [&] {
        table({others, rows.end()});
      });
}

std::string HtmlPage::inputs_in_short(const engine::TestCase& test_case, std::string_view separator) const {
  constexpr std::size_t kMostInputs = 16, kMostValue = 160;  // characters
  const std::size_t all = test_case.inputs.size(), shown = all <= kMostInputs ? all : kMostInputs / 2;
  std::string text;
  const auto add = [&](const std::string& part) { text += fmt::format("{}{}", text.empty() ? "" : separator, part); };
  const auto add_input = [&](const engine::TestInput& input) {
    const std::string value = value_of(input, debug_);
    add(code(
        fmt::format("{} = {}{}", input.name, value.substr(0, kMostValue), value.size() > kMostValue ? " ..." : "")));
  };
  for (std::size_t i = 0; i < shown; ++i) add_input(test_case.inputs[i]);
  if (shown == all) return text;
  add(plural(all - 2 * shown, "more input"));
  for (std::size_t i = all - shown; i < all; ++i) add_input(test_case.inputs[i]);
  return text;
}

}  // namespace janus::app
