// Text in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace janus::app {

// For an attribute or an element. XML 1.0 has no control characters but tab, line feed and carriage return, so the
// others become question marks.
inline std::string marked_up(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return result;
}

}  // namespace janus::app
