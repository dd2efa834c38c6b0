// Fetches the trained weights when they are first wanted: a file of its own, of no use to who never scrolls this far.

import { readSafetensors } from "../../formats/safetensors.js";
import weightsUrl from "../trained/induction.safetensors?url";
import { TrainedModel } from "./trained-compute.js";

export type Loading =
  | { readonly status: "none" | "loading" }
  | { readonly status: "failed"; readonly message: string }
  | { readonly status: "ready"; readonly model: TrainedModel };

let loading: Loading = { status: "none" };

export function trainedModel(): Loading {
  return loading;
}

async function fetchModel(): Promise<TrainedModel> {
  const response = await fetch(weightsUrl);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  const tensors = readSafetensors(new Uint8Array(await response.arrayBuffer()));
  return new TrainedModel(tensors);
}

/** Loads the weights unless they are here or on their way. `changed` is called at each change of {@link trainedModel}. */
export async function loadTrainedModel(changed: () => void): Promise<void> {
  if (loading.status === "loading" || loading.status === "ready") return;
  loading = { status: "loading" };
  changed();
  try {
    loading = { status: "ready", model: await fetchModel() };
  } catch (error) {
    loading = { status: "failed", message: error instanceof Error ? error.message : String(error) };
  }
  changed();
}
