// Pages by their number, for what is kept by address beside memory (hart/definedness.h, hart/provenance.h). A copy
// shares the pages, and copies a page before it changes it. A look-up is constant time; a copy is linear in the number
// of pages. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace janus::hart {

template <class Page>
class SharedPages {
 public:
  struct Entry {
    std::uint32_t number = 0;
    std::shared_ptr<Page> page;  // null: no page has this place
  };

  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  // Null if there is none. Valid until a page is added.
  const Page* find(std::uint32_t number) const {
    const Entry* const entry = entry_of(number);
    return entry ? entry->page.get() : nullptr;
  }
  const std::shared_ptr<Page>* shared(std::uint32_t number) const {
    const Entry* const entry = entry_of(number);
    return entry ? &entry->page : nullptr;
  }
  // To write to; null if there is none.
  Page* own(std::uint32_t number) {
    const Entry* const entry = entry_of(number);
    if (!entry) return nullptr;
    std::shared_ptr<Page>& page = const_cast<Entry*>(entry)->page;
    if (page.use_count() > 1) page = std::make_shared<Page>(*page);
    return page.get();
  }
  // The same, and makes the page if there is none.
  Page& make(std::uint32_t number) {
    if (Page* const page = own(number)) return *page;
    set(number, std::make_shared<Page>());
    return *own(number);
  }
  void set(std::uint32_t number, std::shared_ptr<Page> page) {
    if (const Entry* const entry = entry_of(number)) {
      const_cast<Entry*>(entry)->page = std::move(page);
      return;
    }
    if (2 * (count_ + 1) > entries_.size()) grow();
    place(number, std::move(page));
  }
  // Gives the pages that nobody shares the contents that they have in `before`, an earlier copy of this, or those of a
  // new page. So what a copy shares again costs one comparison a page, and what has changed costs its bytes.
  void go_back(const SharedPages& before) {
    for (Entry& entry : entries_) {
      if (!entry.page || entry.page.use_count() > 1) continue;
      const Page* const page = before.find(entry.number);
      *entry.page = page ? *page : Page();
    }
  }
  void clear() {
    entries_.clear();
    count_ = 0;
  }

  // Calls `visit(number, page)` for each page, a std::shared_ptr; in no order that means anything.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_) {
      if (entry.page) visit(entry.number, entry.page);
    }
  }
  // Whether `holds(number, page)` is true for every page.
  template <class Holds>
  bool all_of(const Holds& holds) const {
    for (const Entry& entry : entries_) {
      if (entry.page && !holds(entry.number, *entry.page)) return false;
    }
    return true;
  }

 private:
  // There is always a place without a page, where a search ends.
  const Entry* entry_of(std::uint32_t number) const {
    if (count_ == 0) return nullptr;
    for (std::size_t at = first_place(number);; at = (at + 1) & (entries_.size() - 1)) {
      const Entry& entry = entries_[at];
      if (!entry.page) return nullptr;
      if (entry.number == number) return &entry;
    }
  }
  std::size_t first_place(std::uint32_t number) const { return (number * 0x9e37'79b1U >> 16) & (entries_.size() - 1); }
  void place(std::uint32_t number, std::shared_ptr<Page> page) {
    std::size_t at = first_place(number);
    while (entries_[at].page) at = (at + 1) & (entries_.size() - 1);
    entries_[at] = {number, std::move(page)};
    ++count_;
  }
  void grow() {
    std::vector<Entry> before(entries_.empty() ? 8 : 2 * entries_.size());
    before.swap(entries_);
    count_ = 0;
    for (Entry& entry : before) {
      if (entry.page) place(entry.number, std::move(entry.page));
    }
  }

  std::vector<Entry> entries_;  // a power of two of them, at most half of which have pages
  std::size_t count_ = 0;
};

}  // namespace janus::hart
