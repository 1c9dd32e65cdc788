#include "prototype/end.h"

#include "support/contract.h"

namespace janus::prototype {

std::string_view to_string(End end) {
  switch (end) {
#define END(name, text) \
  case End::name:       \
    return text;
#include "prototype/end.def"
#undef END
  }
  JANUS_REQUIRE(false);
  return {};
}

}  // namespace janus::prototype
