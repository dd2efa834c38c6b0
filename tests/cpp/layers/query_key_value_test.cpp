// The three projections: order of draws, names, and what they compute.
#include "layers/query_key_value.h"

#include <algorithm>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"

using mha::Generator;
using mha::Linear;
using mha::QueryKeyValue;

namespace {

std::vector<float> apply(const Linear& linear, const std::vector<float>& x, std::size_t rows) {
  std::vector<float> out(rows * 4);
  linear.apply({x.data(), rows, 3, 3}, {out.data(), rows, 4, 4});
  return out;
}

}  // namespace

TEST_CASE("query, key and value are drawn in this order and project in their own way") {
  Generator generator(3);
  const QueryKeyValue<Linear> projections = mha::linear_projections(3, 4, true, generator);
  Generator twin(3);
  const Linear query(3, 4, true, twin);
  const Linear key(3, 4, true, twin);
  const Linear value(3, 4, true, twin);
  CHECK(generator.random() == twin.random());

  const std::vector<float> x = mha::test::Filler(61).floats(15);
  mha::Projected projected;
  projections.apply({x.data(), 5, 3, 3}, 4, projected);
  CHECK(mha::test::difference(projected.queries, apply(query, x, 5)) == "");
  CHECK(mha::test::difference(projected.keys, apply(key, x, 5)) == "");
  CHECK(mha::test::difference(projected.values, apply(value, x, 5)) == "");
  projections.apply({x.data(), 2, 3, 3}, 4, projected);
  CHECK(mha::test::difference(projected.keys, apply(key, x, 2)) == "");
}

TEST_CASE("query, key and value are listed under PyTorch's names") {
  Generator generator(3);
  QueryKeyValue<Linear> projections = mha::linear_projections(3, 4, true, generator);
  std::vector<mha::StateEntry> entries;
  projections.list("heads.1.", entries);
  std::vector<std::string> names(entries.size());
  std::transform(entries.begin(), entries.end(), names.begin(), [](const auto& entry) { return entry.name; });
  CHECK(names == std::vector<std::string>{"heads.1.W_query.weight", "heads.1.W_query.bias", "heads.1.W_key.weight",
                                          "heads.1.W_key.bias", "heads.1.W_value.weight", "heads.1.W_value.bias"});
}
