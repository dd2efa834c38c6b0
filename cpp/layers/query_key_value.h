// The three projections that every attention with trainable weights opens with.
#pragma once

#include <vector>

#include "layers/linear.h"

namespace mha {

/// Queries, keys and values of one pass, each (batch, tokens, heads, head_dim), row-major. Memory that calls reuse.
struct Projected {
  std::vector<float> queries;
  std::vector<float> keys;
  std::vector<float> values;
};

/// W_query, W_key and W_value, drawn in that order.
template <class Projection>
struct QueryKeyValue {
  Projection query;
  Projection key;
  Projection value;

  /// Projects x (batch * tokens, d_in) to width `out`.
  void apply(const MatrixView& x, std::size_t out, Projected& to) const {
    const auto project = [&](const Projection& projection, std::vector<float>& result) {
      renew(result, x.rows * out);
      projection.apply(x, {result.data(), x.rows, out, out});
    };
    project(query, to.queries);
    project(key, to.keys);
    project(value, to.values);
  }

  void pack() {
    query.pack();
    key.pack();
    value.pack();
  }

  void list(const std::string& prefix, std::vector<StateEntry>& entries) {
    query.list(prefix + "W_query", entries);
    key.list(prefix + "W_key", entries);
    value.list(prefix + "W_value", entries);
  }
};

/// The article's Linear projections.
inline QueryKeyValue<Linear> linear_projections(std::size_t in, std::size_t out, bool bias, Generator& generator) {
  // Braces fix the order of the draws.
  return {Linear(in, out, bias, generator), Linear(in, out, bias, generator), Linear(in, out, bias, generator)};
}

}  // namespace mha
