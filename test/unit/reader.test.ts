import { expect, it } from "vitest";
import { wirePdf } from "../../src/app/wiring/outside/pdf.ts";
import { answer } from "../../src/reader/worker.ts";
import { pdf } from "../support/pdf.ts";

/** The binding, answered by the other Worker's own code. */
const reader = { fetch: (address: string, init: RequestInit) => answer(new Request(address, init)) };
const read = wirePdf(reader);

it("gives the words of a PDF, and leaves the caller its bytes", async () => {
  const bytes = pdf(Buffer.from("BT /F1 0.1 Tf 1 1 Td (Hello heron) Tj ET"), { dict: "" });
  const { length } = bytes;
  expect(await read(bytes)).toContain("Hello heron");
  expect(bytes.length).toBe(length);
});

it("rejects with the reason on what is no PDF", async () => {
  await expect(read(new TextEncoder().encode("%PDF-1.7 and nothing"))).rejects.toThrow(/PDF/);
});

it("takes nothing but a POST", async () => {
  expect((await answer(new Request("https://reader.invalid/"))).status).toBe(405);
});
