// The table of kernels, by the work that each is the fastest for.
#include "kernels/attention.h"

#include <algorithm>
#include <array>

namespace mha::kernels {

const AttentionKernel& attention_kernel(std::size_t keys, std::size_t head_dim) {
  static constexpr std::array<const AttentionKernel*, 2> kTable = {&kDirectAttention, &kStreamingAttention};
  const double work = count({keys, keys, head_dim});
  return **std::find_if(kTable.begin(), kTable.end(),
                        [work](const AttentionKernel* kernel) { return work <= kernel->most_work; });
}

}  // namespace mha::kernels
