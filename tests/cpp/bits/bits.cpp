// Prints the bits of every class's output over sizes that straddle every threshold, one line a configuration, so that
// the native build and WebAssembly can be compared byte for byte.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "layers/multi_head_attention.h"
#include "layers/multi_head_attention_wrapper.h"
#include "layers/self_attention.h"

namespace {

using mha::CausalOptions;
using mha::Generator;
using mha::Tensor;

using Source = std::shared_ptr<Generator>;

Tensor<3> input(std::size_t batch, std::size_t tokens, std::size_t d_in, Generator& generator) {
  Tensor<3> x({batch, tokens, d_in});
  for (float& value : x) {
    value = generator.uniform(-2.0F, 2.0F);
  }
  return x;
}

// NaNs compare as NaN: which of their bits survive is the hardware's affair.
void print(const std::string& name, const Tensor<3>& output) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr std::uint32_t kNan = 0x7fc00000;
  std::string line = name + " ";
  for (const float value : output) {
    const auto bits = std::isnan(value) ? kNan : std::bit_cast<std::uint32_t>(value);
    for (int shift = 28; shift >= 0; shift -= 4) {
      line += kDigits[(bits >> static_cast<unsigned>(shift)) & 15U];
    }
  }
  std::puts(line.c_str());
}

struct Size {
  std::size_t batch;
  std::size_t tokens;
  std::size_t d_in;
  std::size_t head_dim;
  std::size_t heads;
};

std::string name_of(const char* kind, const Size& size) {
  return std::string(kind) + " batch " + std::to_string(size.batch) + " tokens " + std::to_string(size.tokens) +
         " d_in " + std::to_string(size.d_in) + " head_dim " + std::to_string(size.head_dim) + " heads " +
         std::to_string(size.heads);
}

// A matrix that hides every third key, and every key of query 2.
Tensor<2> holes(std::size_t size) {
  Tensor<2> mask = xt::zeros<float>({size, size});
  for (std::size_t i = 0; i < size * size; ++i) {
    mask.data()[i] = i % 3 == 1 || i / size == 2 ? 1.0F : 0.0F;
  }
  return mask;
}

void run(const Size& size, double dropout, mha::DropoutMethod method, bool with_holes) {
  const Source generator = std::make_shared<Generator>(size.tokens * 31 + size.d_in);
  const Tensor<3> x = input(size.batch, size.tokens, size.d_in, *generator);
  const CausalOptions total{size.d_in, size.head_dim * size.heads, size.tokens, dropout, true, method};
  const CausalOptions each{size.d_in, size.head_dim, size.tokens, dropout, false, method};
  mha::MultiHeadAttention mha(total, size.heads, generator);
  mha::MultiHeadAttentionWrapper wrapper(each, size.heads, generator);
  std::string suffix = dropout > 0 ? " dropout" : "";
  if (with_holes) {
    mha.load_state_dict({{"mask", holes(size.tokens)}}, false);
    suffix += " holes";
  }
  print(name_of("MultiHeadAttention", size) + suffix, mha.forward(x));
  print(name_of("MultiHeadAttentionWrapper", size) + suffix, wrapper.forward(x));
  if (!wrapper.training() || dropout == 0) {
    print(name_of("fromWrapper", size), mha::MultiHeadAttention::from_wrapper(wrapper)->forward(x));
  }
}

void run_single_heads(const Size& size) {
  const Source generator = std::make_shared<Generator>(7);
  const Tensor<3> x = input(size.batch, size.tokens, size.d_in, *generator);
  print(name_of("Simplified", size), mha::SimplifiedSelfAttention().forward(x));
  print(name_of("V1", size), mha::SelfAttentionV1(size.d_in, size.head_dim, generator).forward(x));
  print(name_of("V2", size), mha::SelfAttentionV2(size.d_in, size.head_dim, true, generator).forward(x));
}

std::vector<Size> sweep() {
  std::vector<Size> sizes;
  for (const std::size_t batch : {1U, 3U}) {
    for (std::size_t tokens = 1; tokens <= 9; ++tokens) {  // rows of the micro-kernel, the direct kernel's limit
      sizes.push_back({batch, tokens, 3, 5, 2});
      sizes.push_back({batch, tokens, 17, 16, 2});
    }
  }
  for (const std::size_t tokens : {15U, 16U, 17U, 63U, 64U, 65U, 127U, 129U}) {  // panels and blocks of queries
    sizes.push_back({2, tokens, 6, 3, 2});
  }
  for (const std::size_t tokens : {255U, 256U, 257U, 511U, 512U, 513U}) {  // blocks of keys
    sizes.push_back({1, tokens, 4, 2, 2});
  }
  for (const std::size_t d_in : {383U, 384U, 385U, 769U}) {  // blocks of depth
    sizes.push_back({1, 5, d_in, 17, 1});
  }
  return sizes;
}

}  // namespace

int main() {
  try {
    for (const Size& size : sweep()) {
      run(size, 0.0, mha::DropoutMethod::kDefault, false);
      run(size, 0.0, mha::DropoutMethod::kDefault, true);
      run(size, 0.4, mha::DropoutMethod::kDefault, false);
      run(size, 0.4, mha::DropoutMethod::kMkl, true);
      run_single_heads(size);
    }
    return 0;
  } catch (const std::exception& fault) {
    std::fputs(fault.what(), stderr);
    return 1;
  }
}
