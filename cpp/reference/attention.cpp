// Formulas, one sample and one head at a time.
#include "reference/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace mha::reference {

namespace {

using Matrix = DoubleTensor<2>;

Matrix zeros(std::size_t rows, std::size_t cols) { return Matrix({rows, cols}, 0.0); }

// Columns [first, first + width) of a matrix: one head of a projection.
Matrix columns(const Matrix& from, std::size_t first, std::size_t width) {
  Matrix cut = zeros(from.shape(0), width);
  for (std::size_t i = 0; i < cut.shape(0); ++i) {
    std::copy_n(&from(i, 0) + first, width, &cut(i, 0));
  }
  return cut;
}

// a (n, k) b (m, k)ᵀ
Matrix product_transposed(const Matrix& a, const Matrix& b) {
  Matrix c = zeros(a.shape(0), b.shape(0));
  for (std::size_t i = 0; i < a.shape(0); ++i) {
    for (std::size_t j = 0; j < b.shape(0); ++j) {
      for (std::size_t k = 0; k < a.shape(1); ++k) {
        c(i, j) += a(i, k) * b(j, k);
      }
    }
  }
  return c;
}

// Row by row over visible keys only: a hidden key takes no part, whatever it holds.
Matrix softmax(const Matrix& scaled, const Matrix& hidden) {
  Matrix weights = zeros(scaled.shape(0), scaled.shape(1));
  for (std::size_t i = 0; i < scaled.shape(0); ++i) {
    double most = -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (std::size_t j = 0; j < scaled.shape(1); ++j) {
      most = hidden(i, j) == 0 ? std::max(most, scaled(i, j)) : most;
    }
    for (std::size_t j = 0; j < scaled.shape(1); ++j) {
      weights(i, j) = hidden(i, j) == 0 ? std::exp(scaled(i, j) - most) : 0.0;
      sum += weights(i, j);
    }
    for (std::size_t j = 0; j < scaled.shape(1); ++j) {
      weights(i, j) = hidden(i, j) == 0 ? weights(i, j) / sum : 0.0;
    }
  }
  return weights;
}

// weights (n, m) values (m, k) over visible keys: 0 * NaN must not reach a row.
Matrix weigh(const Matrix& weights, const Matrix& hidden, const Matrix& values) {
  Matrix context = zeros(weights.shape(0), values.shape(1));
  for (std::size_t i = 0; i < weights.shape(0); ++i) {
    for (std::size_t j = 0; j < weights.shape(1); ++j) {
      for (std::size_t k = 0; hidden(i, j) == 0 && k < values.shape(1); ++k) {
        context(i, k) += weights(i, j) * values(j, k);
      }
    }
  }
  return context;
}

struct Head {
  Matrix queries;
  Matrix keys;
  Matrix values;

  [[nodiscard]] Head cut(std::size_t first, std::size_t width) const {
    return {columns(queries, first, width), columns(keys, first, width), columns(values, first, width)};
  }
};

// Everything between the projections and the merge; `factors` are what dropout multiplies the weights by.
Matrix attend(const Head& head, double scale, const Matrix& hidden, const Matrix& factors) {
  const Matrix scaled = product_transposed(head.queries, head.keys) * scale;
  return weigh(softmax(scaled, hidden) * factors, hidden, head.values);
}

// The tensor of that name as a matrix, or its transpose; a bias is one row.
Matrix matrix_of(const StateDict& state, const std::string& name, bool transposed = false) {
  const Array& tensor = *find(state, name);
  const std::size_t rows = tensor.dimension() == 1 ? 1 : tensor.shape(0);
  const std::size_t cols = tensor.size() / rows;
  Matrix matrix = transposed ? zeros(cols, rows) : zeros(rows, cols);
  for (std::size_t i = 0; i < rows * cols; ++i) {
    (transposed ? matrix(i % cols, i / cols) : matrix(i / cols, i % cols)) = tensor.data()[i];
  }
  return matrix;
}

// nn.Linear: x weightᵀ + bias
Matrix linear(const StateDict& state, const std::string& name, const Matrix& x) {
  Matrix y = product_transposed(x, matrix_of(state, name + ".weight"));
  if (find(state, name + ".bias") != nullptr) {
    y += matrix_of(state, name + ".bias");
  }
  return y;
}

Head projected(const StateDict& state, const std::string& prefix, const Matrix& x) {
  return {linear(state, prefix + "W_query", x), linear(state, prefix + "W_key", x),
          linear(state, prefix + "W_value", x)};
}

double scale_of(std::size_t head_dim) { return 1.0 / std::sqrt(static_cast<double>(head_dim)); }

Matrix hidden_by(const StateDict& state, const std::string& name, std::size_t tokens) {
  Matrix hidden = zeros(tokens, tokens);
  const Array& mask = *find(state, name);
  for (std::size_t i = 0; i < tokens; ++i) {
    std::copy_n(mask.data() + i * mask.shape(1), tokens, &hidden(i, 0));
  }
  return hidden;
}

// kept / (1 - p) for the head with that number (batch * heads + head), or all ones.
Matrix factors_of(const std::optional<Dropped>& dropped, std::size_t number, std::size_t tokens) {
  Matrix factors({tokens, tokens}, 1.0);
  for (std::size_t i = 0; dropped && i < tokens * tokens; ++i) {
    const bool kept = dropped->kept.data()[number * tokens * tokens + i] != 0.0F;
    factors(i / tokens, i % tokens) = kept && dropped->p < 1.0 ? 1.0 / (1.0 - dropped->p) : 0.0;
  }
  return factors;
}

// The samples of a batch, one after another: pass(x (tokens, d_in), number of the sample) -> (tokens, width).
template <class Pass>
DoubleTensor<3> each(const Tensor<3>& x, std::size_t width, Pass pass) {
  const std::size_t tokens = x.shape(1);
  DoubleTensor<3> output({x.shape(0), tokens, width}, 0.0);
  for (std::size_t b = 0; b < x.shape(0); ++b) {
    Matrix sample = zeros(tokens, x.shape(2));
    std::copy_n(x.data() + b * sample.size(), sample.size(), sample.data());
    const Matrix result = pass(sample, b);
    std::copy_n(result.data(), result.size(), output.data() + b * result.size());
  }
  return output;
}

void put_columns(const Matrix& from, std::size_t first, Matrix& to) {
  for (std::size_t i = 0; i < from.shape(0); ++i) {
    std::copy_n(&from(i, 0), from.shape(1), &to(i, 0) + first);
  }
}

}  // namespace

DoubleTensor<3> simplified_self_attention(const Tensor<3>& x) {
  const std::size_t tokens = x.shape(1);
  return each(x, x.shape(2), [&](const Matrix& sample, std::size_t) {
    return attend({sample, sample, sample}, 1.0, zeros(tokens, tokens), factors_of({}, 0, tokens));
  });
}

DoubleTensor<3> self_attention_v1(const StateDict& state, const Tensor<3>& x) {
  const std::size_t tokens = x.shape(1);
  const std::size_t width = find(state, "W_query")->shape(1);
  return each(x, width, [&](const Matrix& sample, std::size_t) {
    const auto project = [&](const char* name) { return product_transposed(sample, matrix_of(state, name, true)); };
    return attend({project("W_query"), project("W_key"), project("W_value")}, scale_of(width), zeros(tokens, tokens),
                  factors_of({}, 0, tokens));
  });
}

DoubleTensor<3> self_attention_v2(const StateDict& state, const Tensor<3>& x) {
  const std::size_t tokens = x.shape(1);
  const std::size_t width = find(state, "W_query.weight")->shape(0);
  return each(x, width, [&](const Matrix& sample, std::size_t) {
    return attend(projected(state, "", sample), scale_of(width), zeros(tokens, tokens), factors_of({}, 0, tokens));
  });
}

DoubleTensor<3> causal_attention(const StateDict& state, const Tensor<3>& x, const std::optional<Dropped>& dropped) {
  const std::size_t tokens = x.shape(1);
  const std::size_t width = find(state, "W_query.weight")->shape(0);
  return each(x, width, [&](const Matrix& sample, std::size_t b) {
    return attend(projected(state, "", sample), scale_of(width), hidden_by(state, "mask", tokens),
                  factors_of(dropped, b, tokens));
  });
}

DoubleTensor<3> multi_head_attention_wrapper(const StateDict& state, std::size_t num_heads, const Tensor<3>& x,
                                             const std::optional<Dropped>& dropped) {
  const std::size_t tokens = x.shape(1);
  const std::size_t head_dim = find(state, "heads.0.W_query.weight")->shape(0);
  return each(x, num_heads * head_dim, [&](const Matrix& sample, std::size_t b) {
    Matrix output = zeros(tokens, num_heads * head_dim);
    for (std::size_t h = 0; h < num_heads; ++h) {
      const std::string prefix = "heads." + std::to_string(h) + ".";
      put_columns(attend(projected(state, prefix, sample), scale_of(head_dim),
                         hidden_by(state, prefix + "mask", tokens), factors_of(dropped, b * num_heads + h, tokens)),
                  h * head_dim, output);
    }
    return output;
  });
}

DoubleTensor<3> multi_head_attention(const StateDict& state, std::size_t num_heads, const Tensor<3>& x,
                                     const std::optional<Dropped>& dropped) {
  const std::size_t tokens = x.shape(1);
  const std::size_t width = find(state, "W_query.weight")->shape(0);
  const std::size_t head_dim = width / num_heads;
  return each(x, width, [&](const Matrix& sample, std::size_t b) {
    const Head all = projected(state, "", sample);
    Matrix merged = zeros(tokens, width);
    for (std::size_t h = 0; h < num_heads; ++h) {
      put_columns(attend(all.cut(h * head_dim, head_dim), scale_of(head_dim), hidden_by(state, "mask", tokens),
                         factors_of(dropped, b * num_heads + h, tokens)),
                  h * head_dim, merged);
    }
    return linear(state, "out_proj", merged);
  });
}

}  // namespace mha::reference
