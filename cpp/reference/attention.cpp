// Formulas, one sample and one head at a time.
#include "reference/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/digits.h"
#include "reference/exponential.h"

namespace mha::reference {

namespace {

struct Matrix {
  Matrix(std::size_t rows, std::size_t cols) : rows(rows), cols(cols), values(rows * cols) {}

  std::size_t rows;
  std::size_t cols;
  std::vector<double> values;

  double& operator()(std::size_t i, std::size_t j) { return values[i * cols + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * cols + j]; }
};

/// Columns [first, first + width): one head of a projection.
struct Columns {
  std::size_t first;
  std::size_t width;
};

// a (n, k) b (m, k)ᵀ, both cut to these columns
Matrix product_transposed(const Matrix& a, const Matrix& b, const Columns& columns) {
  Matrix c(a.rows, b.rows);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.rows; ++j) {
      for (std::size_t k = columns.first; k < columns.first + columns.width; ++k) {
        c(i, j) += a(i, k) * b(j, k);
      }
    }
  }
  return c;
}

// x as the projection of that name maps it: nn.Linear's x weightᵀ + bias, x matrix, or x where the state has neither.
Matrix project(const StateDict& state, const std::string& name, const Matrix& x) {
  const Array* weight = find(state, name + ".weight");
  const Array* matrix = find(state, name);
  if (weight == nullptr && matrix == nullptr) {
    return x;
  }
  Matrix transposed(weight != nullptr ? weight->shape(0) : matrix->shape(1), x.cols);
  for (std::size_t i = 0; i < transposed.rows; ++i) {
    for (std::size_t j = 0; j < x.cols; ++j) {
      transposed(i, j) = weight != nullptr ? weight->data()[i * x.cols + j] : matrix->data()[j * transposed.rows + i];
    }
  }
  Matrix y = product_transposed(x, transposed, {0, x.cols});
  if (const Array* bias = find(state, name + ".bias"); bias != nullptr) {
    for (std::size_t i = 0; i < y.values.size(); ++i) {
      y.values[i] += bias->data()[i % y.cols];
    }
  }
  return y;
}

// Whether query i may not see key j.
bool hides(const Array* mask, std::size_t i, std::size_t j) {
  return mask != nullptr && mask->data()[i * mask->shape(1) + j] != 0.0F;
}

// Row by row over visible keys only: a hidden key takes no part, whatever it holds.
Matrix softmax(const Matrix& scores, double scale, const Array* mask) {
  Matrix weights(scores.rows, scores.cols);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    double most = -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (std::size_t j = 0; j < scores.cols; ++j) {
      most = hides(mask, i, j) ? most : std::max(most, scores(i, j) * scale);
    }
    for (std::size_t j = 0; j < scores.cols; ++j) {
      weights(i, j) = hides(mask, i, j) ? 0.0 : exponential(scores(i, j) * scale - most);
      sum += weights(i, j);
    }
    for (std::size_t j = 0; j < scores.cols; ++j) {
      weights(i, j) = hides(mask, i, j) ? 0.0 : weights(i, j) / sum;
    }
  }
  return weights;
}

// kept / (1 - p); `kept` are those of this head.
void drop(Matrix& weights, const float* kept, double p) {
  for (double& weight : weights.values) {
    weight *= *kept++ != 0.0F && p < 1.0 ? 1.0 / (1.0 - p) : 0.0;
  }
}

// weights (n, m) values (m, k) over visible keys, into these columns: 0 * NaN must not reach a row.
void weigh(const Matrix& weights, const Array* mask, const Matrix& values, const Columns& columns, Matrix& context) {
  for (std::size_t i = 0; i < weights.rows; ++i) {
    for (std::size_t j = 0; j < weights.cols; ++j) {
      for (std::size_t k = columns.first; !hides(mask, i, j) && k < columns.first + columns.width; ++k) {
        context(i, k) += weights(i, j) * values(j, k);
      }
    }
  }
}

// The heads of one set of projections, side by side: x (tokens, d_in) -> (tokens, num_heads * head_dim). `kept` are
// those of these heads, or nullptr.
Matrix attend(const StateDict& state, const std::string& prefix, std::size_t num_heads, const Matrix& x,
              const float* kept, double p) {
  const Matrix queries = project(state, prefix + "W_query", x);
  const Matrix keys = project(state, prefix + "W_key", x);
  const Matrix values = project(state, prefix + "W_value", x);
  const Array* mask = find(state, prefix + "mask");
  const std::size_t head_dim = queries.cols / num_heads;
  const double scale = state.empty() ? 1.0 : 1.0 / std::sqrt(static_cast<double>(head_dim));
  Matrix merged(x.rows, queries.cols);
  for (std::size_t h = 0; h < num_heads; ++h) {
    const Columns head{h * head_dim, head_dim};
    Matrix weights = softmax(product_transposed(queries, keys, head), scale, mask);
    if (kept != nullptr) {
      drop(weights, kept + h * weights.values.size(), p);
    }
    weigh(weights, mask, values, head, merged);
  }
  return merged;
}

// torch.cat(..., dim=-1)
Matrix side_by_side(const Matrix& left, const Matrix& right) {
  Matrix both(right.rows, left.cols + right.cols);
  for (std::size_t i = 0; i < both.rows; ++i) {
    for (std::size_t j = 0; j < both.cols; ++j) {
      both(i, j) = j < left.cols ? left(i, j) : right(i, j - left.cols);
    }
  }
  return both;
}

Matrix pass(const StateDict& state, std::size_t num_heads, const Matrix& x, const float* kept, double p) {
  if (find(state, "heads.0.mask") == nullptr) {
    return project(state, "out_proj", attend(state, "", num_heads, x, kept, p));
  }
  Matrix output(x.rows, 0);
  for (std::size_t h = 0; h < num_heads; ++h) {
    const float* kept_here = kept == nullptr ? nullptr : kept + h * x.rows * x.rows;
    output = side_by_side(output, attend(state, "heads." + digits(h) + ".", 1, x, kept_here, p));
  }
  return output;
}

}  // namespace

DoubleTensor<3> attention(const StateDict& state, std::size_t num_heads, const InputView& x, const Dropped& dropped) {
  // No tokens have the output's width, too.
  const std::size_t width = pass(state, num_heads, Matrix(0, x.d_in), nullptr, 0).cols;
  DoubleTensor<3> output(DoubleTensor<3>::shape_type{x.batch, x.tokens, width});
  for (std::size_t b = 0; b < x.batch; ++b) {
    Matrix sample(x.tokens, x.d_in);
    std::copy_n(x.data + b * sample.values.size(), sample.values.size(), sample.values.begin());
    const float* kept = dropped.kept == nullptr ? nullptr : dropped.kept + b * num_heads * x.tokens * x.tokens;
    const Matrix result = pass(state, num_heads, sample, kept, dropped.p);
    std::copy(result.values.begin(), result.values.end(), output.data() + b * result.values.size());
  }
  return output;
}

}  // namespace mha::reference
