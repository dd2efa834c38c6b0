// Passes and their checks.
#include "layers/module.h"

#include <algorithm>
#include <new>

namespace mha {

namespace {

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "\"" : ", \"") + name + "\"";
  }
  return text;
}

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

Trace Module::trace(const Tensor<3>& x, const StageNames& only) { return trace(view_of(x), only); }

Trace Module::trace(const InputView& x, const StageNames& only) {
  const auto fields = wanted(only);
  check_input(x);
  Tracing tracing(sizes_of(x), fields);
  const std::size_t width = output_width(x.d_in);
  const double output_bytes = count({x.batch, x.tokens, width}) * static_cast<double>(sizeof(float));
  require_memory(operation("trace"), tracing.bytes() + output_bytes + tracing.sizes().workspace_bytes());
  Tensor<3> output = xt::zeros<float>({x.batch, x.tokens, width});
  compute(x, {output.data(), x.batch * x.tokens, width, width}, &tracing);
  tracing.record(&Trace::output, output.data());
  return tracing.take();
}

std::vector<std::optional<Array> Trace::*> Module::wanted(const StageNames& only) const {
  const StageNames& all = stages();
  for (const std::string& asked : only) {
    if (std::find(all.begin(), all.end(), asked) == all.end()) {
      throw Error(ErrorCode::kValue, "only", "trace.stage",
                  operation("trace") + ": there is no stage \"" + asked + "\"; this class has " + join(all),
                  {{"name", asked}, {"stages", all}});
    }
  }
  std::vector<std::optional<Array> Trace::*> fields;
  for (const Stage& stage : kStages) {
    const StageNames& names = only.empty() ? all : only;
    if (std::find(names.begin(), names.end(), stage.name) != names.end()) {
      fields.push_back(stage.field);
    }
  }
  return fields;
}

void Module::check_width(const InputView& x, std::size_t d_in) const {
  if (x.d_in == d_in) {
    return;
  }
  const std::string hint = x.tokens == d_in ? "; are tokens and embedding components swapped?" : "";
  throw Error(ErrorCode::kShape, "x", "input.width",
              operation("forward") + ": x has shape " + to_string(shape_of(x)) + ", so " + std::to_string(x.d_in) +
                  " components a token, but d_in is " + std::to_string(d_in) + hint,
              {{"got", number(x.d_in)}, {"expected", number(d_in)}, {"shape", shape_of(x)}});
}

void Module::check_tokens(const InputView& x, std::size_t context_length) const {
  if (x.tokens <= context_length) {
    return;
  }
  const std::string hint = x.batch <= context_length && x.batch > 1 ? "; are batch and tokens swapped?" : "";
  throw Error(ErrorCode::kShape, "x", "input.tokens",
              operation("forward") + ": x has shape " + to_string(shape_of(x)) + ", so " + std::to_string(x.tokens) +
                  " tokens, but context_length is " + std::to_string(context_length) + hint,
              {{"tokens", number(x.tokens)}, {"contextLength", number(context_length)}, {"shape", shape_of(x)}});
}

StateDict Module::state_dict() {
  StateDict state;
  for (const StateEntry& entry : this->state()) {
    // A mask takes context_length^2 values, which need not fit in 32 bits.
    require_memory(operation("state_dict"), count(entry.shape) * sizeof(float));
    Array tensor = xt::zeros<float>(entry.shape);
    entry.read(tensor.data());
    state.emplace_back(entry.name, std::move(tensor));
  }
  return state;
}

LoadResult Module::load_state_dict(const StateDict& state, bool strict) {
  const std::vector<StateEntry> entries = this->state();
  LoadResult result;
  std::vector<std::pair<const StateEntry*, const Array*>> found;
  for (const StateEntry& entry : entries) {
    const Array* tensor = find(state, entry.name);
    if (tensor == nullptr) {
      result.missing_keys.push_back(entry.name);
      continue;
    }
    found.emplace_back(&entry, tensor);
  }
  for (const NamedArray& given : state) {
    const auto same = [&](const StateEntry& entry) { return entry.name == given.first; };
    if (std::none_of(entries.begin(), entries.end(), same)) {
      result.unexpected_keys.push_back(given.first);
    }
  }
  if (strict && !(result.missing_keys.empty() && result.unexpected_keys.empty())) {
    const bool missing = !result.missing_keys.empty();
    throw Error(ErrorCode::kValue, "stateDict", missing ? "state.missing" : "state.unexpected",
                operation("load_state_dict") + ": missing keys: " + join(result.missing_keys) +
                    "; unexpected keys: " + join(result.unexpected_keys) + "; strict = false passes over both",
                {{"keys", missing ? result.missing_keys : result.unexpected_keys},
                 {"missing", result.missing_keys},
                 {"unexpected", result.unexpected_keys}});
  }
  for (const auto& [entry, tensor] : found) {
    const Shape got(tensor->shape().begin(), tensor->shape().end());
    if (got != entry->shape) {
      const Shape swapped(entry->shape.rbegin(), entry->shape.rend());
      throw Error(ErrorCode::kShape, "stateDict", "state.shape",
                  operation("load_state_dict") + ": \"" + entry->name + "\" has shape " + to_string(got) +
                      ", expected " + to_string(entry->shape) + (got == swapped ? "; is it transposed?" : ""),
                  {{"name", entry->name}, {"got", got}, {"expected", entry->shape}});
    }
  }
  for (const auto& [entry, tensor] : found) {
    entry->write(tensor->data());
  }
  state_changed();
  return result;
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
