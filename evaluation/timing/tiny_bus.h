// What the adapters of tiny.v and tiny_prefetch.v have in common: their pins for data.
#pragma once

#include "harness.h"

namespace rtl {

// Answers the request of this cycle, if there is one.
template <class Model>
void serve_data(Model& model, Bus& bus) {
  if (!model.request || model.reset) return;
  if (model.strobe)
    bus.write(model.address, model.write, model.strobe);
  else
    model.read = bus.read(model.address);
}

}  // namespace rtl
