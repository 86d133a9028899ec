import { expect, test } from "vitest";
import { type Entry, rankEntries } from "../../../../web/frame/palette/entries.ts";

const entry = (group: string, label: string, more: Partial<Entry> = {}): Entry => {
  return { key: `${group}:${label}`, group, label, note: "", icon: null, run: () => {}, ...more };
};

const named = (entries: readonly Entry[]) => entries.map(({ label }) => label);

test("a page of that very name comes before conversations in which the word was said", () => {
  const found = [
    entry("Conversations", "Dusk over the heath"),
    entry("Conversations", "My schedules"),
    entry("Pages", "Schedules"),
    entry("Messages", "Schedules", { snippet: { text: "schedules", marks: [[0, 9]] } }),
  ];
  expect(named(rankEntries(found, "schedules"))).toEqual([
    "Schedules",
    "My schedules",
    "Dusk over the heath",
    "Schedules",
  ]);
});

test("a conversation whose name begins so comes before a page that only contains it", () => {
  const found = [entry("Pages", "Agents & rooms"), entry("Conversations", "Rooms to let")];
  expect(named(rankEntries(found, "Rooms"))).toEqual(["Rooms to let", "Agents & rooms"]);
});

test("what fits alike keeps its order, and a group stays together", () => {
  const found = [entry("Actions", "New conversation"), entry("Pages", "News"), entry("Actions", "Renew")];
  expect(named(rankEntries(found, "new"))).toEqual(["New conversation", "Renew", "News"]);
});
