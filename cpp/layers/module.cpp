// Passes and their checks.
#include "layers/module.h"

#include <algorithm>
#include <new>

namespace mha {

namespace {

Shape shape_of(const InputView& x) { return {x.batch, x.tokens, x.d_in}; }

}  // namespace

Tensor<3> Module::forward(const Tensor<3>& x) {
  const InputView input = view_of(x);
  const std::size_t width = output_width(input.d_in);
  Tensor<3> output = xt::zeros<float>({input.batch, input.tokens, width});
  forward(input, {output.data(), input.batch * input.tokens, width, width});
  return output;
}

Tensor<2> Module::forward(const Tensor<2>& x) {
  const InputView input{x.data(), 1, x.shape(0), x.shape(1)};
  const std::size_t width = output_width(input.d_in);
  Tensor<2> output = xt::zeros<float>({input.tokens, width});
  forward(input, {output.data(), input.tokens, width, width});
  return output;
}

void Module::forward(const InputView& x, const MutableMatrixView& output) {
  check_input(x);
  compute(x, output, nullptr);
}

Trace Module::trace(const Tensor<3>& x, const StageNames& only) { return trace(view_of(x), named(only)); }

Trace Module::trace(const InputView& x, StageSet only) {
  check_input(x);
  Tracing tracing(sizes_of(x), only);
  const std::size_t width = output_width(x.d_in);
  const double output_bytes = count({x.batch, x.tokens, width}) * static_cast<double>(sizeof(float));
  require_memory(operation("trace"), tracing.bytes() + output_bytes + tracing.sizes().workspace_bytes());
  std::vector<float> output(x.batch * x.tokens * width);
  compute(x, {output.data(), x.batch * x.tokens, width, width}, &tracing);
  tracing.record(&Trace::output, output.data());
  return tracing.take();
}

StageSet Module::named(const StageNames& only) const {
  std::vector<std::string> all;
  StageSet set = 0;
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    if ((stages() >> i & 1U) != 0) {
      all.emplace_back(kStages[i].name);
    }
  }
  for (const std::string& asked : only) {
    const StageSet stage = stages_named({asked}) & stages();
    if (stage == 0) {
      throw Error(ErrorCode::kValue, "only", "trace.stage", "{}: there is no stage \"{}\"; this class has {}")
          .say(to_string(operation("trace")))
          .with("name", asked)
          .with("stages", quoted(all), Error::Kind::kNames);
    }
    set |= stage;
  }
  return only.empty() ? stages() : set;
}

void Module::check_width(const InputView& x, std::size_t d_in) const {
  if (x.d_in == d_in) {
    return;
  }
  throw Error(ErrorCode::kShape, "x", "input.width", "{}: x has shape {}, so {} components a token, but d_in is {}{}")
      .say(to_string(operation("forward")))
      .with("shape", shape_of(x))
      .with("got", x.d_in)
      .with("expected", d_in)
      .say(x.tokens == d_in ? "; are tokens and embedding components swapped?" : "");
}

void Module::check_tokens(const InputView& x, std::size_t context_length) const {
  if (x.tokens <= context_length) {
    return;
  }
  throw Error(ErrorCode::kShape, "x", "input.tokens", "{}: x has shape {}, so {} tokens, but context_length is {}{}")
      .say(to_string(operation("forward")))
      .with("shape", shape_of(x))
      .with("tokens", x.tokens)
      .with("contextLength", context_length)
      .say(x.batch <= context_length && x.batch > 1 ? "; are batch and tokens swapped?" : "");
}

StateDict Module::state_dict() {
  StateDict state;
  for (const StateEntry& entry : this->state()) {
    // A mask takes context_length^2 values, which need not fit in 32 bits.
    require_memory(operation("state_dict"), count(entry.shape) * sizeof(float));
    Array tensor(entry.shape);
    entry.read(tensor.data());
    state.emplace_back(entry.name, std::move(tensor));
  }
  return state;
}

LoadResult Module::load_state_dict(const StateDict& state, bool strict) {
  const std::vector<StateEntry> entries = this->state();
  LoadResult result;
  for (const StateEntry& entry : entries) {
    if (find(state, entry.name) == nullptr) {
      result.missing_keys.push_back(entry.name);
    }
  }
  for (const auto& [name, tensor] : state) {
    if (std::none_of(entries.begin(), entries.end(), [&](const StateEntry& entry) { return entry.name == name; })) {
      result.unexpected_keys.push_back(name);
    }
  }
  if (strict) {
    require_same_keys(result);
  }
  for (const StateEntry& entry : entries) {
    if (const Array* tensor = find(state, entry.name); tensor != nullptr) {
      require_shape(entry, Shape(tensor->shape().begin(), tensor->shape().end()));
    }
  }
  for (const StateEntry& entry : entries) {
    if (const Array* tensor = find(state, entry.name); tensor != nullptr) {
      entry.write(tensor->data());
    }
  }
  state_changed();
  return result;
}

void Module::require_same_keys(const LoadResult& result) const {
  const std::string missing = quoted(result.missing_keys);
  const std::string unexpected = quoted(result.unexpected_keys);
  if (missing.empty() && unexpected.empty()) {
    return;
  }
  throw Error(ErrorCode::kValue, "stateDict", missing.empty() ? "state.unexpected" : "state.missing",
              "{}: missing keys: {}; unexpected keys: {}; strict = false passes over both")
      .say(to_string(operation("load_state_dict")))
      .with("missing", missing, Error::Kind::kNames)
      .with("unexpected", unexpected, Error::Kind::kNames)
      .keep({"keys", Error::Kind::kNames, 0, missing.empty() ? unexpected : missing, {}});
}

void Module::require_shape(const StateEntry& entry, const Shape& got) const {
  if (got == entry.shape) {
    return;
  }
  const bool is_transposed = got == Shape(entry.shape.rbegin(), entry.shape.rend());
  throw Error(ErrorCode::kShape, "stateDict", "state.shape", "{}: \"{}\" has shape {}, expected {}{}")
      .say(to_string(operation("load_state_dict")))
      .with("name", entry.name)
      .with("got", got)
      .with("expected", entry.shape)
      .say(is_transposed ? "; is it transposed?" : "");
}

void Module::train(bool mode) {
  training_ = mode;
  set_training(mode);
}

std::size_t Module::num_parameters() {
  double parameters = 0;
  for (const StateEntry& entry : state()) {
    parameters += entry.parameter != nullptr ? count(entry.shape) : 0;
  }
  return static_cast<std::size_t>(parameters);
}

}  // namespace mha
