import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { type Author, mayAnswer, mayDecide } from "../../../src/domain/who-may.ts";

const OWNER = "usr_ann";
const ASKED: Source = { channel: "slack", sender: "U1", thread: "C9" };
const signedIn = (owner: string, role: Principal["role"] = "member"): Author => ({
  source: { channel: "web", sender: owner },
  actor: { owner, role, name: owner },
});

const CASES: [string, Author, boolean][] = [
  ["the person who is asked, where they are asked", { source: { ...ASKED, message: "m2" } }, true],
  ["another person there", { source: { ...ASKED, sender: "U2" } }, false],
  ["the same name in another place", { source: { ...ASKED, thread: "C8" } }, false],
  ["the same name on another channel", { source: { ...ASKED, channel: "discord" } }, false],
  ["the owner, signed in", signedIn(OWNER), true],
  ["the operator, signed in", signedIn("usr_op", "admin"), true],
  ["somebody else who is signed in", signedIn("usr_bob"), false],
  ["who only bears the owner's name", { source: { channel: "http", sender: OWNER } }, false],
];

describe("a question and an approval are for", () => {
  it.each(CASES)("%s: %#", (_who, by, expected) => {
    expect(mayAnswer(ASKED, by, OWNER)).toBe(expected);
    expect(mayDecide(ASKED, by, OWNER)).toBe(expected);
  });
});

describe("a guest who is asked in a conversation of their own", () => {
  const guest = signedIn(OWNER, "guest");

  it("answers a question, and decides nothing of what the agent may do", () => {
    expect(mayAnswer(guest.source, guest, OWNER)).toBe(true);
    expect(mayDecide(guest.source, guest, OWNER)).toBe(false);
  });
});
