// The PyTorch call that settings amount to.
import { expect, test } from "vitest";
import { pythonCall } from "../../web/element/scene/layers.js";
import { MULTI_HEAD, WRAPPER } from "../../web/element/scene/presets.js";

test.each([
  [
    WRAPPER,
    "torch.manual_seed(123)\nlayer = MultiHeadAttentionWrapper(\n    d_in=3, d_out=2, context_length=6,\n    dropout=0.0, num_heads=2)\nprint(layer(batch))",
  ],
  [
    { ...MULTI_HEAD, qkvBias: true, dropout: 0.5, training: false, seed: "7" },
    "torch.manual_seed(7)\nlayer = MultiHeadAttention(\n    d_in=3, d_out=2, context_length=6,\n    dropout=0.5, num_heads=2, qkv_bias=True).eval()\nprint(layer(batch))",
  ],
  [
    { ...WRAPPER, layer: "SelfAttentionV1", qkvBias: true } as const,
    "torch.manual_seed(123)\nlayer = SelfAttentionV1(d_in=3, d_out=2)\nprint(layer(batch))",
  ],
  [{ ...WRAPPER, layer: "SimplifiedSelfAttention" } as const, "layer = SimplifiedSelfAttention()\nprint(layer(batch))"],
])("the PyTorch call of %o", (settings, expected) => {
  expect(pythonCall(settings)).toBe(expected);
});
