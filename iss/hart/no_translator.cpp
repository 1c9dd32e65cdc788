// Stands in for the translator where none can be built.
#include "hart/translator.h"

namespace janus::hart {

std::unique_ptr<Translator> make_translator(const TranslatorConfig&) { return nullptr; }

std::string_view translator_name() { return "none"; }

}  // namespace janus::hart
