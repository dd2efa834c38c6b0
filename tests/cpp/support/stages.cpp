// Names and comparisons of stages.
#include "support/stages.h"

#include "support/compare.h"

namespace mha::test {

const Array* stage_of(const Trace& trace, std::string_view name) {
  for (const Stage& stage : kStages) {
    if (stage.name == name && trace.*stage.field) {
      return &*(trace.*stage.field);
    }
  }
  return nullptr;
}

std::vector<std::string> stages_in(const Trace& trace) {
  std::vector<std::string> names;
  for (const Stage& stage : kStages) {
    if (trace.*stage.field) {
      names.emplace_back(stage.name);
    }
  }
  return names;
}

std::string difference(const Trace& got, const Trace& expected) {
  if (stages_in(got) != stages_in(expected)) {
    return "other stages";
  }
  for (const std::string& name : stages_in(got)) {
    std::string fault = difference(*stage_of(got, name), *stage_of(expected, name));
    if (!fault.empty()) {
      return fault.insert(0, name + ": ");
    }
  }
  return "";
}

Trace sample_of(const Trace& trace, std::size_t batch) {
  Trace sample;
  for (const Stage& stage : kStages) {
    const std::optional<Array>& from = trace.*stage.field;
    if (from && stage.name == "masked") {
      sample.*stage.field = from;
    } else if (from) {
      sample.*stage.field = xt::view(*from, xt::range(batch, batch + 1));
    }
  }
  return sample;
}

}  // namespace mha::test
