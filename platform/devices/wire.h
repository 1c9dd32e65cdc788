// What is on its way to a device: words from outside, in order. A copy shares the words.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "devices/device.h"
#include "support/contract.h"

namespace janus::devices {

class Wire {
 public:
  // Whether words were put on the wire, even if there were none.
  bool is_fed() const { return words_ != nullptr; }
  // Call it once.
  void feed(std::vector<Datum> words) {
    JANUS_REQUIRE(!is_fed());
    symbols_end_ = words.size();
    while (symbols_end_ > 0 && !words[symbols_end_ - 1].symbol) --symbols_end_;
    words_ = std::make_shared<const std::vector<Datum>>(std::move(words));
  }
  bool is_empty() const { return !words_ || taken_ == end(); }
  // From now on, each word stays where it is until release(). Call it before feed().
  void hold() {
    JANUS_REQUIRE(!is_fed());
    held_ = true;
  }
  bool is_held() const { return held_; }
  bool can_release() const { return held_ && words_ && released_ < words_->size(); }
  // Lets the next word through; can_release() must be true.
  void release() {
    JANUS_REQUIRE(can_release());
    ++released_;
  }

  bool holds_symbols() const { return taken_ < symbols_end_; }
  // Adds the symbols that are still to come.
  void list_symbols(std::vector<const void*>& symbols) const { devices::list_symbols(rest(), symbols); }
  // The first symbol among the next `words` words; null if there is none.
  const void* first_symbol(std::size_t words) const {
    const auto next = rest().first(std::min(words, rest().size()));
    const auto found = std::ranges::find_if(next, &Datum::symbol);
    return found == next.end() ? nullptr : found->symbol;
  }
  // Puts bits in the place of the first symbol, which there must be.
  void decide(std::uint32_t bits) {
    JANUS_REQUIRE(holds_symbols());
    auto words = *words_;
    *std::find_if(words.begin() + static_cast<std::ptrdiff_t>(taken_), words.end(),
                  [](const Datum& word) { return word.symbol != nullptr; }) = bits;
    while (symbols_end_ > 0 && !words[symbols_end_ - 1].symbol) --symbols_end_;
    words_ = std::make_shared<const std::vector<Datum>>(std::move(words));
  }
  std::size_t taken() const { return taken_; }
  // Removes and returns the next word; there must be one.
  Datum take() {
    JANUS_REQUIRE(!is_empty());
    return (*words_)[taken_++];
  }

  // Two wires are equal if the same is still to come.
  friend bool operator==(const Wire& a, const Wire& b) {
    return a.is_fed() == b.is_fed() && a.held_ == b.held_ && a.end() - a.taken_ == b.end() - b.taken_ &&
           std::ranges::equal(a.rest(), b.rest());
  }

 private:
  // Behind the last word that can be taken now.
  std::size_t end() const { return held_ ? released_ : words_ ? words_->size() : 0; }
  std::span<const Datum> rest() const { return words_ ? std::span(*words_).subspan(taken_) : std::span<const Datum>(); }

  std::shared_ptr<const std::vector<Datum>> words_;
  std::size_t taken_ = 0;
  bool held_ = false;
  std::size_t released_ = 0;     // words, if the wire is held
  std::size_t symbols_end_ = 0;  // behind the last symbol
};

}  // namespace janus::devices
