/** The Worker that reads PDFs, in its own runtime. */
import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { pdf, printed } from "../../support/pdf.ts";
import { startReader } from "../../support/reader/runtime.ts";

const reader = await startReader();
afterAll(() => reader.close());

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => `Heron number ${index + 1} of many`);

test("a print of 300 pages is read to its end", async () => {
  const { status, text } = await reader.read(printed(pages(300)));
  expect(status).toBe(200);
  expect(text).toContain("[page 300 of 300]\nHeron number 300 of many");
});

test("of a longer one it is said how much was left out", async () => {
  const { text } = await reader.read(printed(pages(310)));
  expect(text).toMatch(/\[10 more pages were left out\]$/);
});

test("a bomb is refused at once", async () => {
  const bomb = pdf(deflateSync(Buffer.from("q Q ".repeat(9_000_000))), {
    named: "[4 0 R 4 0 R 4 0 R 4 0 R]",
  });
  const { result, longest } = await reader.waitedWhile(reader.read(bomb));
  expect(result).toEqual({ status: 422, text: "The PDF is too large once unpacked." });
  expect(longest).toBeLessThan(1_000);
});

test("what was broken on its way is damaged; a few broken parts are not", async () => {
  const whole = Buffer.from(printed(pages(300)));
  const torn = Buffer.from(whole);
  for (let at = whole.indexOf("stream\n"); at !== -1; at = whole.indexOf(" stream\n", at + 9))
    torn.fill(0xff, at + 10, at + 12);
  expect(await reader.read(new Uint8Array(torn))).toEqual({ status: 422, text: "The PDF is damaged." });
  const at = whole.lastIndexOf(" stream\n");
  whole.fill(0xff, at + 10, at + 12);
  expect((await reader.read(new Uint8Array(whole))).text).toContain("Heron number 299 of many");
});

test("a scan has no words, and its pages are none", async () => {
  expect(await reader.read(printed(["", "", ""]))).toEqual({ status: 200, text: "" });
});
