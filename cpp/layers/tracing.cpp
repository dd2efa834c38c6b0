// Shapes of stages.
#include "layers/tracing.h"

#include <algorithm>

namespace mha {

Shape PassSizes::shape_of(std::optional<Array> Trace::* field) const {
  if (field == &Trace::queries || field == &Trace::keys || field == &Trace::values || field == &Trace::context) {
    return per_head(head_dim);
  }
  if (field == &Trace::masked) {
    return masks == 1 ? Shape{tokens, tokens} : Shape{masks, tokens, tokens};
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
  const auto has_field = [&](const Stage& stage) { return stage.field == field; };
  const auto bit = std::find_if(kStages.begin(), kStages.end(), has_field) - kStages.begin();
  return (wanted_ >> bit & 1U) != 0;
}

bool Tracing::wants_weights() const {
  return wants(&Trace::scores) || wants(&Trace::scaled) || wants(&Trace::weights) || wants(&Trace::dropped_weights);
}

float* Tracing::room_for(std::optional<Array> Trace::* field) {
  if (!wants(field)) {
    return nullptr;
  }
  std::optional<Array>& stage = trace_.*field;
  if (!stage) {
    stage.emplace(sizes_.shape_of(field));
  }
  return stage->data();
}

void Tracing::record(std::optional<Array> Trace::* field, const float* values) {
  if (float* room = room_for(field); room != nullptr) {
    std::copy_n(values, (trace_.*field)->size(), room);
  }
}

double Tracing::bytes() const {
  double elements = 0;
  for (const Stage& stage : kStages) {
    elements += wants(stage.field) ? count(sizes_.shape_of(stage.field)) : 0;
  }
  return elements * sizeof(float);
}

}  // namespace mha
