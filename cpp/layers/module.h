// What all six classes share: forward, trace, state, modes and the checks of what they are given.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "core/state_dict.h"
#include "core/tensor.h"
#include "layers/linear.h"
#include "layers/tracing.h"

namespace mha {

/// What load_state_dict found missing or did not expect.
struct LoadResult {
  std::vector<std::string> missing_keys;
  std::vector<std::string> unexpected_keys;
};

/// nn.Module, as far as attention needs it. Starts in training mode, as in PyTorch.
class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  /// x (batch, tokens, d_in) -> (batch, tokens, output_width). Throws SHAPE where x does not fit.
  Tensor<3> forward(const Tensor<3>& x);
  /// x (tokens, d_in) -> (tokens, output_width)
  Tensor<2> forward(const Tensor<2>& x);
  /// The same into memory of the caller's: output (batch * tokens, output_width).
  void forward(const InputView& x, const MutableMatrixView& output);

  /// One pass with every stage recorded, or only those named. Draws what forward would.
  /// Throws VALUE for a stage that the class lacks, OUT_OF_MEMORY before anything is computed.
  Trace trace(const Tensor<3>& x, const StageNames& only = {});
  /// The same for stages that the class has.
  Trace trace(const InputView& x, StageSet only);

  /// Parameters and buffers by PyTorch's names, in PyTorch's order.
  [[nodiscard]] StateDict state_dict();
  /// All or nothing. Throws SHAPE for a tensor of the wrong shape, and, when strict, VALUE for missing or unexpected
  /// names; otherwise returns them.
  LoadResult load_state_dict(const StateDict& state, bool strict = true);

  void train(bool mode = true);
  void eval() { train(false); }
  [[nodiscard]] bool training() const { return training_; }

  /// Trainable numbers; buffers do not count.
  [[nodiscard]] std::size_t num_parameters();

  [[nodiscard]] virtual const char* name() const = 0;
  /// The width of the output for inputs of width d_in.
  [[nodiscard]] virtual std::size_t output_width(std::size_t d_in) const = 0;
  /// The stages that the class has.
  [[nodiscard]] virtual StageSet stages() const = 0;
  /// Every tensor of the state, in PyTorch's order.
  virtual std::vector<StateEntry> state() = 0;

  /// Throws SHAPE unless x fits this layer.
  virtual void check_input(const InputView& x) const = 0;

  /// The sizes of a pass over x.
  [[nodiscard]] virtual PassSizes sizes_of(const InputView& x) const = 0;

 protected:
  virtual void compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) = 0;
  virtual void set_training(bool /*mode*/) {}
  /// Called after parameters have been loaded.
  virtual void state_changed() {}

  void check_width(const InputView& x, std::size_t d_in) const;
  void check_tokens(const InputView& x, std::size_t context_length) const;
  [[nodiscard]] Operation operation(const char* method) const { return {name(), method}; }

  void require_same_keys(const LoadResult& result) const;
  void require_shape(const StateEntry& entry, const Shape& got) const;

  /// The stages named by `only`, or all of the class's.
  [[nodiscard]] StageSet named(const StageNames& only) const;

 private:
  bool training_ = true;
};

}  // namespace mha
