#include "isa/extensions.h"

#include <algorithm>
#include <cctype>

namespace janus::isa {
namespace {

struct Part {
  std::string_view name;
  Extensions adds;
};

// The parts of a name that Janus knows. The single letters come in this order in front of the first underscore.
constexpr Part kParts[] = {
    {"i", {}},
    {"e", Extensions().with(Extension::E)},
    {"m", Extensions().with(Extension::M)},
    {"a", Extensions().with(Extension::A)},
    {"c", Extensions().with(Extension::C)},
    {"b", kB},
    {"zba", Extensions().with(Extension::Zba)},
    {"zbb", kZbb},
    {"zbs", Extensions().with(Extension::Zbs)},
    {"zbkb", kZbkb},
    {"zicond", Extensions().with(Extension::Zicond)},
    {"zca", Extensions().with(Extension::C)},
    {"zcb", Extensions().with(Extension::C).with(Extension::Zcb)},
    {"zicsr", {}},
    {"zifencei", {}},
    {"zicntr", {}},
    {"zihpm", {}},
    {"zmmul", {}},  // part of m, beside which linkers write it down
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes a version, such as 2p1, off the start of `text`.
void skip_version(std::string_view& text) {
  const auto skip_digits = [&] {
    while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  };
  if (text.empty() || !is_digit(text.front())) return;
  skip_digits();
  if (text.size() < 2 || text[0] != 'p' || !is_digit(text[1])) return;
  text.remove_prefix(1);
  skip_digits();
}

// Takes the next part off the start of `text`: a letter, or a word that begins with z, s or x up to the underscore.
std::string take_part(std::string_view& text) {
  std::size_t length = 1;
  if (std::string_view("zsx").find(text.front()) != std::string_view::npos) {
    length = std::min(text.find('_'), text.size());
    std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    // The version ends the word: digits, or digits p digits.
    const auto without_digits = [](std::string_view w) {
      while (!w.empty() && is_digit(w.back())) w.remove_suffix(1);
      return w;
    };
    const std::string_view minor = without_digits(word);
    if (minor.size() < word.size()) {
      const bool two = minor.size() >= 2 && minor.back() == 'p' && is_digit(minor[minor.size() - 2]);
      word = two ? without_digits(minor.substr(0, minor.size() - 1)) : minor;
    }
    return std::string(word);
  }
  const std::string part(text.substr(0, length));
  text.remove_prefix(length);
  skip_version(text);
  return part;
}

}  // namespace

IsaName parse_isa_name(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  std::string_view text = lower;
  IsaName result;
  if (!text.starts_with("rv32")) return result;
  text.remove_prefix(4);
  if (text.starts_with('g')) {
    lower.replace(4, 1, "imafd");
    text = std::string_view(lower).substr(4);
  }
  if (!text.starts_with('i') && !text.starts_with('e')) return result;
  result.valid = true;
  while (!text.empty()) {
    if (text.front() == '_') {
      text.remove_prefix(1);
      continue;
    }
    const std::string part = take_part(text);
    const auto known = std::ranges::find(kParts, std::string_view(part), &Part::name);
    if (known == std::end(kParts))
      result.unknown.push_back(part);
    else
      result.extensions = result.extensions | known->adds;
  }
  return result;
}

Extensions extensions_of(std::string_view name) {
  const IsaName parsed = parse_isa_name(name);
  return parsed.valid ? parsed.extensions : kRv32ima;
}

}  // namespace janus::isa
