#include "app/source_loops.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "app/source_facts.h"

namespace janus::app {
namespace {

struct Token {
  std::string_view text;  // a word, or one character
  int line;
};

// Words and single characters, without comments, literals and lines of the preprocessor.
std::vector<Token> tokens_of(const std::vector<std::string>& lines) {
  std::vector<Token> tokens;
  bool in_comment = false, in_directive = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::size_t first = line.find_first_not_of(" \t");
    const bool is_directive = in_directive || (!in_comment && first != line.npos && line[first] == '#');
    in_directive = is_directive && line.ends_with('\\');
    if (is_directive) continue;
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view rest = line.substr(at);
      if (in_comment) {
        const std::size_t end = rest.find("*/");
        in_comment = end == rest.npos;
        at = in_comment ? line.size() : at + end + 2;
      } else if (rest.starts_with("//")) {
        break;
      } else if (rest.starts_with("/*")) {
        in_comment = true;
        at += 2;
      } else if (rest[0] == '"' || rest[0] == '\'') {
        std::size_t end = 1;
        while (end < rest.size() && rest[end] != rest[0]) end += rest[end] == '\\' ? 2 : 1;
        at += end + 1;
      } else if (is_in_name(rest[0])) {
        std::size_t end = 1;
        while (end < rest.size() && is_in_name(rest[end])) ++end;
        tokens.push_back({rest.substr(0, end), static_cast<int>(i) + 1});
        at += end;
      } else {
        if (!std::isspace(static_cast<unsigned char>(rest[0])))
          tokens.push_back({rest.substr(0, 1), static_cast<int>(i) + 1});
        ++at;
      }
    }
  }
  return tokens;
}

class LoopReader {
 public:
  explicit LoopReader(const std::vector<std::string>& lines) : tokens_(tokens_of(lines)) {}

  std::vector<SourceLoop> loops() {
    std::vector<SourceLoop> found;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool is_loop = is(i, "for") || is(i, "do") || (is(i, "while") && !ends_do_.contains(i));
      const std::size_t behind = is_loop ? behind_statement(i, 0) : 0;
      if (behind > i && behind <= tokens_.size()) found.push_back({tokens_[i].line, tokens_[behind - 1].line});
    }
    return found;
  }

 private:
  static constexpr unsigned kDeepest = 200;  // statements in each other

  bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].text == text; }

  // Behind the bracket that closes the one at `i`.
  std::size_t behind_brackets(std::size_t i) const {
    std::size_t depth = 0;
    do {
      depth += is(i, "(") || is(i, "[") || is(i, "{");
      depth -= is(i, ")") || is(i, "]") || is(i, "}");
    } while (++i < tokens_.size() && depth > 0);
    return i;
  }

  // Behind the statement that begins at `i`. Notes the `while` behind a `do`, which begins no loop.
  std::size_t behind_statement(std::size_t i, unsigned depth) {
    if (i >= tokens_.size() || depth > kDeepest) return tokens_.size();
    if (is(i, "{")) return behind_brackets(i);
    if (is(i, "do")) {
      const std::size_t condition = behind_statement(i + 1, depth + 1);
      if (is(condition, "while")) ends_do_.insert(condition);
      return behind_semicolon(condition);
    }
    const bool has_condition = is(i, "for") || is(i, "while") || is(i, "if") || is(i, "switch");
    if (has_condition && is(i + 1, "(")) {
      const std::size_t behind = behind_statement(behind_brackets(i + 1), depth + 1);
      return is(i, "if") && is(behind, "else") ? behind_statement(behind + 1, depth + 1) : behind;
    }
    return behind_semicolon(i);
  }
  std::size_t behind_semicolon(std::size_t i) const {
    while (i < tokens_.size() && !is(i, ";")) {
      if (is(i, "}")) return i;  // of a block around it
      i = is(i, "(") || is(i, "[") || is(i, "{") ? behind_brackets(i) : i + 1;
    }
    return std::min(i + 1, tokens_.size());
  }

  const std::vector<Token> tokens_;
  std::set<std::size_t> ends_do_;
};

}  // namespace

std::vector<SourceLoop> source_loops(const std::vector<std::string>& lines) { return LoopReader(lines).loops(); }

int innermost_head(const std::vector<SourceLoop>& loops, const std::set<int>& lines) {
  std::set<int> inner = lines;
  std::erase_if(inner, [&](int line) {
    return std::ranges::none_of(loops, [&](const SourceLoop& loop) { return loop.contains(line); });
  });
  int head = 0;
  for (const SourceLoop& loop : loops) {
    if (!inner.empty() && loop.contains(*inner.begin()) && loop.contains(*inner.rbegin())) head = loop.head;
  }
  return head;
}

}  // namespace janus::app
