#include "engine/state/frontier.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "engine/state/checked_reader.h"
#include "engine/state/execution_state.h"
#include "engine/state/varint.h"
#include "support/contract.h"
#include "support/error.h"

namespace janus::engine {
namespace {

// The number at the end of a name, behind `before`; nothing if there is none.
std::optional<unsigned> number_behind(std::string_view name, std::string_view before) {
  const std::size_t at = name.rfind(before);
  if (at == std::string_view::npos) return std::nullopt;
  unsigned number = 0;
  const char* const end = name.data() + name.size();
  const auto [read, error] = std::from_chars(name.data() + at + before.size(), end, number);
  return error == std::errc{} && read == end ? std::optional(number) : std::nullopt;
}

// The bytes of a chunk are in its name (SymbolicHart::chunk_of), and so is the width of a variable. So what the text
// says can contradict nothing that the hart makes.
unsigned bytes_of_chunk(std::string_view name) {
  return name.find("of") == std::string_view::npos ? term::ByteChunks::kMaxBytes
                                                   : number_behind(name, "of").value_or(0);
}
bool is_chunk(const FrontierVariable& chunk) {
  const unsigned bytes = bytes_of_chunk(chunk.name);
  return chunk.name.starts_with("in") && bytes >= 1 && bytes <= term::ByteChunks::kMaxBytes &&
         (chunk.width == 8 || chunk.width == 16 || chunk.width == 32);
}
bool is_variable(const FrontierVariable& variable) {
  const bool counts = variable.name.ends_with(".words");
  return variable.width > 1 && (counts ? 32 : number_behind(variable.name, "_").value_or(0)) == variable.width;
}

std::vector<FrontierVariable> read_names(CheckedReader& in, bool (*is_one)(const FrontierVariable&)) {
  std::vector<FrontierVariable> all;
  std::unordered_set<std::string> names;
  for (std::uint64_t left = in.number(in.left()); left > 0 && !in.wrong(); --left) {
    FrontierVariable one{std::string(in.bytes(in.number(256))), 0};
    one.width = static_cast<unsigned>(in.number(64));
    in.require(is_one(one) && names.insert(one.name).second);
    all.push_back(std::move(one));
  }
  return all;
}

void skip_model(CheckedReader& in, std::size_t variables) {
  std::uint64_t next = 0;
  for (std::uint64_t left = in.number(variables); left > 0 && !in.wrong(); --left) {
    next += in.number(variables);
    in.require(next < variables);
    ++next;
    in.number();
  }
}

// Reads what there is from `at` on. Nothing can be deeper than the text is long, and nothing recurses.
void skip_tree(CheckedReader& in, std::uint64_t leaves, std::size_t variables) {
  struct Open {
    std::uint64_t leaves;
    std::size_t end;                   // of the first of two nodes; 0: anywhere
    std::optional<Decision> begins{};  // with which its log begins
  };
  std::vector<Open> open{{leaves, 0}};
  while (!open.empty() && !in.wrong()) {
    const Open node = open.back();
    open.pop_back();
    const std::uint64_t head = in.number();
    const std::string_view log = in.bytes((head / 2 + 7) / 8);
    if (node.begins) {
      const DecisionCode code = code_of(*node.begins);
      in.require(head / 2 >= code.size && !log.empty() && bits_of(log.data(), 0, code.size) == code.bits);
    }
    if (head % 2 == 0) {
      if (in.number() > 0) in.number();
      in.bytes(4);
      in.require(node.leaves == 1);
    } else {
      const std::uint64_t first = in.number(node.leaves), bytes = in.number(in.left());
      in.require(first > 0 && first < node.leaves);
      skip_model(in, variables);
      open.push_back({node.leaves - first, node.end, Decision::Restarted});
      open.push_back({first, in.at() + bytes, Decision::Stayed});
      continue;
    }
    in.require(node.end == 0 || in.at() == node.end);
  }
}

}  // namespace

std::uint32_t check_of(const ExecutionState& state) {
  std::uint64_t sum = state.hart.pc;
  for (const std::uint64_t part : {state.hart.retired, state.hart.cycles, std::uint64_t{state.depth}}) {
    sum = (sum ^ part) * 0x9e3779b97f4a7c15U;
    sum ^= sum >> 29;
  }
  return static_cast<std::uint32_t>(sum >> 32);
}

std::shared_ptr<const Frontier> Frontier::parse(std::string text, const std::string& origin) {
  std::shared_ptr<Frontier> frontier(new Frontier);
  frontier->text_ = std::move(text);
  CheckedReader in(frontier->text_);
  frontier->chunks_ = read_names(in, is_chunk);
  frontier->variables_ = read_names(in, is_variable);
  frontier->leaves_ = in.number(in.left());
  frontier->root_ = in.at();
  if (frontier->leaves_ > 0) {
    skip_model(in, frontier->variables_.size());
    skip_tree(in, frontier->leaves_, frontier->variables_.size());
  }
  if (in.wrong() || in.left() > 0) {
    throw support::InputError(fmt::format("{}: the waiting states are damaged", origin), support::exit_code::kBadInput);
  }
  return frontier;
}

bool Frontier::agrees_with(term::TermPool& pool) const {
  return std::ranges::all_of(chunks_, [&pool](const FrontierVariable& chunk) {
    const auto& parts = pool.byte_chunks().make(chunk.name, bytes_of_chunk(chunk.name)).parts;
    return parts.empty() || parts.front().width() == chunk.width;
  });
}

std::vector<std::uint32_t> Frontier::prepare(term::TermPool& pool) const {
  for (const FrontierVariable& chunk : chunks_) {
    pool.byte_chunks().divide(pool.byte_chunks().make(chunk.name, bytes_of_chunk(chunk.name)), chunk.width);
  }
  std::vector<std::uint32_t> numbers;
  for (const FrontierVariable& one : variables_) {
    numbers.push_back(static_cast<std::uint32_t>(pool.variable(one.name, one.width)->value));
  }
  return numbers;
}

// --- What is ahead. The text has been read once, so its structure is right.

LogAhead::LogAhead(std::shared_ptr<const Frontier> frontier, term::TermPool& pool, term::Assignment& model) {
  JANUS_REQUIRE(frontier->leaves_ > 0);
  auto variables = frontier->prepare(pool);
  source_ = std::make_shared<const Source>(Source{std::move(frontier), std::move(variables)});
  leaves_ = source_->frontier->leaves_;
  std::size_t at = source_->frontier->root_;
  change(model, at);
  stop_ = source_->frontier->text_.size();
  enter(at);
}

void LogAhead::change(term::Assignment& model, std::size_t& at) const {
  const Frontier& frontier = *source_->frontier;
  std::uint64_t number = 0;
  for (std::uint64_t left = *read_varint(frontier.text_, at); left > 0; --left) {
    number += *read_varint(frontier.text_, at);
    const std::uint32_t index = source_->variables[number];
    const std::uint64_t value = *read_varint(frontier.text_, at);
    model.set(index, unfolded(value, frontier.variables_[number].width));
    ++number;
  }
}

void LogAhead::enter(std::size_t node) {
  const std::string& text = source_->frontier->text_;
  const std::uint64_t head = *read_varint(text, node);
  at_ = std::uint64_t{node} * 8;
  end_ = at_ + head / 2;
  forks_ = head % 2 != 0;
  std::size_t at = node + (head / 2 + 7) / 8;
  tail_ = at;
  if (forks_) {
    first_leaves_ = *read_varint(text, at);
    const std::uint64_t bytes = *read_varint(text, at);
    model_ = at;
    for (std::uint64_t left = *read_varint(text, at); left > 0; --left) {
      read_varint(text, at);
      read_varint(text, at);
    }
    first_ = at;
    second_ = at + bytes;
  } else {
    cycles_ = *read_varint(text, at);
    retired_ = cycles_ > 0 ? *read_varint(text, at) : 0;
    check_ = bits_of(text.data(), std::uint64_t{at} * 8, 32);
  }
}

bool LogAhead::read(unsigned count, std::uint32_t& bits) {
  if (end_ - at_ < count) return false;
  bits = bits_of(source_->frontier->text_.data(), at_, count);
  at_ += count;
  return true;
}

bool LogAhead::read(Decision& decision) {
  std::uint32_t code = 0;
  for (const Decision candidate : {Decision::OneSided, Decision::Stayed, Decision::Restarted, Decision::CutOff}) {
    const auto [wanted, size] = code_of(candidate);
    if (end_ - at_ < size) return false;
    code = bits_of(source_->frontier->text_.data(), at_, size);
    if (code != wanted) continue;
    decision = candidate;
    at_ += size;
    return true;
  }
  return false;
}

LogAhead LogAhead::fork(term::Assignment& model) {
  JANUS_REQUIRE(at_fork());
  std::size_t at = model_;
  change(model, at);
  LogAhead other(source_, second_, stop_, leaves_ - first_leaves_);
  leaves_ = first_leaves_;
  stop_ = second_;
  enter(first_);
  return other;
}

}  // namespace janus::engine
