// Running the kernel, and the loop that it is compared with.
#include "support/attention_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace mha::test {

namespace {

MatrixView rows_of(const AttentionProblem& problem, const std::vector<float>& rows, std::size_t first,
                   std::size_t count) {
  return {rows.data() + first * problem.stride(), count, problem.head_dim, problem.stride()};
}

// The weights of one query, before the division by their sum, and 0 where hidden.
std::vector<double> numerators(const AttentionProblem& problem, std::size_t query) {
  const auto dot = [&](std::size_t key) {
    double sum = 0.0;
    for (std::size_t c = 0; c < problem.head_dim; ++c) {
      sum += static_cast<double>(problem.query_rows[query * problem.stride() + c]) *
             problem.key_rows[key * problem.stride() + c];
    }
    return sum * problem.scale;
  };
  std::vector<double> result(problem.keys);
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t key = 0; key < problem.keys; ++key) {
    result[key] = problem.hides(query, key) ? -std::numeric_limits<double>::infinity() : dot(key);
    most = std::max(most, result[key]);
  }
  for (std::size_t key = 0; key < problem.keys; ++key) {
    result[key] = problem.hides(query, key) ? 0.0 : std::exp(result[key] - most);
  }
  return result;
}

kernels::KeyValues packed(const AttentionProblem& problem) {
  kernels::KeyValues kv;
  kv.keys = rows_of(problem, problem.key_rows, 0, problem.keys);
  kv.values = rows_of(problem, problem.value_rows, 0, problem.keys);
  problem.kernel->pack(kv);
  return kv;
}

kernels::Hidden hidden_of(const AttentionProblem& problem) {
  return {problem.causal, problem.hidden.empty() ? nullptr : problem.hidden.data(), problem.keys};
}

kernels::Kept kept_of(const AttentionProblem& problem, std::size_t first) {
  return {problem.kept.empty() ? nullptr : problem.kept.data() + first * problem.keys, problem.keys,
          problem.kept_scale};
}

// (queries, head_dim) without what lies between rows.
std::vector<float> components(const AttentionProblem& problem, const std::vector<float>& rows) {
  std::vector<float> result;
  for (std::size_t i = 0; i < problem.queries * problem.stride(); ++i) {
    if (i % problem.stride() < problem.head_dim) {
      result.push_back(rows[i]);
    }
  }
  return result;
}

}  // namespace

AttentionProblem::AttentionProblem(std::size_t some_queries, std::size_t some_keys, std::size_t some_head_dim,
                                   Filler& filler)
    : queries(some_queries),
      keys(some_keys),
      head_dim(some_head_dim),
      query_rows(filler.floats(queries * stride())),
      key_rows(filler.floats(keys * stride())),
      value_rows(filler.floats(keys * stride())) {}

bool AttentionProblem::hides(std::size_t query, std::size_t key) const {
  const std::size_t row = offset + query;
  return (causal && key > row) || (!hidden.empty() && hidden[row * keys + key] != 0);
}

void AttentionProblem::hide(std::size_t way, Filler& filler) {
  causal = way == 1 || way == 4;
  if (way < 2) {
    return;
  }
  hidden = filler.flags((offset + queries) * keys, 3);
  if (way == 3 && queries > 0) {
    const std::size_t first = (offset + filler.below(queries)) * keys;
    std::fill_n(hidden.begin() + static_cast<std::ptrdiff_t>(first), keys, std::uint8_t{1});
  }
}

std::vector<float> AttentionProblem::run(const std::vector<std::size_t>& blocks,
                                         kernels::AttentionScratch scratch) const {
  constexpr float kGuard = 12345678.0F;
  const kernels::KeyValues kv = packed(*this);
  std::vector<float> context((queries + 1) * stride(), kGuard);
  std::size_t block = 0;
  for (std::size_t first = 0; first < queries; ++block) {
    const std::size_t rows = std::min(blocks[block % blocks.size()], queries - first);
    kernel->run(rows_of(*this, query_rows, first, rows), offset + first, kv, scale, hidden_of(*this),
                kept_of(*this, first), scratch, {context.data() + first * stride(), rows, head_dim, stride()});
    first += rows;
  }
  for (std::size_t i = 0; i < context.size(); ++i) {
    if ((i / stride() >= queries || i % stride() >= head_dim) && context[i] != kGuard) {
      throw std::out_of_range("the kernel wrote outside of its context");
    }
  }
  return components(*this, context);
}

std::vector<float> AttentionProblem::run_over_queries() const {
  std::vector<float> memory = query_rows;
  kernels::AttentionScratch scratch;
  kernel->run(rows_of(*this, memory, 0, queries), offset, packed(*this), scale, hidden_of(*this), kept_of(*this, 0),
              scratch, {memory.data(), queries, head_dim, stride()});
  return components(*this, memory);
}

std::vector<double> AttentionProblem::plain() const {
  std::vector<double> context(queries * head_dim);
  for (std::size_t query = 0; query < queries; ++query) {
    const std::vector<double> weights = numerators(*this, query);
    double sum = 0.0;
    for (const double weight : weights) {
      sum += weight;
    }
    for (std::size_t key = 0; key < keys; ++key) {
      const double keep = kept.empty() ? 1.0 : kept[query * keys + key] != 0 ? kept_scale : 0.0;
      for (std::size_t c = 0; c < head_dim && !hides(query, key); ++c) {
        context[query * head_dim + c] += weights[key] / sum * keep * value_rows[key * stride() + c];
      }
    }
  }
  return context;
}

double AttentionProblem::error() const {
  const std::vector<float> got = run();
  const std::vector<double> expected = plain();
  double most = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = std::abs(got[i] - expected[i]);
    most = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(most, difference);
  }
  return most;
}

void poison_hidden(const AttentionProblem& problem, std::size_t query, float value, std::vector<float>& rows) {
  for (std::size_t key = 0; key < problem.keys; ++key) {
    for (std::size_t c = 0; c < problem.head_dim && problem.hides(query, key); ++c) {
      rows[key * problem.stride() + c] = value;
    }
  }
}

std::vector<float> row_of(const AttentionProblem& problem, const std::vector<float>& context, std::size_t query) {
  const auto row = context.begin() + static_cast<std::ptrdiff_t>(query * problem.head_dim);
  return {row, row + static_cast<std::ptrdiff_t>(problem.head_dim)};
}

}  // namespace mha::test
