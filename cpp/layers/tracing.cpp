// Shapes of stages.
#include "layers/tracing.h"

#include <algorithm>

namespace mha {

Shape PassSizes::shape_of(std::optional<Array> Trace::* field) const {
  if (field == &Trace::queries || field == &Trace::keys || field == &Trace::values || field == &Trace::context) {
    return per_head(head_dim);
  }
  if (field == &Trace::masked) {
    return {tokens, tokens};
  }
  if (field == &Trace::merged) {
    return {batch, tokens, heads * head_dim};
  }
  if (field == &Trace::output) {
    return {batch, tokens, output_width};
  }
  return per_head(tokens);
}

bool Tracing::wants(std::optional<Array> Trace::* field) const {
  return std::find(wanted_.begin(), wanted_.end(), field) != wanted_.end();
}

bool Tracing::wants_weights() const {
  return wants(&Trace::scores) || wants(&Trace::scaled) || wants(&Trace::weights) || wants(&Trace::dropped_weights);
}

float* Tracing::room_for(std::optional<Array> Trace::* field) {
  if (!wants(field)) {
    return nullptr;
  }
  (trace_.*field).emplace(xt::zeros<float>(sizes_.shape_of(field)));
  return (trace_.*field)->data();
}

double Tracing::bytes() const {
  double elements = 0;
  for (const auto field : wanted_) {
    elements += count(sizes_.shape_of(field));
  }
  return elements * sizeof(float);
}

}  // namespace mha
