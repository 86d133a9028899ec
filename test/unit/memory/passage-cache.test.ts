import { describe, expect, test } from "vitest";
import type { State } from "../../../src/memory/ports/index-port.ts";
import type { Passage } from "../../../src/memory/ports/model.ts";
import { PassageCache } from "../../../src/storage/d1/passages/passage-cache.ts";

const passage = (ordinal: number, text = "said"): Passage => ({
  id: ordinal + 1,
  scope: "person",
  trust: "trusted",
  kind: "turn",
  source: "cnv",
  key: `${ordinal}`,
  session: "",
  ordinal,
  speaker: "Ann",
  role: "user",
  agent: "",
  text,
});
const state = (edits: string, last: string, owner = "ann"): State => ({ owner, edits, last });
const span = (from: number, to: number) => ({ source: "cnv", from, to });

describe("passages that were read", () => {
  test("are not read again while nothing changes, and neither are places where nothing is", () => {
    const cache = new PassageCache();
    cache.add(state("0", "2"), [span(0, 2)], [passage(0), passage(1)]);
    expect(cache.look(state("0", "2"), [span(0, 1)])).toEqual({
      known: [passage(0), passage(1)],
      missing: [],
    });
    expect(cache.look(state("0", "2"), [span(1, 4)])).toEqual({
      known: [passage(1)],
      missing: [span(3, 4)],
    });
  });

  test("stay when another one comes, which may stand where nothing was", () => {
    const cache = new PassageCache();
    cache.add(state("0", "2"), [span(0, 2)], [passage(0), passage(1)]);
    expect(cache.look(state("0", "3"), [span(0, 2)])).toEqual({
      known: [passage(0), passage(1)],
      missing: [span(2, 2)],
    });
  });

  test("are read again when one of the owner's has changed or gone", () => {
    const cache = new PassageCache();
    cache.add(state("0", "2"), [span(0, 1)], [passage(0), passage(1)]);
    expect(cache.look(state("1", "2"), [span(0, 1)])).toEqual({ known: [], missing: [span(0, 1)] });
  });

  test("are nobody else's", () => {
    const cache = new PassageCache();
    cache.add(state("0", "2"), [span(0, 0)], [passage(0)]);
    expect(cache.look(state("0", "2", "ben"), [span(0, 0)]).known).toEqual([]);
  });

  test("are not kept by a search that read them before a later one saw a change", () => {
    const cache = new PassageCache();
    const slow = state("0", "2");
    cache.look(slow, [span(0, 0)]);
    cache.add(state("1", "2"), [span(0, 0)], [passage(0, "edited")]);
    cache.add(slow, [span(0, 0)], [passage(0, "as it was")]);
    expect(cache.look(state("1", "2"), [span(0, 0)]).known).toEqual([passage(0, "edited")]);
  });

  test("that a place is empty is not kept by a search that looked before a later one saw another passage come", () => {
    const cache = new PassageCache();
    cache.add(state("0", "2"), [span(1, 1)], [passage(1)]);
    cache.look(state("0", "3"), [span(1, 1)]);
    cache.add(state("0", "2"), [span(2, 2)], []);
    expect(cache.look(state("0", "3"), [span(2, 2)]).missing).toEqual([span(2, 2)]);
  });

  test("make room for others: those of the conversation that was not asked for longest go first", () => {
    const cache = new PassageCache(2_000);
    const of = (source: string) => ({ ...passage(0, "x".repeat(400)), source });
    const at = (source: string) => [{ source, from: 0, to: 0 }];
    cache.add(state("0", "9"), at("a"), [of("a")]);
    cache.add(state("0", "9"), at("b"), [of("b")]);
    cache.look(state("0", "9"), at("a"));
    cache.add(state("0", "9"), at("c"), [of("c")]);
    expect(["a", "b", "c"].map((each) => cache.look(state("0", "9"), at(each)).known.length)).toEqual([
      1, 0, 1,
    ]);
  });
});
