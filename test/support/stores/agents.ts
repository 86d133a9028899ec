import { describe, expect, test } from "vitest";
import { type AgentFields, agentSchema, completeFields, fieldsOf } from "../../../src/agents/fields.ts";
import type { Stores } from "./stores.ts";

function fields(more: object = {}): AgentFields {
  return completeFields(agentSchema().parse({ name: "Keeper", instructions: "Keep things.", ...more }));
}

const EDITED = { change: "edited", by: "admin" } as const;

/** Agents and their versions. */
export function agentsContract(open: () => Stores): void {
  describe("agents", () => {
    const { agents, versions, clock } = open();
    let count = 0;
    const made = (more: object = {}) => agents.create(`keeper-${++count}`, fields(more), "admin");
    const versionsOf = async (slug: string) => {
      const rows: readonly { version: number; change: string }[] = await versions.list(slug, { limit: 100 });
      return rows.map(({ version, change }) => `${version} ${change}`);
    };

    test("that come with the house are loaded once, as versions of nobody", async () => {
      expect(await agents.get("porter")).toMatchObject({ name: "Porter", version: 1 });
      expect(await versions.list("porter", { limit: 9 })).toMatchObject([{ change: "loaded", by: null }]);
      const porter = await agents.get("porter");
      await agents.remove(porter ?? { slug: "", version: 0 });
      expect(await agents.get("porter")).toBeUndefined();
      expect((await agents.list()).map(({ slug }) => slug)).not.toContain("porter");
    });

    test("have a slug of their own, which stays", async () => {
      const agent = await made();
      await expect(agents.create(agent.slug, fields(), "admin")).rejects.toThrow("already");
      await expect(agents.create("Not one", fields(), "admin")).rejects.toThrow("slug");
      expect(await versionsOf(agent.slug)).toEqual(["1 created"]);
    });

    test("are complete when they are read, whatever was left out", async () => {
      const agent = await made();
      expect(await agents.get(agent.slug)).toEqual(agent);
      expect(agent).toMatchObject({ owner: null, audience: "people", conductor: false, keywords: [] });
      expect((await made({ owner: "psn_ann" })).audience).toEqual([]);
    });

    test("get a version by each change, and none by the same fields", async () => {
      const agent = await made();
      expect(await agents.update(agent, fieldsOf(agent), EDITED)).toEqual(agent);
      clock.now += 1000;
      const named = await agents.update(agent, { ...fieldsOf(agent), name: "Named" }, EDITED);
      expect(named).toMatchObject({ name: "Named", version: 2 });
      expect(await versions.get(agent.slug, 2)).toMatchObject({
        at: clock.now,
        by: "admin",
        fields: { name: "Named" },
      });
      expect(await versions.get(agent.slug, 3)).toBeUndefined();
    });

    test("are changed by one of many who saw the same version, and no version is lost or made twice", async () => {
      const agent = await made();
      const names = ["a", "b", "c"];
      const tries = names.map((name) => agents.update(agent, { ...fieldsOf(agent), name }, EDITED));
      expect((await Promise.all(tries)).filter((changed) => changed !== undefined)).toHaveLength(1);
      expect(await versionsOf(agent.slug)).toEqual(["2 edited", "1 created"]);
      expect(await agents.remove(agent)).toBe(false);
      expect(await agents.get(agent.slug)).toMatchObject({ version: 2 });
    });

    test("are brought back by a version of its own", async () => {
      const first = await made();
      const second = await agents.update(first, fields({ name: "Second" }), EDITED);
      const restored = { change: "restored", restored_from: 1, by: null } as const;
      await agents.update(second ?? first, fieldsOf(first), restored);
      expect(await versions.list(first.slug, { limit: 1 })).toMatchObject([
        { version: 3, change: "restored", restored_from: 1, by: null, fields: { name: "Keeper" } },
      ]);
      expect(await versions.list(first.slug, { limit: 9, before: 3 })).toMatchObject([
        { version: 2, restored_from: null },
        { version: 1 },
      ]);
    });

    test("that are removed leave no version to whoever takes the slug", async () => {
      const first = await made();
      const second = await agents.update(first, fields({ name: "Gone" }), EDITED);
      expect(await agents.remove(second ?? first)).toBe(true);
      expect(await versionsOf(first.slug)).toEqual([]);
      await agents.create(first.slug, fields(), "admin");
      expect(await versionsOf(first.slug)).toEqual(["1 created"]);
    });

    test("that are drafts stand in no list", async () => {
      const agent = await made();
      const slugs = (await agents.list()).map(({ slug }) => slug);
      expect(slugs).toContain(agent.slug);
      expect(slugs).toEqual([...slugs].sort());
    });
  });
}
