import { describe, expect, it } from "vitest";
import type { Commitment, Fact, Hit, Note } from "../../../web/api/agents/memory.ts";
import {
  factEntry,
  forgottenWords,
  hitEntry,
  noteEntry,
  promiseEntry,
  suggestionWords,
} from "../../../web/pages/memory/entries.ts";

const AT = "2026-03-01T12:00:00Z";
const told = {
  origin: "person",
  conversation_id: null,
  message_id: null,
  scope: "person",
  trust: "trusted",
} as const;
const note: Note = {
  ...told,
  id: "mem_1",
  content: "Tea",
  about: "",
  tags: ["likes"],
  tier: "short_term",
  sticky: true,
  priority: 1,
  base_priority: 1,
  decay_rate: 0,
  last_accessed: AT,
  observed_at: AT,
  created_at: AT,
  updated_at: AT,
  faded_at: null,
};
const fact: Fact = {
  ...told,
  id: "fct_1",
  entity: "Ann",
  attribute: "city",
  value: "Turku",
  confidence: 1,
  sticky: false,
  disputes: [],
  valid_from: AT,
  valid_to: null,
  recorded_at: AT,
  retired_at: null,
};
const promise: Commitment = {
  ...told,
  id: "cmt_1",
  who: "Ann",
  what: "Call the harbour",
  status: "open",
  note: "",
  due_at: null,
  overdue: false,
  created_at: AT,
  updated_at: AT,
  closed_at: null,
};
const hit: Hit = {
  id: "x",
  kind: "turn",
  text: "words",
  scope: "person",
  trust: "trusted",
  source: "",
  session: "",
  speaker: "",
  agent: "",
  at: null,
  score: 1,
};

describe("a line of the memory page", () => {
  it("says a note's words, and lets them be edited", () => {
    expect(noteEntry({ ...note, conversation_id: "cnv_1" })).toMatchObject({
      shelf: "notes",
      text: "Tea",
      edit: { field: "content", text: "Tea" },
      about: ["always included", "expires soon"],
      conversation_id: "cnv_1",
    });
  });

  it("lets the value of a fact be edited while it is true, and not after", () => {
    expect(factEntry(fact)).toMatchObject({
      text: "Ann, city: Turku",
      edit: { field: "value", text: "Turku" },
      about: [expect.stringMatching(/^since .*2026/)],
    });
    const past = factEntry({ ...fact, confidence: 0.4, valid_to: "2026-05-01T12:00:00Z" });
    expect(past).not.toHaveProperty("edit");
    expect(past).toMatchObject({
      isOver: true,
      about: [expect.stringMatching(/^from .* to /), "uncertain"],
    });
  });

  it("says of a promise who made it, what became of it and when it is due", () => {
    expect(promiseEntry({ ...promise, due_at: "2026-04-01T12:00:00Z", overdue: true })).toMatchObject({
      promise: "open",
      isLate: true,
      isOver: false,
      about: ["Ann", expect.stringMatching(/^due .*2026/)],
    });
    expect(promiseEntry({ ...promise, who: "", status: "done" })).toMatchObject({
      isOver: true,
      about: ["done"],
    });
  });

  it("leads from what was found to its file, its upload or its conversation", () => {
    const lines = { start: 3, end: 9 };
    expect(hitEntry({ ...hit, kind: "file", path: "my notes/a#b.md", lines }).file).toEqual({
      href: "/api/v1/workspace/my%20notes/a%23b.md",
      name: "my notes/a#b.md, lines 3 to 9",
    });
    expect(hitEntry({ ...hit, kind: "file", path: "a.pdf", url: "/api/v1/files/fil_1" }).file?.href).toBe(
      "/api/v1/files/fil_1",
    );
    const turn = hitEntry({ ...hit, kind: "turn", speaker: "Ann", conversation_id: "cnv_1" });
    expect(turn).toMatchObject({ about: ["said", "Ann"], conversation_id: "cnv_1" });
    expect(turn).not.toHaveProperty("shelf");
  });

  it("edits of a found note its words, without the tags they are found by", () => {
    expect(
      hitEntry({ ...hit, kind: "memory", text: "Tea (likes)", content: "Tea", tags: ["likes"] }),
    ).toMatchObject({
      shelf: "notes",
      text: "Tea",
      edit: { field: "content", text: "Tea" },
      tags: ["likes"],
    });
  });
});

it("says in words what is forgotten", () => {
  const none = {
    memories: 0,
    facts: 0,
    episodes: 0,
    commitments: 0,
    wishes: 0,
    states: 0,
    relations: 0,
    passages: 0,
  };
  expect(forgottenWords(none)).toBe("");
  expect(forgottenWords({ ...none, facts: 1 })).toBe("one fact");
  expect(forgottenWords({ ...none, states: 2 })).toBe("2 state keys");
  expect(forgottenWords({ ...none, memories: 2, facts: 1, passages: 14 })).toBe(
    "2 memories, one fact and 14 passages",
  );
});

describe("what came from outside", () => {
  it("is marked on its shelf and among what was found, and nothing else is", () => {
    expect(factEntry({ ...fact, trust: "untrusted" }).isOutside).toBe(true);
    expect(hitEntry({ ...hit, kind: "turn", trust: "untrusted" }).isOutside).toBe(true);
    expect(factEntry({ ...fact, trust: "trusted" }).isOutside).toBeUndefined();
    expect(hitEntry({ ...hit, kind: "turn" }).isOutside).toBeUndefined();
  });

  it("says what a yes would do", () => {
    const waiting = {
      id: "fct_2",
      path: "/memory/facts/fct_2",
      scope: "person",
      text: "Ann, city: Oslo",
      at: null,
      conversation_id: null,
      message_id: null,
    };
    expect(suggestionWords({ ...waiting, kind: "fact", standing: true, disputes: ["Turku"] })).toEqual([
      "a fact",
      "would always be included",
      "would replace “Turku”",
    ]);
    expect(suggestionWords({ ...waiting, kind: "memory", standing: false })).toEqual(["a note"]);
  });
});
