import { describe, expect, it } from "vitest";
import { type Audience, mayEditAgent, mayTalkTo } from "../../../src/domain/agent.ts";
import type { Principal } from "../../../src/domain/principal.ts";

const person = (owner: string, role: Principal["role"]): Principal => ({ owner, role, name: owner });
const ANN = person("psn_ann", "member");
const BEN = person("psn_ben", "member");
const GUEST = person("psn_gus", "guest");
const ADMIN = person("admin", "admin");

function heardBy(audience: Audience, owner: string | null = null): string[] {
  return [ANN, BEN, GUEST, ADMIN]
    .filter((one) => mayTalkTo({ slug: "one", owner, audience }, one))
    .map((one) => one.owner);
}

describe("who may talk to an agent", () => {
  it("is every member, and no guest, where it is for people", () => {
    expect(heardBy("people")).toEqual(["psn_ann", "psn_ben", "admin"]);
  });

  it("is everybody, guests too, where it is for everyone", () => {
    expect(heardBy("everyone")).toEqual(["psn_ann", "psn_ben", "psn_gus", "admin"]);
  });

  it("is who was named, be it a guest", () => {
    expect(heardBy(["psn_ben", "psn_gus"])).toEqual(["psn_ben", "psn_gus", "admin"]);
  });

  it("is its owner and the operator where nobody was named", () => {
    expect(heardBy([], "psn_ann")).toEqual(["psn_ann", "admin"]);
  });
});

describe("who may change an agent", () => {
  it("is the operator, and a member whose own it is", () => {
    const mine = { owner: "psn_ann" };
    expect([ANN, BEN, GUEST, ADMIN].map((one) => mayEditAgent(mine, one))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("is the operator alone where it is everybody's", () => {
    expect([ANN, ADMIN].map((one) => mayEditAgent({ owner: null }, one))).toEqual([false, true]);
  });

  it("is not a guest, even of what bears their name", () => {
    expect(mayEditAgent({ owner: "psn_gus" }, GUEST)).toBe(false);
  });
});
