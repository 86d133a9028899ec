import { describe, expect, it } from "vitest";
import { Audience, type Seat } from "../../../../durable-objects/conversation/readers/audience.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import type { MemberRight, Principal } from "../../../../src/domain/principal.ts";

const NOW = 10_000_000;
const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann", session_id: "ses_1" };
const BOB: Principal = { owner: "psn_bob", role: "member", name: "Bob", session_id: "ses_2" };

function scene({
  members = {},
  changed_at = 0,
}: {
  members?: Record<string, MemberRight[]>;
  changed_at?: number;
} = {}) {
  const open: { name: string; principal: Principal }[] = [];
  const log: string[] = [];
  const given = new Map<string, readonly MemberRight[]>(Object.entries(members));
  const ended = new Set<string>();
  const today = new Map<string, Principal>();
  const audience = new Audience({
    conversation: () => trustId<"cnv">("cnv_1"),
    place: () => ({ owner: "psn_ann", members: given }),
    inherit: async () => undefined,
    seats: () => open.map(seatOf),
    ports: {
      now: () => NOW,
      log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
      presence: {
        arrived: async (person) => {
          log.push(`${person} is here`);
          return changed_at;
        },
        left: async (person) => void log.push(`${person} is gone`),
      },
      standing: async (principal) => {
        log.push(`who is ${principal.session_id}`);
        return ended.has(principal.session_id ?? "") ? undefined : (today.get(principal.owner) ?? principal);
      },
    },
  });
  function seatOf(one: (typeof open)[number]): Seat {
    return {
      principal: one.principal,
      become: (principal) => {
        one.principal = principal;
      },
      leave: ({ code }) => {
        log.push(`${one.name} closed ${code}`);
        open.splice(open.indexOf(one), 1);
      },
    };
  }
  const opens = async (name: string, principal: Principal) => {
    open.push({ name, principal });
    await audience.arrived(principal);
  };
  const closes = async (name: string) => {
    const [one] = open.splice(
      open.findIndex((each) => each.name === name),
      1,
    );
    if (one) await audience.left(one.principal);
  };
  return { audience, opens, closes, log, ended, today, given, open };
}

describe("who reads along", () => {
  it("is told of once, and once when the last of theirs is closed", async () => {
    const { opens, closes, log } = scene();
    await opens("tab 1", ANN);
    await opens("tab 2", ANN);
    await closes("tab 1");
    await closes("tab 2");
    expect(log).toEqual(["psn_ann is here", "psn_ann is gone"]);
  });

  it("is sent away in every tab when their session has ended; their other devices stay", async () => {
    const { audience, opens, log, ended } = scene();
    await opens("tab 1", ANN);
    await opens("tab 2", ANN);
    await opens("phone", { ...ANN, session_id: "ses_9" });
    ended.add("ses_1");
    log.length = 0;
    expect(await audience.recheck("psn_ann")).toBe(true);
    expect(log.filter((line) => line.includes("closed"))).toEqual(["tab 1 closed 4401", "tab 2 closed 4401"]);
  });

  it("is looked at at once when something has changed just before they came", async () => {
    const { opens, log } = scene({ changed_at: NOW - 3_000 });
    await opens("tab 1", ANN);
    expect(log).toEqual(["psn_ann is here", "who is ses_1"]);
  });

  it("has the rights of today", async () => {
    const { audience, opens, today, open } = scene();
    await opens("tab 1", ANN);
    today.set("psn_ann", { ...ANN, role: "guest" });
    await audience.recheck("psn_ann");
    expect(open.map(({ principal }) => principal.role)).toEqual(["guest"]);
  });

  it("is sent away as a member who may not read any more, at once", async () => {
    const { audience, opens, log, given } = scene({ members: { psn_bob: ["read"] } });
    await opens("Ann's", ANN);
    await opens("Bob's", BOB);
    given.delete("psn_bob");
    await audience.settle();
    expect(log.filter((line) => line.includes("closed"))).toEqual(["Bob's closed 4403"]);
  });

  it("who was an admin and is none any more is sent away from what is others'", async () => {
    const { audience, opens, log, today } = scene();
    const admin: Principal = { ...BOB, role: "admin" };
    await opens("Bob's", admin);
    today.set("psn_bob", BOB);
    expect(await audience.recheck("psn_bob")).toBe(false);
    expect(log.at(-1)).toBe("Bob's closed 4403");
  });

  it("stays when nobody can tell who they are now, which is asked again", async () => {
    const { audience, opens, open } = scene();
    await opens("tab 1", ANN);
    const broken = audience as unknown as { deps: { ports: { standing: () => Promise<never> } } };
    broken.deps.ports.standing = async () => Promise.reject(new Error("D1 is away"));
    await expect(audience.recheck("psn_ann")).rejects.toThrow("D1 is away");
    expect(open).toHaveLength(1);
  });
});
