// forwardDouble() of the layers: which options it takes, and which dropout masks.
import { beforeAll, describe, test } from "vitest";
import init from "../../web/api/index.js";
import { expectFault, type Fault } from "./expect-error.js";
import { CAUSAL_NAMES, makeSmall, SENTENCE, stageOf } from "./golden.js";

beforeAll(() => init());

describe("forwardDouble", () => {
  test.each(CAUSAL_NAMES)("of %s refuses a dropout mask that does not fit", async (name) => {
    const layer = makeSmall(name, { dropout: 0.5 });
    const dropoutMask = stageOf(layer.trace(SENTENCE), "dropoutMask");
    const { shape } = dropoutMask;
    const fault: Fault = {
      code: "SHAPE",
      key: "dropout-mask.shape",
      argument: "dropoutMask",
      values: { expected: [2, ...shape] },
    };
    await expectFault(() => layer.forwardDouble([SENTENCE, SENTENCE], { dropoutMask }), fault);
    await expectFault(() => layer.forwardDouble(SENTENCE.slice(1), { dropoutMask }), {
      code: "SHAPE",
      key: "dropout-mask.shape",
    });
    await expectFault(() => layer.forwardDouble(SENTENCE, { dropoutMask: "none" as never }), {
      code: "VALUE",
      key: "tensor.type",
      argument: "dropoutMask",
    });
    await expectFault(() => layer.forwardDouble(SENTENCE, { mask: dropoutMask } as never), {
      code: "VALUE",
      key: "option.unknown",
      values: { nearest: "dropoutMask" },
    });
  });

  test.each(["SimplifiedSelfAttention", "SelfAttentionV1", "SelfAttentionV2"] as const)(
    "of %s knows no dropout",
    (name) =>
      expectFault(() => makeSmall(name).forwardDouble(SENTENCE, { dropoutMask: [[1]] }), {
        code: "VALUE",
        key: "option.unknown",
        argument: "dropoutMask",
      }),
  );
});
