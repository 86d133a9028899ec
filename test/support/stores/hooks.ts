import { describe, expect, test } from "vitest";
import type { Hook, HookDelivery } from "../../../src/hooks/hook.ts";
import { PRESETS } from "../../../src/hooks/presets.ts";
import type { Stores } from "./stores.ts";

const SECRET = "a-secret-of-the-tests";

/** Hooks and what was sent to them. */
export function hooksContract(open: () => Stores): void {
  const { hooks, deliveries, ids, clock } = open();

  async function made(change: Partial<Hook> = {}): Promise<Hook> {
    const hook: Hook = { ...PLAIN, ...PRESETS.github, id: ids.create("hok"), ...change };
    await hooks.create(hook, SECRET);
    return hook;
  }

  function delivery({ id, owner }: Hook, change: Partial<HookDelivery> = {}): HookDelivery {
    clock.now += 1;
    return { ...SENT, id: ids.create("hdl"), hook_id: id, owner, at: clock.now, ...change };
  }

  describe("hooks", () => {
    test("are read as they were written, with the end of their secret alone", async () => {
      const hook = await made({ filter: [{ field: "body.a", op: "is", value: "1" }] });
      const stored = await hooks.get(hook.id);
      expect(stored).toEqual({ ...hook, hint: stored?.hint });
      expect(SECRET.endsWith(stored?.hint ?? "-")).toBe(true);
      expect(await hooks.secretOf(hook.id)).toBe(SECRET);
      expect(await hooks.get("hok_nobody")).toBeUndefined();
      expect(await hooks.secretOf("hok_nobody" as Hook["id"])).toBe("");
    });

    test("are listed for their owner, newest first", async () => {
      const first = await made({ owner: "bob" });
      clock.now += 1;
      const second = await made({ owner: "bob" });
      await made({ owner: "eve" });
      expect((await hooks.list("bob")).map(({ id }) => id)).toEqual([second.id, first.id]);
    });

    test("have a mail name of their own", async () => {
      const mail = { name: "issues", senders: ["@example.com"] };
      const hook = await made({ mail });
      expect(await hooks.ofMail("issues")).toMatchObject({ id: hook.id, mail });
      await expect(made({ mail })).rejects.toMatchObject({ kind: "conflict" });
      const other = await made();
      await expect(hooks.change(other.id, { mail }, 2)).rejects.toMatchObject({ kind: "conflict" });
      await hooks.change(hook.id, { mail: null }, 3);
      expect(await hooks.ofMail("issues")).toBeUndefined();
      expect(await hooks.change(other.id, { mail }, 4)).toMatchObject({ mail, updated_at: 4 });
    });

    test("change field by field, and their secret by itself", async () => {
      const hook = await made();
      const changed = await hooks.change(hook.id, { name: "Renamed", enabled: false }, 7);
      expect(changed).toMatchObject({ name: "Renamed", enabled: false, tier: hook.tier, updated_at: 7 });
      await hooks.setSecret(hook.id, "another secret", 8);
      expect(await hooks.secretOf(hook.id)).toBe("another secret");
      expect(await hooks.change("hok_nobody" as Hook["id"], { name: "x" }, 9)).toBeUndefined();
    });

    test("settle in the conversation of one of two deliveries that come at once", async () => {
      const { id } = await made();
      await Promise.all(["cnv_a", "cnv_b"].map((now) => hooks.settleIn(id, { now, was: null })));
      const first = (await hooks.get(id))?.conversation_id ?? "";
      expect(["cnv_a", "cnv_b"]).toContain(first);
      await hooks.settleIn(id, { now: "cnv_c", was: "cnv_elsewhere" });
      expect(await hooks.get(id)).toMatchObject({ conversation_id: first });
      await hooks.settleIn(id, { now: "cnv_c", was: first });
      expect(await hooks.get(id)).toMatchObject({ conversation_id: "cnv_c" });
    });
  });

  describe("a delivery", () => {
    test("begins once, by its key or by its bytes", async () => {
      const hook = await made();
      const first = delivery(hook, { key: "k", digest: "d" });
      expect(await deliveries.begin(first)).toEqual({ delivery: first, isNew: true });
      for (const again of [
        { key: "k", digest: "other" },
        { key: "other", digest: "d" },
      ])
        expect(await deliveries.begin(delivery(hook, again))).toEqual({ delivery: first, isNew: false });
      expect(await deliveries.begin(delivery(await made(), { key: "k" }))).toMatchObject({ isNew: true });
      for (const _ of [1, 2]) expect((await deliveries.begin(delivery(hook))).isNew).toBe(true);
    });

    test("five times at once begins once", async () => {
      const hook = await made();
      const tries = [1, 2, 3, 4, 5].map(() => deliveries.begin(delivery(hook, { key: "once" })));
      const begun = await Promise.all(tries);
      expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(begun.map((each) => each.delivery.id)).size).toBe(1);
    });

    test("is counted by its hook if it was verified, and its end is what the hook shows", async () => {
      const hook = await made();
      const verified = delivery(hook);
      await deliveries.begin(verified);
      await deliveries.settle(verified, { status: "accepted", conversation_id: "cnv_1" });
      const refused = delivery(hook, { status: "refused" });
      await deliveries.begin(refused);
      await deliveries.settle(refused, { status: "refused", reason: "Not signed." });
      expect(await hooks.get(hook.id)).toMatchObject({
        deliveries: 1,
        last_at: refused.at,
        last_status: "refused",
      });
      expect(await deliveries.get(hook.id, verified.id)).toMatchObject({
        status: "accepted",
        conversation_id: "cnv_1",
      });
      expect(await deliveries.get("hok_another" as Hook["id"], verified.id)).toBeUndefined();
      const listed = await deliveries.list(hook.id, { limit: 9 });
      expect(listed.map(({ id }) => id)).toEqual([refused.id, verified.id]);
      const older = await deliveries.list(hook.id, { limit: 9, before: refused.id });
      expect(older).toMatchObject([{ id: verified.id }]);
    });

    test("that was verified and has no end is cut off, the oldest first", async () => {
      const hook = await made();
      const from = clock.now + 1;
      const [first, second, ended] = [delivery(hook), delivery(hook), delivery(hook)];
      for (const each of [second, first, ended]) await deliveries.begin(each);
      await deliveries.settle(ended, { status: "filtered" });
      const found = await deliveries.cutOff({ from, until: clock.now }, 9);
      expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(await deliveries.cutOff({ from: clock.now + 1, until: clock.now + 9 }, 9)).toEqual([]);
    });

    test("goes with its hook", async () => {
      const hook = await made();
      await deliveries.begin(delivery(hook));
      await hooks.remove(hook.id);
      expect(await deliveries.list(hook.id, { limit: 9 })).toEqual([]);
      await deliveries.begin(delivery(hook));
      expect(await deliveries.list(hook.id, { limit: 9 })).toEqual([]);
    });
  });
}

const PLAIN: Omit<Hook, "id" | "verification" | "delivery_id"> = {
  owner: "ann",
  name: "Issues",
  filter: [],
  template: "",
  instructions: "",
  agent: null,
  conversation: "one",
  conversation_id: null,
  tier: "operational",
  rate_per_minute: 60,
  mail: null,
  enabled: true,
  hint: "",
  deliveries: 0,
  last_at: null,
  last_status: null,
  created_at: 1,
  updated_at: 1,
};

const SENT: Omit<HookDelivery, "id" | "hook_id" | "owner" | "at"> = {
  key: null,
  digest: null,
  sender_id: null,
  status: "received",
  reason: null,
  origin: "sender",
  size: 2,
  payload: "{}",
  excerpt: "{}",
  conversation_id: null,
};
