// What a pass writes into when it is traced: the stages wanted, with their shapes.
#pragma once

#include <utility>

#include "kernels/panels.h"
#include "layers/trace.h"

namespace mha {

/// The sizes of one pass, from which every stage has its shape.
struct PassSizes {
  std::size_t batch;
  std::size_t tokens;
  std::size_t heads;
  std::size_t head_dim;
  std::size_t output_width;
  bool multi_head;        ///< whether stages have a heads axis
  std::size_t masks = 1;  ///< 1, or `heads` where they hide different keys

  /// (batch, heads, tokens, last), or (batch, tokens, last) in a single-head class.
  [[nodiscard]] Shape per_head(std::size_t last) const {
    return multi_head ? Shape{batch, heads, tokens, last} : Shape{batch, tokens, last};
  }
  /// What a pass holds beside its input and output: queries, keys and values, and the packed keys and values of one
  /// head.
  [[nodiscard]] double workspace_bytes() const {
    return static_cast<double>(sizeof(float)) *
           (3 * count({batch, tokens, heads * head_dim}) + 2 * count({tokens, head_dim + kernels::kPanelWidth}));
  }
  /// The shape of a stage.
  [[nodiscard]] Shape shape_of(std::optional<Array> Trace::* field) const;
};

/// Collects a Trace. A layer asks before it computes a stage that forward does not need.
class Tracing {
 public:
  Tracing(const PassSizes& sizes, StageSet wanted) : sizes_(sizes), wanted_(wanted) {}

  [[nodiscard]] const PassSizes& sizes() const { return sizes_; }
  [[nodiscard]] bool wants(std::optional<Array> Trace::* field) const;
  [[nodiscard]] bool wants_weights() const;

  /// Room for that stage, made by the first call, or nullptr when it is not wanted.
  float* room_for(std::optional<Array> Trace::* field);

  /// Copies a stage if it is wanted; `values` has as many elements as the stage, in its order.
  void record(std::optional<Array> Trace::* field, const float* values);

  /// The bytes that the wanted stages take.
  [[nodiscard]] double bytes() const;

  Trace take() { return std::move(trace_); }

 private:
  PassSizes sizes_;
  StageSet wanted_;
  Trace trace_;
};

}  // namespace mha
