#include "app/html_page.h"

#include <algorithm>
#include <span>
#include <sstream>

#include "app/html_style.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "app/version.h"
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
  return location.line == 0 ? code(debug_.describe(pc)) : place(location);
}

std::string HtmlPage::place(const support::SourceLocation& location) {
  const std::string text =
      fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
  const std::string link =
      has_source(location.file)
          ? fmt::format("<a href=\"#{}\">{}</a>", anchor(location.file, location.line), marked_up(text))
          : marked_up(text);
  return fmt::format("<span class=\"place\">{} in {}</span>", link, code(location.function));
}

std::string HtmlPage::place_and_source(std::uint32_t pc) {
  const support::SourceLocation location = debug_.locate_line(pc);
  const std::string line = sources_.line(location.file, location.line);
  return line.empty() ? place(pc)
                      : fmt::format("{}<span class=\"colon\">: </span><code class=\"line\">{}</code>", place(pc),
                                    marked_up(line));
}

std::string HtmlPage::anchor(const std::string& file, int line) const {
  const auto found = coverage_.find(file);
  return fmt::format("f{}l{}", std::distance(coverage_.begin(), found), line);
}

void HtmlPage::bars(std::string_view header, std::vector<std::pair<double, std::string>> rows,
                    const std::function<std::string(double)>& number) {
  std::ranges::stable_sort(rows, std::greater<>{}, [](const auto& row) { return row.first; });
  if (rows.size() > kMostRows) rows.resize(kMostRows);
  if (rows.empty() || rows.front().first <= 0) return paragraph("None.");
  text_ += fmt::format("<div class=\"scroll\"><table><tr>{}</tr>\n", header);
  for (const auto& [value, label] : rows) {
    text_ += fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"bars\"><div class=\"bar\" style=\"width:{:.1f}%\"></div></td>{}</tr>\n",
        number(value), 100 * value / rows.front().first, label);
  }
  text_ += "</table></div>\n";
}

std::string HtmlPage::inputs_in_short(const engine::TestCase& test_case) const {
  constexpr std::size_t kMostInputs = 4, kMostValue = 160;  // characters
  std::string inputs;
  for (const engine::TestInput& input :
       std::span(test_case.inputs).first(std::min(test_case.inputs.size(), kMostInputs))) {
    const std::string value = value_of(input, debug_);
    inputs += fmt::format("{}{}", inputs.empty() ? "" : "<br/>",
                          code(fmt::format("{} = {}{}", input.name, value.substr(0, kMostValue),
                                           value.size() > kMostValue ? " ..." : "")));
  }
  if (test_case.inputs.size() > kMostInputs)
    inputs += fmt::format("<br/>and {}", plural(test_case.inputs.size() - kMostInputs, "more input"));
  return inputs;
}

}  // namespace janus::app
