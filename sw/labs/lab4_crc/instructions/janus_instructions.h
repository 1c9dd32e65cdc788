// What the rows of janus_instructions.def mean. Each row has a function of its name, which computes rd:
//
//   template <class V>
//   auto average(V& v, const auto& o) {
//     return v.lshr(v.add(o.rs1, o.rs2), v.template constant<32>(1));
//   }
//
// `v` has the operations (iss/isa/values.h of Janus), `o` the operands.
#pragma once

namespace janus::instructions {}
