// Stands in for the translator where none can be built.
#include "hart/translator.h"

namespace janus::hart {

std::unique_ptr<Translator> make_translator(CodeCache&, std::array<isa::Bits<32>, 32>&, std::uint8_t*, std::uint32_t,
                                            AddressStretch, std::uint32_t) {
  return nullptr;
}

std::string_view translator_name() { return "none"; }

}  // namespace janus::hart
