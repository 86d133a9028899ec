import { describe, expect, test } from "vitest";
import {
  type MemberRight,
  mayUse,
  type Principal,
  type Right,
  rightsIn,
} from "../../../src/domain/principal.ts";

const RIGHTS: Right[] = ["read", "say", "decide", "manage"];

type Role = Principal["role"];

/** What Bob was given in a conversation of Ann's; who asks; what they may. */
const CASES: [who: string, role: Role, given: MemberRight[] | null, may: string][] = [
  ["psn_ann", "member", null, "read say decide manage"],
  ["psn_ann", "guest", null, "read say"],
  ["admin", "admin", null, "read say decide manage"],
  ["psn_bob", "admin", ["read"], "read say decide manage"],
  ["psn_bob", "member", null, ""],
  ["psn_bob", "guest", null, ""],
  ["psn_bob", "member", [], ""],
  ["psn_bob", "member", ["read"], "read"],
  ["psn_bob", "member", ["write"], "read say"],
  ["psn_bob", "member", ["approve"], "read decide"],
  ["psn_bob", "member", ["read", "write", "approve"], "read say decide"],
  ["psn_bob", "guest", ["read"], "read"],
  ["psn_bob", "guest", ["write"], "read say"],
  ["psn_bob", "guest", ["approve"], "read"],
  ["psn_bob", "guest", ["read", "write", "approve"], "read say"],
  ["psn_cyd", "member", ["read", "write", "approve"], ""],
];

describe("in a conversation of Ann's", () => {
  test.each(CASES)("%s, a(n) %s, with Bob given %j, may: %s", (owner, role, given, may) => {
    const place = { owner: "psn_ann", members: new Map(given ? [["psn_bob", given]] : []) };
    const principal = { owner, role, name: "Somebody" };
    expect(rightsIn(principal, place).join(" ")).toBe(may);
    for (const right of RIGHTS) expect(mayUse(principal, place, right)).toBe(may.split(" ").includes(right));
  });

  test("without members nobody is one", () => {
    expect(rightsIn({ owner: "psn_bob", role: "member", name: "Bob" }, { owner: "psn_ann" })).toEqual([]);
  });
});
