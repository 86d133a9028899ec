import { describe, expect, test } from "vitest";
import { mayUse, type Principal, type Right } from "../../../src/domain/principal.ts";

const RIGHTS: Right[] = ["read", "say", "decide", "manage"];
const ANNS = { owner: "psn_ann" };

function rightsOf(role: Principal["role"], owner: string): Right[] {
  return RIGHTS.filter((right) => mayUse({ role, owner, name: "Somebody" }, ANNS, right));
}

describe("in a conversation of Ann's", () => {
  test("Ann may do everything", () => {
    expect(rightsOf("member", "psn_ann")).toEqual(RIGHTS);
  });

  test("so may the operator", () => {
    expect(rightsOf("admin", "admin")).toEqual(RIGHTS);
  });

  test("another person may do nothing, and does not see it", () => {
    expect(rightsOf("member", "psn_bob")).toEqual([]);
    expect(rightsOf("guest", "psn_bob")).toEqual([]);
  });

  test("a guest takes part in their own, and decides nothing of what the agent may do", () => {
    expect(rightsOf("guest", "psn_ann")).toEqual(["read", "say"]);
  });
});
