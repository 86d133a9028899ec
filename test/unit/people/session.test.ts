import { describe, expect, test } from "vitest";
import { isWorthNoting } from "../../../src/people/api-key.ts";
import { LIFE_MS, type Session, useOf } from "../../../src/people/session.ts";

const SESSION_MS = LIFE_MS.person;
const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;

function session(more: Partial<Session>): Session {
  const fresh = {
    device: "",
    user_agent: "",
    created_at: NOW,
    expires_at: NOW + SESSION_MS,
    last_seen_at: NOW,
  };
  return { id: "ses_1", owner: "psn_1", kind: "person", ...fresh, ...more };
}

describe("the use of a session", () => {
  test.each([
    ["changes nothing just after another use", {}, undefined],
    [
      "is noted after ten minutes",
      { last_seen_at: NOW - 10 * MINUTE_MS },
      { last_seen_at: NOW, expires_at: NOW + SESSION_MS },
    ],
    ["is noted the first time", { last_seen_at: null }, { last_seen_at: NOW, expires_at: NOW + SESSION_MS }],
    ["gives no new life at exactly half of it", { expires_at: NOW + SESSION_MS / 2 }, undefined],
    [
      "gives a new life after half of it",
      { expires_at: NOW + SESSION_MS / 2 - 1 },
      { last_seen_at: NOW, expires_at: NOW + SESSION_MS },
    ],
    [
      "gives a visitor's as long a life as it had",
      { kind: "visitor" as const, expires_at: NOW + MINUTE_MS },
      { last_seen_at: NOW, expires_at: NOW + LIFE_MS.visitor },
    ],
  ])("%s", (_case, more, expected) => {
    expect(useOf(session(more), NOW)).toEqual(expected);
  });
});

test.each([
  [null, true],
  [NOW - 11 * MINUTE_MS, true],
  [NOW - 9 * MINUTE_MS, false],
])("a key that was last used at %s is noted: %s", (last, expected) => {
  expect(isWorthNoting(last, NOW)).toBe(expected);
});
