import { describe, expect, it } from "vitest";
import type { Agent } from "../../../src/domain/agent.ts";
import { AgentCache } from "../../../src/storage/d1/agents/agent-cache.ts";
import { anAgent } from "../tools/support.ts";

/** A store whose reads are answered when the test says so. */
function aShelf() {
  const agents = new Map<string, Agent>([["nightjar", anAgent()]]);
  const waiting: (() => void)[] = [];
  let reads = 0;
  let now = 0;
  let isSlow = false;
  let isAway = false;
  const get = async (slug: string) => {
    reads += 1;
    if (isAway) throw new Error("D1 is away");
    const found = agents.get(slug);
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    return found;
  };
  return {
    cache: new AgentCache({ get }, () => now),
    put: (agent: Agent) => void agents.set(agent.slug, agent),
    reads: () => reads,
    pass(ms: number) {
      now += ms;
    },
    slow(slow: boolean) {
      isSlow = slow;
    },
    away(away = true) {
      isAway = away;
    },
    answer: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("an agent that turns ask for", () => {
  it("is answered at once when it is known, and read behind a turn after two seconds", async () => {
    const shelf = aShelf();
    await shelf.cache.get(null);
    shelf.put(anAgent({ name: "Changed elsewhere" }));
    shelf.pass(3_000);
    expect(shelf.cache.get(null)).toMatchObject({ name: "Nightjar" });
    await settled();
    expect(shelf.cache.get(null)).toMatchObject({ name: "Changed elsewhere" });
    expect(shelf.reads()).toBe(2);
  });

  it("is the same one as long as nothing of it has changed", async () => {
    const shelf = aShelf();
    const first = await shelf.cache.get(null);
    shelf.put(anAgent());
    shelf.pass(3_000);
    shelf.cache.get(null);
    await settled();
    expect(shelf.cache.get(null)).toBe(first);
    expect(shelf.reads()).toBe(2);
  });

  it("is not read again for what a turn leaves, unless the turn was long ago", async () => {
    const shelf = aShelf();
    const first = await shelf.cache.get(null);
    shelf.pass(9_000);
    expect(shelf.cache.lately(null)).toBe(first);
    await settled();
    expect(shelf.reads()).toBe(1);
    shelf.pass(1_000);
    await shelf.cache.lately(null);
    await settled();
    expect(shelf.reads()).toBe(2);
  });

  it("is the edited one from the edit on, also when it was being read just then", async () => {
    const shelf = aShelf();
    await shelf.cache.get(null);
    shelf.pass(3_000);
    shelf.slow(true);
    void shelf.cache.get(null);
    shelf.slow(false);
    shelf.put(anAgent({ name: "Edited" }));
    shelf.cache.forget("nightjar");
    shelf.answer();
    await settled();
    expect(await shelf.cache.get(null)).toMatchObject({ name: "Edited" });
  });

  it("is the default one where there is none of that name, until somebody makes it", async () => {
    const shelf = aShelf();
    expect(await shelf.cache.get("keeper")).toMatchObject({ slug: "nightjar" });
    shelf.put(anAgent({ slug: "nightjar", name: "Edited" }));
    shelf.cache.forget("nightjar");
    expect(await shelf.cache.get("keeper")).toMatchObject({ name: "Edited" });
    shelf.put(anAgent({ slug: "keeper" }));
    shelf.cache.forget("keeper");
    expect(await shelf.cache.get("keeper")).toMatchObject({ slug: "keeper" });
  });

  it("is trusted for a minute by who it talks to, and by a guest until it could not be read anew", async () => {
    const shelf = aShelf();
    const trusted = async (isSure: boolean) => {
      try {
        return (await shelf.cache.trusted(null, { isSure })).slug;
      } catch (problem) {
        return String(problem);
      }
    };
    const AWAY = "Error: D1 is away";
    shelf.away();
    expect([await trusted(false), await trusted(true)]).toEqual([AWAY, AWAY]);
    shelf.away(false);
    expect(await trusted(true)).toBe("nightjar");
    shelf.away();
    shelf.pass(59_000);
    expect([await trusted(true), await settled(), await trusted(true)]).toEqual([
      "nightjar",
      undefined,
      AWAY,
    ]);
    expect(await trusted(false)).toBe("nightjar");
    shelf.pass(2_000);
    expect(await trusted(false)).toBe(AWAY);
    shelf.away(false);
    expect([await trusted(false), await trusted(true)]).toEqual(["nightjar", "nightjar"]);
  });

  it("is the one that is known while the store is away", async () => {
    const shelf = aShelf();
    await shelf.cache.get(null);
    shelf.away();
    shelf.pass(120_000);
    expect(await shelf.cache.get(null)).toMatchObject({ slug: "nightjar" });
  });
});
