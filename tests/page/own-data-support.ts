// Gives the page a reader's data: pasted, dropped, opened.
import type { Page } from "playwright-core";
import { safetensors } from "../formats/support.js";
import { type BookCase, book } from "./support.js";

export interface Opened {
  readonly name: string;
  readonly buffer: Buffer;
}

export const fileOf = (name: string, content: string | Uint8Array): Opened => ({ name, buffer: Buffer.from(content) });

export const group = (page: Page) => page.getByRole("group", { name: /Your own data|你自己的数据/ });
export const status = (page: Page) => group(page).getByRole("status");
export const alert = (page: Page) => group(page).getByRole("alert");

export async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel("Paste embeddings").fill(text);
  await page.getByRole("button", { name: "Use these numbers" }).click();
}

export async function open(page: Page, ...files: Opened[]): Promise<void> {
  await group(page)
    .locator("input[type=file]")
    .setInputFiles(files.map((file) => ({ ...file, mimeType: "application/octet-stream" })));
}

export async function drop(page: Page, selector: string, ...files: Opened[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of all) transfer.items.add(new File([Uint8Array.from(bytes)], name));
    return transfer;
  }, contents);
  await page.locator(selector).dispatchEvent("dragover", { dataTransfer });
  await page.locator(selector).dispatchEvent("drop", { dataTransfer });
}

export const labels = (page: Page) =>
  page.locator(".input attention-table").evaluate((table) => (table as unknown as { rowLabels: string[] }).rowLabels);

export const cells = (page: Page) =>
  page
    .locator(".input attention-table input")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value.replace("−", "-")));

/** Rows of the article's print, without what stands around them. */
export const numbersIn = (text: string) => (text.match(/-?\d+\.\d+/g) ?? []).map(Number);

export const caseOf = (name: string): BookCase => {
  const found = book.cases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
};

/** A case's state_dict as safetensors.torch.save_file lays it out. */
export function weightsFile({ state_dict = {} }: BookCase, name = "weights.safetensors"): Opened {
  const header: Record<string, unknown> = { __metadata__: { format: "pt" } };
  const values: number[] = [];
  for (const [key, { shape, data }] of Object.entries(state_dict)) {
    const begin = values.length * 4;
    values.push(...data);
    header[key] = { dtype: "F32", shape, data_offsets: [begin, values.length * 4] };
  }
  return fileOf(name, safetensors(header, new Uint8Array(Float32Array.from(values).buffer)));
}

export const ARTICLE_IN_CSV = `token,a,b,c
Your,0.43,0.15,0.89
journey,0.55,0.87,0.66
starts,0.57,0.85,0.64
with,0.22,0.58,0.33
one,0.77,0.25,0.1
step,0.05,0.8,0.55
`;
// numpy.save of [[0.43, 0.15, 0.89], [0.55, 0.87, 0.66]] as big-endian doubles in Fortran order, NumPy 1.24.
export const NPY = `\x93NUMPY\x01\x00v\x00{'descr': '>f8', 'fortran_order': True, 'shape': (2, 3), }${" ".repeat(59)}\n?\xdb\x85\x1e\xc0\x00\x00\x00?\xe1\x99\x99\xa0\x00\x00\x00?\xc333@\x00\x00\x00?\xeb\xd7\n@\x00\x00\x00?\xecz\xe1@\x00\x00\x00?\xe5\x1e\xb8\`\x00\x00\x00`;

export const ARTICLE_PRINT = book.printed["MultiHeadAttentionWrapper, 2 heads of 2"]?.flat() ?? [];
