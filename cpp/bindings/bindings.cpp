// The module's surface, as a table.
#include <malloc.h>

#include "bindings/layers.h"
#include "bindings/marshal.h"
#include "kernels/variant.h"

namespace mha::bindings {

namespace {

std::string version() { return MHA_VERSION; }
std::string build_id() { return MHA_BUILD_ID; }
std::string variant() { return kernels::variant(); }
double bytes_in_use() { return static_cast<double>(mallinfo().uordblks); }

}  // namespace

EMSCRIPTEN_BINDINGS(mha) {
  using emscripten::base;
  using emscripten::class_;
  using emscripten::function;

  function("version", &version);
  function("buildId", &build_id);
  function("variant", &variant);
  function("bytesInUse", &bytes_in_use);
  function("defaultGenerator", &default_generator_handle);
  function("multiHeadAttentionFromWrapper", &from_wrapper, emscripten::allow_raw_pointers());

  class_<Generator>("Generator")
      .smart_ptr_constructor("Generator", &make_generator)
      .function("manualSeed", &Generator::manual_seed)
      .function("rand", &rand);

  class_<Layer>("Module")
      .function("reserve", &reserve)
      .function("forward", &forward)
      .function("outputWidth", &output_width)
      .function("stages", &stages)
      .function("trace", &trace)
      .function("stateDict", &state_dict)
      .function("loadStateDict", &load_state_dict)
      .function("train", &train)
      .function("training", &training)
      .function("numParameters", &num_parameters);

  class_<Bound<SimplifiedSelfAttention>, base<Layer>>("SimplifiedSelfAttention")
      .constructor(&make_simplified, emscripten::allow_raw_pointers())
      .function("forwardDouble", &forward_double<SimplifiedSelfAttention>);
  class_<Bound<SelfAttentionV1>, base<Layer>>("SelfAttentionV1")
      .constructor(&make_v1, emscripten::allow_raw_pointers())
      .function("forwardDouble", &forward_double<SelfAttentionV1>);
  class_<Bound<SelfAttentionV2>, base<Layer>>("SelfAttentionV2")
      .constructor(&make_v2, emscripten::allow_raw_pointers())
      .function("forwardDouble", &forward_double<SelfAttentionV2>);
  class_<Bound<CausalAttention>, base<Layer>>("CausalAttention")
      .constructor(&make_causal, emscripten::allow_raw_pointers())
      .function("forwardDouble", &forward_double<CausalAttention>);
  class_<Bound<MultiHeadAttentionWrapper>, base<Layer>>("MultiHeadAttentionWrapper")
      .constructor(&make_wrapper, emscripten::allow_raw_pointers())
      .function("forwardDouble", &forward_double<MultiHeadAttentionWrapper>);
  class_<Bound<MultiHeadAttention>, base<Layer>>("MultiHeadAttention")
      .constructor(&make_multi_head, emscripten::allow_raw_pointers())
      .function("forwardDouble", &forward_double<MultiHeadAttention>);
}

}  // namespace mha::bindings
