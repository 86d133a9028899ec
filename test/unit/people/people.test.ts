import { describe, expect, test } from "vitest";
import { inviteState, newInviteCode, plainInviteCode } from "../../../src/people/invite.ts";
import { takesAdminAway, USERNAME } from "../../../src/people/person.ts";
import { languageTag } from "../../../src/people/preferences.ts";

describe("a username", () => {
  test.each(["ada", "Ada.Lovelace", "a1", "ada@example.com", "x".repeat(100)])("may be %s", (name) => {
    expect(USERNAME.test(name)).toBe(true);
  });

  test.each(["", "a", ".ada", "ada-", "ada lovelace", "аda", "ada\n", "x".repeat(101), "a/b"])(
    "may not be %j",
    (name) => {
      expect(USERNAME.test(name)).toBe(false);
    },
  );
});

test("a change takes an admin's rights away by a lower role or by disabling, and by nothing else", () => {
  const of = [
    { role: "member" },
    { disabled: true },
    { role: "admin" },
    { disabled: false },
    { name: "A" },
  ] as const;
  expect(of.map(takesAdminAway)).toEqual([true, true, false, false, false]);
});

describe("an invite code", () => {
  const counting = (bytes: Uint8Array) => void bytes.set([...bytes.keys()]);

  test("is four groups of four that nobody mistakes when they are read aloud", () => {
    const code = newInviteCode((bytes) => void crypto.getRandomValues(bytes));
    expect(code).toMatch(/^[2-9a-hj-km-np-tv-z]{4}(-[2-9a-hj-km-np-tv-z]{4}){3}$/);
    expect(code).not.toMatch(/[01ilo]/);
  });

  test("passes over bytes that would favour some letters", () => {
    let calls = 0;
    const random = (bytes: Uint8Array) => (calls++ === 0 ? void bytes.fill(255) : counting(bytes));
    expect(newInviteCode(random)).toBe(newInviteCode(counting));
    expect(calls).toBe(2);
  });

  test.each([
    "k7m2-p9xd-3hqr-v8tz",
    " K7M2 P9XD 3HQR V8TZ ",
    "https://house.example/join#k7m2-p9xd-3hqr-v8tz",
    "house.example/join/k7m2-p9xd-3hqr-v8tz",
  ])("is the same, typed as %j", (typed) => {
    expect(plainInviteCode(typed)).toBe("k7m2p9xd3hqrv8tz");
  });

  test("is open until it is disabled, has expired or has no place left", () => {
    const open = { max_uses: 2, uses: 1, expires_at: 10, disabled_at: null };
    expect(inviteState(open, 9)).toBe("open");
    expect(inviteState({ ...open, expires_at: null }, 1e15)).toBe("open");
    expect(inviteState(open, 10)).toBe("expired");
    expect(inviteState({ ...open, uses: 2 }, 9)).toBe("used_up");
    expect(inviteState({ ...open, uses: 2, disabled_at: 5 }, 20)).toBe("disabled");
  });
});

test("a language is written as BCP 47 writes it", () => {
  expect(["de-at", "EN", "zh-hant-tw"].map(languageTag)).toEqual(["de-AT", "en", "zh-Hant-TW"]);
  expect(["", "german!", "d"].map(languageTag)).toEqual([undefined, undefined, undefined]);
});
