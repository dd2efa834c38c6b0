// Which instructions the kernels were compiled to.
#pragma once

namespace mha::kernels {

/// "simd": products and sums rounded apart, the same bits on every target. "relaxed": fused where the hardware does.
const char* variant();

}  // namespace mha::kernels
