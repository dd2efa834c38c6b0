// Heads one after another.
#include "layers/multi_head_attention_wrapper.h"

#include <algorithm>
#include <utility>

namespace mha {

namespace {

using Field = std::optional<Array> Trace::*;

// (batch, tokens, ·) of every head -> (batch, heads, tokens, ·)
Array stack(const std::vector<Trace>& traces, Field field, const PassSizes& sizes) {
  Array stacked = xt::zeros<float>(sizes.shape_of(field));
  for (std::size_t h = 0; h < traces.size(); ++h) {
    xt::view(stacked, xt::all(), h) = *(traces[h].*field);
  }
  return stacked;
}

// (tokens, tokens) while all heads hide the same, (heads, tokens, tokens) once one of them was loaded otherwise.
Array masks(const std::vector<Trace>& traces, const PassSizes& sizes) {
  const auto same = [&](const Trace& trace) { return *trace.masked == *traces.front().masked; };
  if (std::all_of(traces.begin(), traces.end(), same)) {
    return *traces.front().masked;
  }
  Array stacked = xt::zeros<float>(Shape{sizes.heads, sizes.tokens, sizes.tokens});
  for (std::size_t h = 0; h < traces.size(); ++h) {
    xt::view(stacked, h) = *traces[h].masked;
  }
  return stacked;
}

// torch.cat(..., dim=-1)
Array concatenate(const std::vector<Trace>& traces, const PassSizes& sizes) {
  Array output = xt::zeros<float>(sizes.shape_of(&Trace::output));
  for (std::size_t h = 0; h < traces.size(); ++h) {
    auto columns = xt::range(h * sizes.head_dim, (h + 1) * sizes.head_dim);
    xt::view(output, xt::all(), xt::all(), columns) = *traces[h].output;
  }
  return output;
}

}  // namespace

MultiHeadAttentionWrapper::MultiHeadAttentionWrapper(const CausalOptions& options, std::size_t num_heads,
                                                     const std::shared_ptr<Generator>& generator)
    : options_(options) {
  require_size(name(), "num_heads", num_heads);
  checked("MultiHeadAttentionWrapper", options, num_heads);
  for (std::size_t h = 0; h < num_heads; ++h) {
    heads_.push_back(std::make_unique<CausalAttention>(options, generator));
  }
}

std::vector<StateEntry> MultiHeadAttentionWrapper::state() {
  std::vector<StateEntry> entries;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    for (StateEntry& entry : heads_[h]->state()) {
      entry.name = "heads." + std::to_string(h) + "." + entry.name;
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

void MultiHeadAttentionWrapper::check_input(const InputView& x) const {
  check_width(x, options_.d_in);
  check_tokens(x, options_.context_length);
}

PassSizes MultiHeadAttentionWrapper::sizes_of(const InputView& x) const {
  return {x.batch, x.tokens, heads_.size(), options_.d_out, output_width(x.d_in), true};
}

const StageNames& MultiHeadAttentionWrapper::stages() const {
  static const StageNames names = {"queries", "keys",         "values",          "scores",  "scaled", "masked",
                                   "weights", "dropout_mask", "dropped_weights", "context", "output"};
  return names;
}

void MultiHeadAttentionWrapper::compute(const InputView& x, const MutableMatrixView& output, Tracing* /*tracing*/) {
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    heads_[h]->forward(x, {output.data + h * options_.d_out, output.rows, options_.d_out, output.row_stride});
  }
}

Trace MultiHeadAttentionWrapper::trace(const InputView& x, const StageNames& only) {
  const auto fields = wanted(only);
  check_input(x);
  const PassSizes sizes = sizes_of(x);
  // Twice: the heads' own traces, and the stack of them.
  require_memory(operation("trace"), 2 * Tracing(sizes, fields).bytes());
  std::vector<Trace> traces;
  traces.reserve(heads_.size());
  for (const auto& head : heads_) {
    traces.push_back(head->trace(x, only));
  }
  Trace trace;
  for (const Field field : fields) {
    trace.*field = field == &Trace::masked   ? masks(traces, sizes)
                   : field == &Trace::output ? concatenate(traces, sizes)
                                             : stack(traces, field, sizes);
    for (Trace& head : traces) {
      (head.*field).reset();
    }
  }
  return trace;
}

void MultiHeadAttentionWrapper::set_training(bool mode) {
  for (const auto& head : heads_) {
    head->train(mode);
  }
}

}  // namespace mha
