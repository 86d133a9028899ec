import { describe, expect, it } from "vitest";
import {
  fitParts,
  MAX_MESSAGE_BYTES,
} from "../../../../durable-objects/conversation/rows/schema/fit-parts.ts";
import type { CallId } from "../../../../src/domain/ids.ts";
import type { Part } from "../../../../src/domain/message.ts";

const bytes = (parts: readonly Part[]) => new TextEncoder().encode(fitParts(parts)).length;
const text = (length: number): Part => ({ type: "text", text: "é".repeat(length) });
const called = (content: string): Part => ({
  type: "tool_call",
  call_id: "call_1" as CallId,
  name: "write",
  input: { path: "a.md", content },
});

describe("the parts of a message fit a row of the platform", () => {
  it("as they are, when they do", () => {
    const parts = [text(1_000), called("short")];
    expect(JSON.parse(fitParts(parts))).toEqual(parts);
  });

  it("when a text is long, with a note", () => {
    expect(bytes([text(3_000_000)])).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(fitParts([text(3_000_000)])).toContain("cut: too long to keep whole");
  });

  it("when what a model gave to a tool is long", () => {
    const parts = [text(10), called("x".repeat(3_000_000))];
    expect(bytes(parts)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(JSON.parse(fitParts(parts))[0]).toEqual(parts[0]);
  });

  it("when there are more parts than a row has room for: the first and the last stay", () => {
    const parts = Array.from({ length: 40_000 }, (_, index) => text(20 + (index % 7)));
    const kept = JSON.parse(fitParts(parts));
    expect(bytes(parts)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(kept[0]).toEqual(parts[0]);
    expect(kept.at(-1)).toEqual(parts.at(-1));
  });
});
