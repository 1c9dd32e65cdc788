// Values as binary text, for messages between processes: numbers in groups of 7 bits (state/varint.h), without names.
// Numbers, enumerations, strings, pairs and tuples, vectors and maps, and whatever has visit_fields() for it
// (explore/result_fields.h). Both sides must agree about the types; messages.cpp sees to that by a version.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/state/checked_reader.h"
#include "engine/state/varint.h"

namespace janus::engine {

template <class T>
concept Number = std::is_integral_v<T> || std::is_enum_v<T>;
template <class T>
inline constexpr bool kIsTuple = false;
template <class... Parts>
inline constexpr bool kIsTuple<std::tuple<Parts...>> = true;
template <class First, class Second>
inline constexpr bool kIsTuple<std::pair<First, Second>> = true;
template <class T>
inline constexpr bool kIsMap = false;
template <class Key, class Value>
inline constexpr bool kIsMap<std::map<Key, Value>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class One>
inline constexpr bool kIsVector<std::vector<One>> = true;

// The highest value of an enumeration; needed to read one.
template <class T>
inline constexpr std::uint64_t kLastOf = std::numeric_limits<T>::max();

class Packer {
 public:
  std::string take() { return std::move(text_); }

  template <class T>
  void operator()(const char*, const T& field) {
    put(field);
  }
  template <class... Parts>
  void all(const Parts&... parts) {
    (put(parts), ...);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (Number<T>) {
      append_varint(text_, static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, double>) {
      append_varint(text_, std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      append_varint(text_, value.size());
      text_ += value;
    } else if constexpr (kIsTuple<T>) {
      std::apply([this](const auto&... parts) { all(parts...); }, value);
    } else if constexpr (kIsMap<T> || kIsVector<T>) {
      append_varint(text_, value.size());
      for (const auto& one : value) put(one);
    } else {
      visit_fields(*this, value);
    }
  }

  std::string text_;
};

// Of a text that may be anything: after the first thing that is wrong, everything is 0 or empty.
class Unpacker {
 public:
  explicit Unpacker(std::string_view text) : in_(text) {}
  CheckedReader& reader() { return in_; }

  template <class T>
  void operator()(const char*, T& field) {
    get(field);
  }
  template <class... Parts>
  void all(Parts&... parts) {
    (get(parts), ...);
  }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (Number<T>) {
      value = static_cast<T>(in_.number(kLastOf<T>));
    } else if constexpr (std::is_same_v<T, double>) {
      value = std::bit_cast<double>(in_.number());
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = in_.bytes(in_.number());
    } else if constexpr (kIsTuple<T>) {
      std::apply([this](auto&... parts) { all(parts...); }, value);
    } else if constexpr (kIsMap<T>) {
      std::pair<typename T::key_type, typename T::mapped_type> one;
      for (std::uint64_t left = count(); left > 0 && !in_.wrong(); --left) {
        get(one);
        value.insert_or_assign(value.end(), std::move(one.first), std::move(one.second));
      }
    } else if constexpr (kIsVector<T>) {
      for (std::uint64_t left = count(); left > 0 && !in_.wrong(); --left) get(value.emplace_back());
    } else {
      visit_fields(*this, value);
    }
  }
  std::uint64_t count() { return in_.number(in_.left()); }  // each takes a byte at least

  CheckedReader in_;
};

}  // namespace janus::engine
