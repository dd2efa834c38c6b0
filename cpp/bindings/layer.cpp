// Buffers that grow, and passes over them.
#include "bindings/layer.h"

#include <algorithm>

namespace mha::bindings {

float* Layer::reserve(std::size_t floats) {
  if (floats > input_.size()) {
    require_memory({module_->name(), "forward"}, static_cast<double>(floats) * sizeof(float));
    renew(input_, floats);
  }
  return input_.data();
}

const float* Layer::forward(const InputView& x) {
  // A shape that does not fit is reported as such, not as the memory that it would take.
  module_->check_input(x);
  const std::size_t width = module_->output_width(x.d_in);
  const double floats = count({x.batch, x.tokens, width});
  if (floats > static_cast<double>(output_.size())) {
    require_memory({module_->name(), "forward"}, floats * sizeof(float) + module_->sizes_of(x).workspace_bytes());
    renew(output_, static_cast<std::size_t>(floats));
  }
  module_->forward(x, {output_.data(), x.batch * x.tokens, width, width});
  return output_.data();
}

DoubleTensor<3> Layer::forward_double(const InputView& x, const reference::Dropped& dropped) {
  module_->check_input(x);
  // The reference goes head by head, with the scores and the weights of one in doubles at a time.
  require_memory({module_->name(), "forward_double"}, 2 * count({x.tokens, x.tokens}) * sizeof(double));
  return reference::attention(module_->state_dict(), module_->sizes_of(x).heads, x, dropped);
}

}  // namespace mha::bindings
