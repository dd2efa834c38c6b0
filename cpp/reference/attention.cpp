// Formulas, one head and one sample at a time.
#include "reference/attention.h"

#include <limits>
#include <string>

namespace mha::reference {

namespace {

using Matrix = DoubleTensor<2>;

// Products as sums over a broadcast axis: a (n, k) b (m, k)ᵀ.
Matrix product_transposed(const Matrix& a, const Matrix& b) {
  return xt::sum(xt::view(a, xt::all(), xt::newaxis(), xt::all()) * xt::view(b, xt::newaxis(), xt::all(), xt::all()), 2);
}

// Where the mask hides, nothing is multiplied: 0 * NaN would reach the row.
Matrix weigh(const Matrix& weights, const Matrix& hidden, const Matrix& values) {
  const auto w = xt::view(weights, xt::all(), xt::all(), xt::newaxis());
  const auto skip = xt::view(hidden, xt::all(), xt::all(), xt::newaxis());
  const auto v = xt::view(values, xt::newaxis(), xt::all(), xt::all());
  return xt::sum(xt::where(xt::not_equal(skip, 0.0), 0.0, w * v), 1);
}

Matrix softmax(const Matrix& scaled, const Matrix& hidden) {
  constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
  const auto visible = xt::eval(xt::equal(hidden, 0.0));
  const Matrix seen = xt::where(visible, scaled, kMinusInfinity);
  const Matrix most = xt::amax(seen, {1}, xt::keep_dims);
  const Matrix exponentials = xt::where(visible, xt::exp(scaled - most), 0.0);
  const Matrix sums = xt::sum(exponentials, {1}, xt::keep_dims);
  const Matrix any = xt::amax(xt::cast<double>(visible), {1}, xt::keep_dims);
  return xt::where(xt::equal(any, 0.0), 0.0, exponentials / sums);
}

struct Head {
  Matrix queries;
  Matrix keys;
  Matrix values;
};

// One head of one sample: everything between the projections and the merge.
Matrix attend(const Head& head, double scale, const Matrix& hidden, const Matrix& kept) {
  const Matrix weights = softmax(product_transposed(head.queries, head.keys) * scale, hidden);
  return weigh(weights * kept, hidden, head.values);
}

Matrix sample(const Tensor<3>& x, std::size_t batch) { return xt::cast<double>(xt::view(x, batch)); }

Matrix matrix_of(const StateDict& state, const std::string& name) {
  return xt::cast<double>(xt::view(*find(state, name), xt::all(), xt::all()));
}

// nn.Linear: x weightᵀ + bias
Matrix linear(const StateDict& state, const std::string& name, const Matrix& x) {
  const Matrix y = product_transposed(x, matrix_of(state, name + ".weight"));
  const Array* bias = find(state, name + ".bias");
  return bias == nullptr ? y : Matrix(y + xt::cast<double>(xt::view(*bias, xt::newaxis(), xt::all())));
}

Head projected(const StateDict& state, const std::string& prefix, const Matrix& x) {
  return {linear(state, prefix + "W_query", x), linear(state, prefix + "W_key", x), linear(state, prefix + "W_value", x)};
}

double scale_of(std::size_t head_dim) { return 1.0 / std::sqrt(static_cast<double>(head_dim)); }

Matrix nothing_hidden(std::size_t tokens) { return xt::zeros<double>({tokens, tokens}); }

Matrix hidden_by(const StateDict& state, const std::string& name, std::size_t tokens) {
  auto cut = xt::range(0, tokens);
  return xt::cast<double>(xt::view(*find(state, name), cut, cut));
}

// Factors of the weights of one head: kept / (1 - p), or all ones.
Matrix kept_factors(const std::optional<Dropped>& dropped, std::size_t index, std::size_t tokens) {
  if (!dropped) {
    return xt::ones<double>({tokens, tokens});
  }
  const std::size_t size = tokens * tokens;
  const auto flat = xt::reshape_view(dropped->kept, {dropped->kept.size() / (size == 0 ? 1 : size), tokens, tokens});
  const double factor = dropped->p == 1.0 ? 0.0 : 1.0 / (1.0 - dropped->p);
  return xt::where(xt::not_equal(xt::view(flat, index), 0.0F), factor, 0.0);
}

// The samples of a batch, one after another.
template <class Pass>
DoubleTensor<3> each(const Tensor<3>& x, std::size_t width, Pass pass) {
  DoubleTensor<3> output = xt::zeros<double>({x.shape(0), x.shape(1), width});
  for (std::size_t b = 0; b < x.shape(0) && x.shape(1) > 0; ++b) {
    xt::view(output, b) = pass(sample(x, b), b);
  }
  return output;
}

std::size_t rows_of(const StateDict& state, const std::string& name) { return find(state, name)->shape(0); }

}  // namespace

DoubleTensor<3> simplified_self_attention(const Tensor<3>& x) {
  return each(x, x.shape(2), [&](const Matrix& row, std::size_t) {
    const std::size_t tokens = x.shape(1);
    return attend({row, row, row}, 1.0, nothing_hidden(tokens), kept_factors({}, 0, tokens));
  });
}

DoubleTensor<3> self_attention_v1(const StateDict& state, const Tensor<3>& x) {
  const std::size_t width = find(state, "W_query")->shape(1);
  return each(x, width, [&](const Matrix& row, std::size_t) {
    const auto project = [&](const char* name) -> Matrix {
      return product_transposed(row, xt::transpose(matrix_of(state, name)));
    };
    const std::size_t tokens = x.shape(1);
    return attend({project("W_query"), project("W_key"), project("W_value")}, scale_of(width), nothing_hidden(tokens),
                  kept_factors({}, 0, tokens));
  });
}

DoubleTensor<3> self_attention_v2(const StateDict& state, const Tensor<3>& x) {
  const std::size_t width = rows_of(state, "W_query.weight");
  return each(x, width, [&](const Matrix& row, std::size_t) {
    const std::size_t tokens = x.shape(1);
    return attend(projected(state, "", row), scale_of(width), nothing_hidden(tokens), kept_factors({}, 0, tokens));
  });
}

DoubleTensor<3> causal_attention(const StateDict& state, const Tensor<3>& x, const std::optional<Dropped>& dropped) {
  const std::size_t width = rows_of(state, "W_query.weight");
  return each(x, width, [&](const Matrix& row, std::size_t b) {
    const std::size_t tokens = x.shape(1);
    return attend(projected(state, "", row), scale_of(width), hidden_by(state, "mask", tokens),
                  kept_factors(dropped, b, tokens));
  });
}

DoubleTensor<3> multi_head_attention_wrapper(const StateDict& state, std::size_t num_heads, const Tensor<3>& x,
                                             const std::optional<Dropped>& dropped) {
  const std::size_t head_dim = rows_of(state, "heads.0.W_query.weight");
  return each(x, num_heads * head_dim, [&](const Matrix& row, std::size_t b) {
    const std::size_t tokens = x.shape(1);
    Matrix merged = xt::zeros<double>({tokens, num_heads * head_dim});
    for (std::size_t h = 0; h < num_heads; ++h) {
      const std::string prefix = "heads." + std::to_string(h) + ".";
      xt::view(merged, xt::all(), xt::range(h * head_dim, (h + 1) * head_dim)) =
          attend(projected(state, prefix, row), scale_of(head_dim), hidden_by(state, prefix + "mask", tokens),
                 kept_factors(dropped, b * num_heads + h, tokens));
    }
    return merged;
  });
}

DoubleTensor<3> multi_head_attention(const StateDict& state, std::size_t num_heads, const Tensor<3>& x,
                                     const std::optional<Dropped>& dropped) {
  const std::size_t width = rows_of(state, "W_query.weight");
  const std::size_t head_dim = width / num_heads;
  return each(x, width, [&](const Matrix& row, std::size_t b) {
    const std::size_t tokens = x.shape(1);
    const Head all = projected(state, "", row);
    const Matrix hidden = hidden_by(state, "mask", tokens);
    Matrix merged = xt::zeros<double>({tokens, width});
    for (std::size_t h = 0; h < num_heads; ++h) {
      auto columns = xt::range(h * head_dim, (h + 1) * head_dim);
      const auto cut = [&](const Matrix& matrix) -> Matrix { return xt::view(matrix, xt::all(), columns); };
      xt::view(merged, xt::all(), columns) = attend({cut(all.queries), cut(all.keys), cut(all.values)},
                                                    scale_of(head_dim), hidden, kept_factors(dropped, b * num_heads + h, tokens));
    }
    return linear(state, "out_proj", merged);
  });
}

}  // namespace mha::reference
