#include "engine/hart/lent_shadow.h"

#include <utility>

#include "isa/registers.h"

namespace janus::engine {
namespace {

term::SymbolicWord<32> symbolic(isa::Bits<32> bits) { return {{}, bits}; }

}  // namespace

bool LentShadow::can_lend(const Shadow& shadow) {
  // Arguments that lead into the caller's frame get their variables at a call, whatever their values are.
  for (std::uint8_t number = isa::kA0; number < isa::kA0 + 8; ++number) {
    const auto& entry = shadow.pointers.entry(number);
    if (entry.origin.kind() == hart::Origin::Kind::InFrame && !entry.value.is_concrete()) return false;
  }
  return shadow.pointers.has_no_terms();
}

LentShadow::Ours::Pointer LentShadow::converted(const Theirs::Pointer& pointer) {
  return pointer.value.is_concrete() ? Ours::Pointer{pointer.origin, pointer.value.bits} : Ours::Pointer{};
}

LentShadow::Theirs::Pointer LentShadow::converted(const Ours::Pointer& pointer) {
  return {pointer.origin, symbolic(pointer.value)};
}

void LentShadow::lend(Shadow& shadow, Concrete& to) {
  to.pointers.take_objects(shadow.pointers, [](const auto& word) { return word.bits; });
  for (std::uint8_t number = 0; number < 32; ++number) {
    registers_[number] = converted(shadow.pointers.entry(number));
    to.pointers.set_register(number, registers_[number].origin, registers_[number].value);
  }
  const auto& pages = shadow.pointers.pages();
  pages.for_each([&](std::uint32_t number, const std::shared_ptr<Theirs::Page>& page) {
    Pages& both = pages_[number];
    if (both.theirs == page) return;
    auto ours = std::make_shared<Ours::Page>();
    for (std::size_t word = 0; word < page->size(); ++word) (*ours)[word] = converted((*page)[word]);
    both = {page, std::move(ours)};
    to.pointers.set_page(number, both.ours);
  });
  if (pages.size() != pages_.size()) {  // some are of another state
    std::erase_if(pages_, [&](const auto& entry) { return !pages.find(entry.first); });
    to.pointers.set_pages({});
    for (const auto& [number, both] : pages_) to.pointers.set_page(number, both.ours);
  }
  std::swap(to.defined, shadow.defined);
  std::swap(to.poison, shadow.poison);
}

void LentShadow::give_back(Shadow& shadow, Concrete& from) {
  shadow.pointers.take_objects(from.pointers, symbolic);
  for (std::uint8_t number = 0; number < 32; ++number) {
    const auto& entry = from.pointers.entry(number);
    if (entry == registers_[number]) continue;
    shadow.pointers.set_register(number, entry.origin, symbolic(entry.value));
  }
  from.pointers.pages().for_each([&](std::uint32_t number, const std::shared_ptr<Ours::Page>& page) {
    Pages& both = pages_[number];
    if (both.ours == page) return;
    auto theirs = both.theirs ? std::make_shared<Theirs::Page>(*both.theirs) : std::make_shared<Theirs::Page>();
    for (std::size_t word = 0; word < page->size(); ++word) {
      if (!both.ours || (*page)[word] != (*both.ours)[word]) (*theirs)[word] = converted((*page)[word]);
    }
    both = {theirs, page};
    shadow.pointers.set_page(number, std::move(theirs));
  });
  std::swap(from.defined, shadow.defined);
  std::swap(from.poison, shadow.poison);
}

}  // namespace janus::engine
