// CRC-32 (IEEE 802.3), a byte at a time.
#pragma once

namespace janus::instructions {

// Eight steps of the shift register, which are wires and exclusive-ors in hardware.
template <class V>
auto crc32_b(V& v, const auto& o) {
  const auto zero = v.template constant<32>(0), one = v.template constant<32>(1),
             polynomial = v.template constant<32>(0xedb88320);
  auto remainder = v.bit_xor(o.rs1, v.bit_and(o.rs2, v.template constant<32>(0xff)));
  for (int bit = 0; bit < 8; ++bit) {
    const auto feedback = v.ite(v.template extract<0, 0>(remainder), polynomial, zero);
    remainder = v.bit_xor(v.lshr(remainder, one), feedback);
  }
  return remainder;
}

}  // namespace janus::instructions
