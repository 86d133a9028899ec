import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/domain/inbound.ts";
import type { MemberRight, Principal } from "../../../src/domain/principal.ts";
import {
  type Author,
  actorOf,
  isOwners,
  isSameSpeaker,
  mayAnswer,
  mayDecide,
  type Speaker,
} from "../../../src/domain/who-may.ts";

const OWNER = "usr_ann";
const PLACE = {
  owner: OWNER,
  members: new Map<string, readonly MemberRight[]>([
    ["usr_reader", ["read"]],
    ["usr_writer", ["write"]],
    ["usr_keeper", ["approve"]],
    ["usr_visitor", ["write", "approve"]],
  ]),
};
const SLACK: Source = { channel: "slack", sender: "U1", thread: "C9" };
const WEB: Source = { channel: "web", sender: "x" };

function signedIn(owner: string, role: Principal["role"] = "member"): Author & { actor: Principal } {
  return { source: { channel: "web", sender: owner }, actor: { owner, role, name: owner } };
}

const asked = (person: string | null, source = WEB): Speaker => ({
  source,
  actor: { person, name: "Somebody" },
});

describe("a question that is put to somebody whom only the channel knows", () => {
  const stranger = asked(null, SLACK);
  it.each<[string, Author, boolean]>([
    ["that person, where they are asked", { source: { ...SLACK, message: "m2" } }, true],
    ["another person there", { source: { ...SLACK, sender: "U2" } }, false],
    ["the same name in another place", { source: { ...SLACK, thread: "C8" } }, false],
    ["the same name on another channel", { source: { ...SLACK, channel: "discord" } }, false],
    ["the owner, signed in", signedIn(OWNER), true],
    ["the operator, signed in", signedIn("usr_op", "admin"), true],
    ["somebody else who is signed in", signedIn("usr_bob"), false],
    ["who only bears the owner's name", { source: { channel: "http", sender: OWNER } }, false],
    ["a member who may approve", signedIn("usr_keeper"), true],
    ["a member who may write", signedIn("usr_writer"), false],
  ])("is for %s: %#", (_who, by, expected) => {
    expect(mayAnswer(stranger, by, PLACE)).toBe(expected);
  });
});

describe("a question that is put to a member", () => {
  it.each<[string, Author, boolean]>([
    ["that member", signedIn("usr_writer"), true],
    ["the owner", signedIn(OWNER), true],
    ["another member who may write", signedIn("usr_visitor", "guest"), false],
    ["a member who may read", signedIn("usr_reader"), false],
    ["who only bears their name", { source: WEB }, false],
  ])("is for %s: %#", (_who, by, expected) => {
    expect(mayAnswer(asked("usr_writer"), by, PLACE)).toBe(expected);
  });

  it("is not for them any more when they may only read", () => {
    expect(mayAnswer(asked("usr_reader"), signedIn("usr_reader"), PLACE)).toBe(false);
  });
});

describe("a call is allowed once, and for good, by", () => {
  it.each<[string, Author, once: boolean, always: boolean]>([
    ["the owner", signedIn(OWNER), true, true],
    ["the operator", signedIn("usr_op", "admin"), true, true],
    ["a member who may approve", signedIn("usr_keeper"), true, false],
    ["a member who may write, also in a turn of their own", signedIn("usr_writer"), false, false],
    ["a member who may read", signedIn("usr_reader"), false, false],
    ["a guest, whatever they were given", signedIn("usr_visitor", "guest"), false, false],
    ["a guest in a conversation of their own", signedIn(OWNER, "guest"), false, false],
    ["a stranger", signedIn("usr_bob"), false, false],
    ["somebody whom only the channel knows", { source: SLACK }, false, false],
  ])("%s: %#", (_who, by, once, always) => {
    expect([mayDecide(by, PLACE, false), mayDecide(by, PLACE, true)]).toEqual([once, always]);
  });
});

describe("words", () => {
  const said = { type: "user_message" as const, key: "k", parts: [] };

  it("of somebody who is signed in are theirs", () => {
    const actor = actorOf({ ...said, ...signedIn("usr_bob") });
    expect(actor).toEqual({ person: "usr_bob", name: "usr_bob" });
    expect(isOwners(actor, OWNER)).toBe(false);
    expect(isOwners(actor, "usr_bob")).toBe(true);
  });

  it("of whom only a channel knows are nobody's whom the house knows, whatever they call themselves", () => {
    const actor = actorOf({ ...said, source: { ...SLACK, sender: OWNER, sender_name: "Ann" } });
    expect(actor).toEqual({ person: null, name: "Ann" });
    expect(isOwners(actor, OWNER)).toBe(false);
  });

  it("of the system, of another conversation and of a schedule are nobody's, and so count as the owner's", () => {
    for (const channel of ["system", "conversation"] as const)
      expect(actorOf({ ...said, source: { channel, sender: "x" } })).toBeNull();
    expect(actorOf({ type: "notice", key: "k", text: "", source: SLACK })).toBeNull();
    expect(isOwners(null, OWNER)).toBe(true);
  });

  it("that somebody else has asked a schedule to say are still theirs", () => {
    const behalf = { person: "usr_bob", name: "Bob" };
    expect(actorOf({ type: "notice", key: "k", text: "", source: SLACK, behalf })).toEqual(behalf);
  });

  it("of one name are one person's only where the house says so too", () => {
    const web = { channel: "http" as const, sender: OWNER };
    expect(isSameSpeaker(asked(OWNER, web), asked(OWNER, web))).toBe(true);
    expect(isSameSpeaker(asked(OWNER, web), asked(null, web))).toBe(false);
  });
});
