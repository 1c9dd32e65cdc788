// The host's code for expressions against the concrete values: both compute the same word for the same random
// operations. Most of these operations have shapes that no instruction has yet.
#include "hart/emitter_x86_64.h"

#include <gtest/gtest.h>

#include "testing/random.h"

namespace janus::hart {
namespace {

using Registers = std::array<isa::Bits<32>, 32>;
using testing::Random;

// A register of the guest, in either domain.
isa::Bits<32> read(isa::ConcreteValues&, const Registers& registers, std::uint8_t number) { return registers[number]; }
ExpressionValues::Word<32> read(ExpressionValues& values, const Registers&, std::uint8_t number) {
  return values.make<32>(Expression::Kind::Register, nullptr, nullptr, nullptr, number);
}

// Random operations on words of every width. The same seed gives the same operations in both domains.
template <isa::Values V>
class Computation {
 public:
  Computation(V& values, const Registers& registers, std::uint64_t seed)
      : v_(values), registers_(registers), random_(seed) {}

  auto result(unsigned operations) {
    for (int i = 0; i < 3; ++i) start();
    while (operations-- > 0) {
      switch (random_.below(6)) {
        case 0: operate(truths_); break;
        case 1: operate(bytes_); break;
        case 2: operate(words_); break;
        case 3: operate(wide_); break;
        case 4: compare(); break;
        default: change_width();
      }
    }
    auto result = words_.back();
    result = v_.bit_xor(result, v_.template zero_extend<32>(truths_.back()));
    result = v_.add(result, v_.template sign_extend<32>(bytes_.back()));
    return v_.sub(result, v_.template extract<47, 16>(wide_.back()));
  }

 private:
  template <unsigned W>
  using Words = std::vector<typename V::template Word<W>>;

  void start() {
    words_.push_back(read(v_, registers_, static_cast<std::uint8_t>(random_.below(32))));
    words_.push_back(v_.template constant<32>(random_.operand()));
    wide_.push_back(v_.template sign_extend<64>(words_[random_.below(static_cast<std::uint32_t>(words_.size()))]));
    bytes_.push_back(v_.template extract<15, 8>(any(words_)));
    compare(words_);
  }
  template <class Container>
  auto any(const Container& words) {
    return words[random_.below(static_cast<std::uint32_t>(words.size()))];
  }

  template <class Container>
  void operate(Container& words) {
    const auto a = any(words), b = any(words);
    switch (random_.below(15)) {
      case 0: return words.push_back(v_.add(a, b));
      case 1: return words.push_back(v_.sub(a, b));
      case 2: return words.push_back(v_.mul(a, b));
      case 3: return words.push_back(v_.udiv(a, b));
      case 4: return words.push_back(v_.urem(a, b));
      case 5: return words.push_back(v_.sdiv(a, b));
      case 6: return words.push_back(v_.srem(a, b));
      case 7: return words.push_back(v_.bit_and(a, b));
      case 8: return words.push_back(v_.bit_or(a, b));
      case 9: return words.push_back(v_.bit_xor(a, b));
      case 10: return words.push_back(v_.bit_not(a));
      case 11: return words.push_back(v_.shl(a, b));
      case 12: return words.push_back(v_.lshr(a, b));
      case 13: return words.push_back(v_.ashr(a, b));
      default: return words.push_back(v_.ite(any(truths_), a, b));
    }
  }
  void compare() {
    switch (random_.below(3)) {
      case 0: return compare(wide_);
      case 1: return compare(bytes_);
      default: return compare(words_);
    }
  }
  template <class Container>
  void compare(const Container& words) {
    const auto a = any(words), b = any(words);
    switch (random_.below(3)) {
      case 0: return truths_.push_back(v_.eq(a, b));
      case 1: return truths_.push_back(v_.ult(a, b));
      default: return truths_.push_back(v_.slt(a, b));
    }
  }
  void change_width() {
    switch (random_.below(5)) {
      case 0: return words_.push_back(v_.template extract<39, 8>(any(wide_)));
      case 1: return wide_.push_back(v_.concat(words_.front(), any(words_)));
      case 2: return wide_.push_back(v_.template zero_extend<64>(any(bytes_)));
      case 3: return wide_.push_back(v_.template sign_extend<64>(any(words_)));
      default: return words_.push_back(v_.template sign_extend<32>(any(truths_)));
    }
  }

  V& v_;
  const Registers& registers_;
  Random random_;
  Words<1> truths_;
  Words<8> bytes_;
  Words<32> words_;
  Words<64> wide_;
};

// Executes x[target] = expression in emitted code. Some of the registers live in registers of the host.
void run(const Expression& expression, std::uint8_t target, Registers& registers) {
  using namespace Xbyak::util;
  Emitter e(1U << 16);
  const std::array saved = {rbx, rbp, r12, r13, r14, r15};
  for (const auto& reg : saved) e.push(reg);
  e.mov(rbp, rdi);
  e.allocate({1, 2, 3, 4, 5, 6, 7, 8});
  e.load_registers();
  e.assign(target, expression);
  e.store_registers();
  for (std::size_t i = saved.size(); i-- > 0;) e.pop(saved[i]);
  e.ret();
  e.getCode<void (*)(isa::Bits<32>*)>()(registers.data());
}

TEST(Emitter, ComputesWhatConcreteValuesDo) {
  unsigned computed = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    Registers registers{};
    for (std::size_t i = 1; i < registers.size(); ++i) registers[i] = {random.operand()};
    const unsigned operations = random.below(30);
    const auto target = static_cast<std::uint8_t>(1 + random.below(31));
    ExpressionValues expressions;
    const auto expression = Computation(expressions, registers, seed).result(operations);
    if (expressions.overflowed()) continue;
    isa::ConcreteValues values;
    Registers expected = registers;
    expected[target] = Computation(values, registers, seed).result(operations);
    run(*expression.expression, target, registers);
    ASSERT_EQ(registers, expected) << "seed " << seed;
    ++computed;
  }
  EXPECT_GT(computed, 2000U);
}

}  // namespace
}  // namespace janus::hart
