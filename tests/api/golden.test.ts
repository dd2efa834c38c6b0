// PyTorch's values with the simd variant.
import { beforeAll } from "vitest";
import init from "../../web/api/index.js";
import { describeGoldens } from "./golden-suite.js";

beforeAll(() => init({ variant: "simd" }));

describeGoldens();
