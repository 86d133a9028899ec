import { expect, it } from "vitest";
import { wirePdf } from "../../src/app/wiring/outside/pdf.ts";
import { answer } from "../../src/reader/worker.ts";
import { pdf, printed } from "../support/pdf.ts";

/** The binding, answered by the other Worker's own code. */
const reader = { fetch: (address: string, init: RequestInit) => answer(new Request(address, init)) };
const read = wirePdf(reader);

it("gives the words of a PDF, and leaves the caller its bytes", async () => {
  const bytes = pdf(Buffer.from("BT /F1 0.1 Tf 1 1 Td (Hello heron) Tj ET"), { dict: "" });
  const { length } = bytes;
  expect(await read(bytes)).toContain("Hello heron");
  expect(bytes.length).toBe(length);
});

it("gives the pages that are asked for", async () => {
  const bytes = printed(["one", "two", "three", "four"]);
  expect(await read(bytes, { from: 2, to: 3 })).toBe(
    "[page 2 of 4]\ntwo\n\n[page 3 of 4]\nthree\n\n[1 more pages were left out]",
  );
  expect(await read(bytes, { from: 9 })).toBe("[the document has only 4 pages]");
});

it("rejects with the reason on what is no PDF", async () => {
  await expect(read(new TextEncoder().encode("%PDF-1.7 and nothing"))).rejects.toThrow(/PDF/);
});

it("takes nothing but a POST", async () => {
  expect((await answer(new Request("https://reader.invalid/"))).status).toBe(405);
});
