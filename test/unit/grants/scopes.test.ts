/** The terms that a card's choice stands for. */
import { expect, it } from "vitest";
import { midnightAfter, scopesFor, termsOf } from "../../../src/domain/grants/scopes.ts";
import { PLACE } from "./support.ts";

const proposal = {
  to: ["tea.example"],
  scopes: scopesFor(["tea.example"]),
  after_reading: true,
  place: PLACE,
};
const of = { ...proposal, agent: "nightjar", tool: "send", time_zone: "Europe/Berlin" };
const NOON = Date.UTC(2026, 10, 27, 12);

it("each scope binds it to a place, a time or a number, and to the destinations of the card", () => {
  const free = { conversation_id: null, turn_id: null, ends_at: null, max_uses: null };
  const terms = (scope: Parameters<typeof termsOf>[0]) => termsOf(scope, of, NOON);
  expect(terms("task")).toMatchObject({ ...free, ...PLACE });
  expect(terms("conversation")).toMatchObject({ ...free, conversation_id: PLACE.conversation_id });
  expect(terms("today")).toMatchObject({ ...free, ends_at: Date.UTC(2026, 10, 27, 23) });
  expect(terms("ten")).toMatchObject({ ...free, max_uses: 10 });
  expect(terms("always")).toMatchObject({ ...free, to: ["tea.example"], max_amount: null, given: "card" });
});

it("midnight is the person's, through a change of clocks and a change of year, and UTC where no zone is known", () => {
  const at = (...date: Parameters<typeof Date.UTC>) => Date.UTC(...date);
  expect(midnightAfter(at(2026, 9, 24, 23), "Europe/Berlin")).toBe(at(2026, 9, 25, 23));
  expect(midnightAfter(at(2026, 11, 31, 12), "Asia/Tokyo")).toBe(at(2026, 11, 31, 15));
  for (const none of [null, "Mars/Olympus"]) expect(midnightAfter(NOON, none)).toBe(at(2026, 10, 28));
});

it("a call whose destinations are unknown is offered the narrow scopes alone", () => {
  expect(scopesFor([])).toEqual(["task", "ten"]);
});
