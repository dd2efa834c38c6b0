// Heads one after another.
#include "layers/multi_head_attention_wrapper.h"

#include <algorithm>
#include <utility>

#include "core/digits.h"

namespace mha {

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
      entry.name = "heads." + digits(h) + "." + entry.name;
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
  const std::size_t masks = heads_hide_the_same() ? 1 : heads_.size();
  return {x.batch, x.tokens, heads_.size(), options_.d_out, output_width(x.d_in), true, masks};
}

// torch.cat(..., dim=-1): every head writes its own columns of the output.
void MultiHeadAttentionWrapper::compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) {
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    heads_[h]->pass(x, output.columns(h * options_.d_out, options_.d_out), tracing, h);
  }
}

bool MultiHeadAttentionWrapper::heads_hide_the_same() const {
  const Mask& first = heads_.front()->mask();
  return std::all_of(heads_.begin(), heads_.end(), [&](const auto& head) { return head->mask().hides_as(first); });
}

void MultiHeadAttentionWrapper::set_training(bool mode) {
  for (const auto& head : heads_) {
    head->train(mode);
  }
}

void MultiHeadAttentionWrapper::state_changed() {
  for (const auto& head : heads_) {
    head->state_changed();
  }
}

}  // namespace mha
