// Reads and writes tables as text: a row per token, its word first where there is one.
import { dsvFormat } from "d3-dsv";
import { excerpt, FormatError } from "./format-error.js";
import { readNumber, writeNumber } from "./number.js";
import type { NamedTensor } from "./tensor.js";

const SEPARATORS = [",", ";", "\t", " "] as const;
type Separator = (typeof SEPARATORS)[number];

// Enough to tell the separator by.
const SAMPLE = 4096;

const DECIMAL_COMMA = /^[+-]?\d*,\d+$/;
// Headings of a first column that holds words even where they look like numbers.
const WORD_HEADING = /^(tokens?|words?|names?|labels?|index|词|单词|词元|标记|名称)?$/i;
// A spreadsheet takes such a cell for a formula: https://owasp.org/www-community/attacks/CSV_Injection
const FORMULA = /^'*[=+\-@\t\r]/;

interface Row {
  /** Counted from 1, blank ones too. */
  readonly number: number;
  readonly cells: readonly string[];
}

function splitRows(text: string, separator: Separator): string[][] {
  if (separator === " ") return text.split(/\r\n|\r|\n/).map((line) => line.trim().split(/\s+/));
  return dsvFormat(separator)
    .parseRows(text)
    .map((cells) => cells.map((cell) => cell.trim()));
}

const looksNumeric = (cell: string) => readNumber(cell) !== undefined || DECIMAL_COMMA.test(cell);

/** The separator that finds the most numbers. */
function separatorOf(text: string): Separator {
  const sample = text.slice(0, SAMPLE);
  let best: Separator = ",";
  let most = 0;
  for (const separator of SEPARATORS) {
    const count = splitRows(sample, separator).flat().filter(looksNumeric).length;
    if (count > most) [best, most] = [separator, count];
  }
  return best;
}

function readRows(text: string): Row[] {
  const separator = separatorOf(text);
  checkQuotes(text, separator);
  const rows = splitRows(text, separator)
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  // Some programs end every row with a separator.
  const isTrailed = rows.length > 0 && rows.every(({ cells }) => cells.length > 1 && cells.at(-1) === "");
  return isTrailed ? rows.map(({ number, cells }) => ({ number, cells: cells.slice(0, -1) })) : rows;
}

/** A quotation mark without its partner swallows what follows, which would then look wrong in some other way. */
function checkQuotes(text: string, separator: Separator): void {
  if (separator === " " || (text.match(/"/g)?.length ?? 0) % 2 === 0) return;
  throw new FormatError("csv.quote", 'a quotation mark is never closed; a token " is written """"');
}

/** The count of the columns, from 0 as pandas has it or from 1. */
const isCounting = (cells: readonly string[]) =>
  /^[01]$/.test(cells[0] ?? "") && cells.every((cell, index) => Number(cell) === index + Number(cells[0]));

/** A row of names: no numbers but, beside an empty corner, names that look like some. */
function isHeader({ cells }: Row): boolean {
  const [corner = "", ...names] = cells;
  if (looksNumeric(corner)) return false;
  const hasNames = names.some((name) => name !== "" && !looksNumeric(name));
  if (corner === "") return hasNames || isCounting(names);
  return names.length === 0 || (hasNames && !names.some(looksNumeric));
}

/** Whether the first column holds words: its heading says so, or most of it is no number. */
function hasWords(rows: readonly Row[], header: Row | undefined): boolean {
  const width = rows[0]?.cells.length ?? 0;
  if (width < 2) return false;
  // R leaves the corner out.
  if (header && header.cells.length === width - 1) return true;
  if (header?.cells.length === width && WORD_HEADING.test(header.cells[0] ?? "")) return true;
  return 2 * rows.filter(({ cells }) => !looksNumeric(cells[0] ?? "")).length > rows.length;
}

function checkWidths(rows: readonly Row[], width: number): void {
  for (const { number: row, cells } of rows) {
    const got = cells.length;
    if (got === width) continue;
    const message = `row ${row} has ${got} cells, those before it ${width}`;
    throw new FormatError("csv.ragged", message, { row, got, expected: width });
  }
}

function readCell(cell: string, row: number, column: number): number {
  const value = readNumber(cell);
  if (value !== undefined) return value;
  const place = `row ${row}, column ${column}`;
  if (cell === "") throw new FormatError("csv.missing", `${place} is empty`, { row, column });
  const text = excerpt(cell);
  if (DECIMAL_COMMA.test(cell)) {
    throw new FormatError("csv.decimal-comma", `${place}: write ${text} with a point`, { row, column, text });
  }
  throw new FormatError("csv.number", `${place} is no number: ${text}`, { row, column, text });
}

/**
 * Reads cells between commas, semicolons, tabs or spaces. A heading row is skipped; a first column of words becomes
 * the tokens.
 *
 * @throws FormatError naming the row and the column, both counted from 1
 */
export function readCsv(text: string): NamedTensor {
  const rows = readRows(text);
  const header = rows[0] && isHeader(rows[0]) ? rows[0] : undefined;
  const body = header ? rows.slice(1) : rows;
  const width = body[0]?.cells.length;
  if (width === undefined) throw new FormatError("csv.empty", "there is no row of numbers");
  checkWidths(body, width);
  const first = hasWords(body, header) ? 1 : 0;
  const columns = width - first;
  const data = new Float32Array(body.length * columns);
  body.forEach(({ number, cells }, row) => {
    for (let column = first; column < width; column++) {
      data[row * columns + column - first] = readCell(cells[column] ?? "", number, column + 1);
    }
  });
  const shape = [body.length, columns];
  return first === 0 ? { data, shape } : { data, shape, tokens: body.map(({ cells }) => unquote(cells[0] ?? "")) };
}

const quote = (label: string) => (FORMULA.test(label) ? `'${label}` : label);
const unquote = (cell: string) => (FORMULA.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell);

/** A matrix as CSV; above named rows or columns stands a heading, which counts columns without names from 1. */
export function writeCsv({ data, shape, tokens }: NamedTensor, columnNames?: readonly string[]): string {
  const [rows = 0, columns = 0] = shape;
  const names = columnNames ?? Array.from({ length: columns }, (_, column) => String(column + 1));
  const heading = tokens ? [["", ...names.map(quote)]] : columnNames ? [names.map(quote)] : [];
  const body = Array.from({ length: rows }, (_, row) => {
    const numbers = Array.from(data.subarray(row * columns, (row + 1) * columns), writeNumber);
    return tokens ? [quote(tokens[row] ?? ""), ...numbers] : numbers;
  });
  return `${dsvFormat(",").formatRows([...heading, ...body])}\n`;
}
