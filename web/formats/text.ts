// The text in a file's bytes: UTF-8, or UTF-16 where the file says so, as spreadsheets save it.
import { FormatError } from "./format-error.js";

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

/** @throws FormatError for bytes that are no text */
export function readText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch (cause) {
    throw notText({ cause });
  }
  throw notText();
}

function notText(options?: ErrorOptions): FormatError {
  return new FormatError("text.encoding", "the file is no text in UTF-8; save it as UTF-8", {}, options);
}
