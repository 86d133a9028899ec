import { expect, test } from "vitest";
import { shownAddresses } from "../../../../src/agent/loop/assemble.ts";
import { resultBlock } from "../../../../src/agent/loop/result-block.ts";
import type { SettledCall } from "../../../../src/agent/turn.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import type { NumberedSource, SourceKind } from "../../../../src/domain/sources/source.ts";

function source(n: number, kind: SourceKind = "memory"): NumberedSource {
  const read_at = "2026-11-28T08:00:00.000Z";
  const url = `https://${n}.example/`;
  return { n, hash: `${n}`.repeat(64), kind, url, title: "", chars: 1, read_at, trust: "untrusted" };
}

function result(...sources: NumberedSource[]): SettledCall {
  return {
    call_id: trustId<"call">("call_1"),
    name: "t",
    content: "1. Owl\n2. Lark",
    is_error: false,
    trust: "trusted",
    sources,
  };
}

function told(...sources: NumberedSource[]): string {
  return resultBlock(result(...sources), new Map(), { mark: "m", media: () => undefined }).content;
}

test("the model is told the number of each text, by the order in which it reads them", () => {
  expect(told()).toBe("1. Owl\n2. Lark");
  expect(told(source(4))).toMatch(/^What you take from this, cite as \[4\]\.\n/);
  expect(told(source(4), source(2))).toMatch(/own number: 1 as \[4\], 2 as \[2\]\.\n/);
});

test("an address that a server or memory names is not one that the turn may fetch without asking", () => {
  expect(shownAddresses(result(source(1, "page"), source(2, "tool"), source(3)))).toEqual([
    "https://1.example/",
  ]);
});
