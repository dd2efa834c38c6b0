// The export buttons: four files, named for what they hold, whose numbers read back bit for bit.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../web/formats/csv.js";
import { readJson } from "../../web/formats/json.js";
import { useBrowser } from "../page/support.js";
import { causalMask, causalWeights, matrix, openStage, put, TOKENS, violations } from "./stage.js";

useBrowser();

const weights = [causalWeights(6, 0), causalWeights(6, 1)];
const context = matrix(6, 2, (row, column) => (row - 2.5) / 3 ** (column + row));

const props = {
  name: "attention, seed 123",
  heading: "Weights",
  description: "MultiHeadAttention, seed 123",
  tables: [
    {
      ...{ name: "weights", label: "Weights", rowLabels: TOKENS, columnLabels: TOKENS },
      heads: weights.map((one, head) => ({ letter: "AB"[head], matrix: one })),
    },
    {
      ...{ name: "context", label: "Context", rowLabels: TOKENS, columnLabels: ["1", "2"] },
      heads: [{ matrix: context }],
    },
  ],
};

async function open(): Promise<{ page: Page; element: Locator }> {
  const page = await openStage();
  await put(page, "attention-matrix", { matrix: causalWeights(6), hiddenCells: causalMask(6), label: "Weights" });
  const element = await put(page, "attention-export", props);
  await element.evaluate((target) =>
    Object.assign(target, { picture: () => Array.from(document.querySelectorAll("attention-matrix")) }),
  );
  return { page, element };
}

async function save(page: Page, element: Locator, format: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent("download");
  await element.getByRole("button", { name: `Save as ${format}` }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: Buffer.concat(await (await file.createReadStream()).toArray()) };
}

const bits = (values: ArrayLike<number>) => Array.from(new Uint32Array(Float32Array.from(values).buffer));

describe("<attention-export>", () => {
  test("CSV has the chosen numbers, which read back bit for bit under their tokens", async () => {
    const { page, element } = await open();
    const file = await save(page, element, "CSV");
    expect(file.name).toBe("attention-seed-123-weights.csv");
    const { data, shape, tokens } = readCsv(file.bytes.toString("utf8"));
    expect(shape).toEqual([12, 6]);
    expect(bits(data)).toEqual(bits(weights.flatMap((one) => one.data)));
    expect(tokens?.slice(5, 7)).toEqual(["A step", "B Your"]);
    await element.getByRole("combobox", { name: "Numbers" }).selectOption({ label: "Context" });
    const other = await save(page, element, "CSV");
    expect(other.name).toBe("attention-seed-123-context.csv");
    expect(bits(readCsv(other.bytes.toString("utf8")).data)).toEqual(bits(context.data));
  });

  test("JSON has all tables by name and head, bit for bit", async () => {
    const { page, element } = await open();
    const file = await save(page, element, "JSON");
    expect(file.name).toBe("attention-seed-123.json");
    const all = JSON.parse(file.bytes.toString("utf8"));
    expect(Object.keys(all)).toEqual(["title", "description", "weights", "context"]);
    expect([all.title, all.description]).toEqual([props.heading, props.description]);
    const { data, shape, tokens } = readJson(JSON.stringify(all.weights.B));
    expect(bits(data)).toEqual(bits(weights[1]?.data ?? []));
    expect([shape, tokens]).toEqual([[6, 6], TOKENS]);
  });

  test("SVG is the picture, PNG the same at twice the pixels; their addresses are given back", async () => {
    const { page, element } = await open();
    await page.evaluate(() => {
      const open = new Set<string>();
      const { createObjectURL, revokeObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        const url = createObjectURL(blob);
        open.add(url);
        return url;
      };
      URL.revokeObjectURL = (url) => {
        open.delete(url);
        revokeObjectURL(url);
      };
      Object.assign(window, { open });
    });
    await page.clock.install();
    const svg = (await save(page, element, "SVG")).bytes.toString("utf8");
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    const png = await save(page, element, "PNG");
    expect(png.name).toBe("attention-seed-123.png");
    expect(png.bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
    const stillOpen = () => page.evaluate(() => (window as unknown as { open: Set<string> }).open.size);
    expect(await stillOpen()).toBeGreaterThan(0);
    await page.clock.runFor(11_000);
    expect(await stillOpen()).toBe(0);
  });

  test("what was saved is said; what cannot be saved as well, where everyone sees it", async () => {
    const { page, element } = await open();
    await save(page, element, "SVG");
    expect(await element.getByRole("status").textContent()).toBe("Saved attention-seed-123.svg.");
    await element.evaluate((target) => Object.assign(target, { picture: () => [] }));
    await element.getByRole("button", { name: "Save as PNG" }).click();
    expect(await element.getByRole("alert").textContent()).toBe("The picture could not be saved.");
    expect(await violations(page)).toEqual([]);
  });

  test("offers what there is: no picture, no SVG; no numbers, no CSV; one table, no choice", async () => {
    const page = await openStage();
    const element = await put(page, "attention-export", { ...props, tables: props.tables.slice(0, 1) });
    const names = () => element.getByRole("button").allTextContents();
    expect(await names()).toEqual(["CSV", "JSON"]);
    expect(await element.getByRole("combobox").count()).toBe(0);
    await element.evaluate((target) => Object.assign(target, { picture: () => [target], tables: [] }));
    await expect.poll(names).toEqual(["SVG", "PNG"]);
  });

  test("file names keep letters of any script and nothing that a file system minds", async () => {
    const { page, element } = await open();
    await element.evaluate((target) => Object.assign(target, { name: "../注意力 A/B:*?" }));
    expect((await save(page, element, "JSON")).name).toBe("注意力-A-B.json");
  });
});
