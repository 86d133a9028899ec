/** Changes between two editions of a report. */
import { expect, test } from "vitest";
import { changesSince } from "../../../src/research/report/changes.ts";

const EARLIER = {
  at: Date.UTC(2026, 10, 21),
  statements: ["Nightjars eat moths and beetles.", "In 2019 about 4,600 males were counted in Britain."],
  sources: [{ title: "Counts", address: "https://counts.example/" }],
};

function changes(...statements: string[]) {
  return changesSince(EARLIER, { statements, sources: [{ address: "https://birds.example/" }] });
}

test("the same fact in other words is no change", () => {
  const { added, gone } = changes(
    "Beetles and moths are eaten by the nightjars.",
    "About 4,600 males were counted in Britain in 2019.",
  );
  expect({ added, gone }).toEqual({ added: [], gone: [] });
});

test("another figure is a change, and what is not said any more is gone", () => {
  const counted = "In 2025 about 5,100 males were counted in Britain.";
  const { added, gone } = changes("Nightjars eat moths and beetles.", counted);
  expect(added).toEqual([counted]);
  expect(gone).toEqual(["In 2019 about 4,600 males were counted in Britain."]);
});

test("a source that was not read again is named", () => {
  expect(changes(...EARLIER.statements).unread).toEqual(EARLIER.sources);
});
