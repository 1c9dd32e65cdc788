// A copy-on-write table of values by term. The table consists of short pieces that copies of the table share; changing
// a shared piece copies it first. So copying a table costs one pointer for each piece, and a change copies one piece at
// most.
//
// Values are found by the id of the term. Not thread-safe: tables that share pieces must stay in one thread.
#pragma once

#include <algorithm>
#include <boost/container/static_vector.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <utility>
#include <vector>

#include "term/term.h"

namespace janus::solver {

template <class Value>
class SharedTable {
 public:
  // Null if the term has no value. The pointer is valid until the table changes.
  const Value* find(term::Term term) const {
    const auto piece = piece_for(term);
    if (piece == pieces_.end()) return nullptr;
    const auto entry = place((*piece)->entries, term);
    return entry != (*piece)->entries.end() && entry->first == term ? &entry->second : nullptr;
  }

  void set(term::Term term, Value value) {
    auto piece = pieces_.begin() + (piece_for(term) - pieces_.cbegin());
    if (piece == pieces_.end()) piece = make_room_behind();
    if ((*piece)->use_count() > 1) *piece = new Piece(**piece);
    auto entry = place((*piece)->entries, term);
    if (entry != (*piece)->entries.end() && entry->first == term) {
      entry->second = std::move(value);
      return;
    }
    if ((*piece)->entries.size() == kPiece) {
      piece = split(piece, term);
      entry = place((*piece)->entries, term);
    }
    (*piece)->entries.emplace(entry, term, std::move(value));
  }

  // The value of the first term, by id, for which wanted(term) is true; null if there is none.
  template <class Wanted>
  const Value* find_if(Wanted&& wanted) const {
    for (const auto& piece : pieces_) {
      for (const auto& [term, value] : piece->entries) {
        if (wanted(term)) return &value;
      }
    }
    return nullptr;
  }
  // Calls visit(value) for each term, by id.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& piece : pieces_) {
      for (const auto& [term, value] : piece->entries) visit(value);
    }
  }

 private:
  static constexpr std::size_t kPiece = 16;  // entries at most
  using Entries = boost::container::static_vector<std::pair<term::Term, Value>, kPiece>;
  struct Piece : boost::intrusive_ref_counter<Piece, boost::thread_unsafe_counter> {
    Entries entries;  // by id; not empty
  };
  using Pieces = std::vector<boost::intrusive_ptr<Piece>>;

  // The first piece that does not end before `term`.
  typename Pieces::const_iterator piece_for(term::Term term) const {
    return std::lower_bound(pieces_.begin(), pieces_.end(), term->id,
                            [](const auto& piece, std::uint32_t id) { return piece->entries.back().first->id < id; });
  }
  template <class Container>
  static auto place(Container& entries, term::Term term) {
    return std::lower_bound(entries.begin(), entries.end(), term->id,
                            [](const auto& entry, std::uint32_t id) { return entry.first->id < id; });
  }

  // The piece for a term whose id is larger than all ids in the table.
  typename Pieces::iterator make_room_behind() {
    if (pieces_.empty() || pieces_.back()->entries.size() == kPiece) pieces_.emplace_back(new Piece);
    return pieces_.end() - 1;
  }
  // Moves half of a full piece to a new piece behind it. Returns the piece of the two that `term` belongs to.
  typename Pieces::iterator split(typename Pieces::iterator piece, term::Term term) {
    Entries& entries = (*piece)->entries;
    boost::intrusive_ptr<Piece> upper(new Piece);
    upper->entries.assign(std::make_move_iterator(entries.begin() + kPiece / 2),
                          std::make_move_iterator(entries.end()));
    entries.erase(entries.begin() + kPiece / 2, entries.end());
    const bool above = entries.back().first->id < term->id;
    piece = pieces_.insert(piece + 1, std::move(upper));
    return above ? piece : piece - 1;
  }

  Pieces pieces_;  // in order
};

}  // namespace janus::solver
