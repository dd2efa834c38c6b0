// <attention-stepper>: a pass through multi-head attention that an author embeds, told by attributes, walked by the reader.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { book, spokenValues, useBrowser } from "../page/support.js";
import { openAuthorsStage, put, takeEvents, violations } from "./stage.js";

useBrowser();

async function open(props: Readonly<Record<string, unknown>> = {}): Promise<{ page: Page; element: Locator }> {
  const page = await openAuthorsStage();
  const element = await put(page, "attention-stepper", props);
  await element.locator("[role=gridcell], [part=problem]").first().waitFor();
  return { page, element };
}

const step = (element: Locator) => element.locator("button[aria-current=step]").first().textContent();

const weights = (element: Locator) => spokenValues(element.locator("figure[data-stage=weights] [role=gridcell]"));

describe("<attention-stepper>", () => {
  test("starts at the step it is told, with the article's numbers", async () => {
    const { page, element } = await open({ step: "weights" });
    expect(await step(element)).toBe("softmax");
    const golden = book.cases.find(({ kind, args }) => kind === "MultiHeadAttention" && args?.num_heads === 2);
    const expected = golden?.trace.weights?.data.slice(0, 36) ?? [];
    const values = await weights(element);
    expect(values).toHaveLength(36);
    values.forEach((value, index) => {
      expect(Math.abs(value - (expected[index] ?? Number.NaN))).toBeLessThan(1e-6);
    });
    expect(await violations(page)).toEqual([]);
  });

  test("the other class and language of code, and the text's own tokens", async () => {
    const { element } = await open({
      text: "every word looks back",
      layer: "MultiHeadAttentionWrapper",
      dialect: "js",
      step: "scores",
    });
    expect(await element.getByRole("button", { name: "JavaScript" }).getAttribute("aria-pressed")).toBe("true");
    expect(
      await element
        .getByRole("button", { name: "MultiHeadAttentionWrapper", exact: true })
        .getAttribute("aria-pressed"),
    ).toBe("true");
    expect(await element.getByText("looks", { exact: true }).first().isVisible()).toBe(true);
  });

  test("walked by the reader it tells where it is, and its link brings another there", async () => {
    const { page, element } = await open({ seed: "9" });
    await element.getByRole("button", { name: "Next →" }).click();
    await expect.poll(() => step(element)).toBe("Q, K, V");
    const events = await takeEvents(element, "attention-change");
    expect(events).toHaveLength(1);
    const { permalink } = events[0] as { permalink: string };
    expect(new URLSearchParams(permalink).get("m.steps.step")).toBe("2");
    const other = await put(page, "attention-stepper", { permalink });
    await other.locator("[role=gridcell]").first().waitFor();
    expect(await step(other)).toBe("Q, K, V");
  });

  test("a long text is cut to what is drawn, and it says so", async () => {
    const { element } = await open({ text: "one two three four five six seven eight" });
    expect(await element.getByText("Of 8 tokens the first 6 are computed with and drawn here.").isVisible()).toBe(true);
  });

  test("where the settings make no such layer, it says whose numbers stand there", async () => {
    const { element } = await open({ heads: "3", dOut: "2" });
    expect(await element.getByText("These settings make no such layer").isVisible()).toBe(true);
  });

  test.each([
    [{ step: "behind" }, "“behind” is none of these: input, projections, "],
    [
      { layer: "CausalAttention" },
      "“CausalAttention” is none of these: MultiHeadAttention, MultiHeadAttentionWrapper.",
    ],
    [{ dialect: "ruby" }, "“ruby” is none of these: pytorch, js."],
    [{ seed: "one" }, "“one” is not a whole number."],
  ])("%j is refused in words", async (props, sentence) => {
    const { element } = await open(props);
    expect(await element.getByRole("alert").textContent()).toContain(sentence);
  });
});
