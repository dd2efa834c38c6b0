// The record of one pass, its stages in the order they are computed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace mha {

/// Every stage of one pass; a stage that the class lacks, or that was not asked for, is absent.
///
/// Multi-head classes have (batch, heads, tokens, ·), single-head ones (batch, tokens, ·), output (batch, tokens,
/// width).
struct Trace {
  std::optional<Array> queries;       ///< (…, tokens, head_dim)
  std::optional<Array> keys;          ///< (…, tokens, head_dim)
  std::optional<Array> values;        ///< (…, tokens, head_dim)
  std::optional<Array> scores;        ///< (…, tokens, tokens): the raw products of queries and keys
  std::optional<Array> scaled;        ///< (…, tokens, tokens): what softmax sees, -inf where hidden
  std::optional<Array> masked;        ///< (tokens, tokens), or (heads, tokens, tokens) where masks differ: 1 = hidden
  std::optional<Array> weights;       ///< (…, tokens, tokens): rows sum to 1, or to 0 where everything is hidden
  std::optional<Array> dropout_mask;  ///< (…, tokens, tokens): 1 where kept, all ones when nothing is dropped
  std::optional<Array> dropped_weights;  ///< (…, tokens, tokens): kept weights times 1 / (1 - dropout)
  std::optional<Array> context;          ///< (…, tokens, head_dim), from the same kernel as forward
  std::optional<Array> merged;           ///< (batch, tokens, d_out): the heads' contexts side by side
  std::optional<Array> output;           ///< (batch, tokens, width), the bits of forward
};

/// A stage's name and its place in Trace.
struct Stage {
  std::string_view name;
  std::optional<Array> Trace::* field;
};

/// Every stage there is, in order.
inline constexpr std::array<Stage, 12> kStages = {{
    {"queries", &Trace::queries},
    {"keys", &Trace::keys},
    {"values", &Trace::values},
    {"scores", &Trace::scores},
    {"scaled", &Trace::scaled},
    {"masked", &Trace::masked},
    {"weights", &Trace::weights},
    {"dropout_mask", &Trace::dropout_mask},
    {"dropped_weights", &Trace::dropped_weights},
    {"context", &Trace::context},
    {"merged", &Trace::merged},
    {"output", &Trace::output},
}};

/// Stages, a bit each, in the order of kStages.
using StageSet = std::uint32_t;

inline constexpr StageSet kAllStages = (1U << kStages.size()) - 1;

/// The stages of those names.
constexpr StageSet stages_named(std::initializer_list<std::string_view> names) {
  StageSet set = 0;
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    set |= std::count(names.begin(), names.end(), kStages[i].name) > 0 ? 1U << i : 0;
  }
  return set;
}

/// What a single causal head records.
inline constexpr StageSet kCausalStages = kAllStages & ~stages_named({"merged"});

/// Names of stages; empty means every one that the class has.
using StageNames = std::vector<std::string>;

}  // namespace mha
