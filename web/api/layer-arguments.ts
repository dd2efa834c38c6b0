// Reads what a layer's methods take besides x: a tensor for the result, the names of stages, and a state.
import { AttentionError, describe, describeValue, showShape } from "./errors.js";
import { checkSize, readTensor } from "./input.js";
import type { NativeLayer, NativeStateEntry } from "./native.js";
import { nearestName, readOptions } from "./options.js";
import { Tensor } from "./tensor.js";

/** @returns the tensor that is to take the result, or undefined for a new one */
export function readOut(operation: string, options: unknown): Tensor | undefined {
  const { out } = readOptions(operation, options, ["out"]);
  if (out !== undefined && !(out instanceof Tensor)) {
    throw new AttentionError("VALUE", {
      argument: "out",
      key: "out.tensor",
      message: `${operation}: out must be a Tensor, which the result is written to, got ${describe(out)}`,
      values: { value: describeValue(out) },
    });
  }
  return out;
}

/** @throws AttentionError SHAPE unless `out` has room for a result of that shape */
export function checkOut(operation: string, out: Tensor, expected: readonly number[]): void {
  if (out.shape.length !== expected.length || out.shape.some((size, axis) => size !== expected[axis])) {
    throw new AttentionError("SHAPE", {
      argument: "out",
      key: "out.shape",
      message: `${operation}: out must have the shape of the result, ${showShape(expected)}, got ${showShape(out.shape)}`,
      values: { got: out.shape, expected },
    });
  }
  // A tensor's data can be transferred to a worker, which leaves it empty.
  checkSize(out.data.length, out.shape, { operation, argument: "out" });
}

/** @returns the stages wanted; all by default */
export function readOnly(operation: string, options: unknown, layer: NativeLayer): string[] {
  const { only } = readOptions(operation, options, ["only"]);
  const stages = layer.stages();
  if (only === undefined) {
    return stages;
  }
  if (!Array.isArray(only)) {
    throw new AttentionError("VALUE", {
      argument: "only",
      key: "trace.only",
      message: `${operation}: only must be an array of names of stages, got ${describe(only)}`,
      values: { value: describeValue(only) },
    });
  }
  return Array.from<unknown, string>(
    only,
    (name) => stages.find((stage) => stage === name) ?? throwStage(operation, name, stages),
  );
}

function throwStage(operation: string, wanted: unknown, stages: readonly string[]): never {
  const name = typeof wanted === "string" ? wanted : describe(wanted);
  const nearest = nearestName(name, stages);
  throw new AttentionError("VALUE", {
    argument: "only",
    key: "trace.stage",
    message: `${operation}: there is no stage ${describe(wanted)}; did you mean ${nearest}? There are ${stages.join(", ")}`,
    values: { name, nearest, stages },
  });
}

/** @returns copies of the tensors, in their order */
export function readState(operation: string, stateDict: unknown): NativeStateEntry[] {
  if (typeof stateDict !== "object" || stateDict === null || Symbol.iterator in stateDict) {
    throw new AttentionError("VALUE", {
      argument: "stateDict",
      key: "state.object",
      message: `${operation}: stateDict must be an object of tensors by name, got ${describe(stateDict)}`,
      values: { value: describeValue(stateDict) },
    });
  }
  return Object.entries(stateDict).map(([key, value]) => {
    const { data, shape } = readTensor(value, { operation, argument: `stateDict["${key}"]` });
    return { key, data: Float32Array.from(data), shape: [...shape] };
  });
}
