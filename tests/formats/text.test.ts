// Text in a file's bytes.
import { expect, test } from "vitest";
import { readText } from "../../web/formats/text.js";
import { bytesOf, expectRefusal } from "./support.js";

test.each([
  ["UTF-8", "\xe4\xb8\xad\xe6\x96\x87,1"],
  ["UTF-8 with a mark", "\xef\xbb\xbf\xe4\xb8\xad\xe6\x96\x87,1"],
  ["UTF-16, little-endian", "\xff\xfe\x2d\x4e\x87\x65,\x001\x00"],
  ["UTF-16, big-endian", "\xfe\xff\x4e\x2d\x65\x87\x00,\x001"],
])("%s", (_name, bytes) => expect(readText(bytesOf(bytes))).toBe("中文,1"));

test.each([
  // 中文 as spreadsheets on a Chinese Windows save it.
  ["GBK", "\xd6\xd0\xce\xc4,1"],
  ["bytes of numbers", "\x00\x00\x80\x3f"],
  ["half a character", "\xe4\xb8"],
])("%s is refused", (_name, bytes) => expectRefusal(() => readText(bytesOf(bytes)), "text.encoding"));
