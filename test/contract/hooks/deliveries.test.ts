import { describe, expect, test } from "vitest";
import { replay, tryOut } from "../../../src/hooks/manual-delivery.ts";
import { PRESETS } from "../../../src/hooks/presets.ts";
import { cutOff, openHook, SECRET, signed } from "./support.ts";

const OPENED = '{"action":"opened","issue":{"title":"It breaks"}}';
const background = () => undefined;

describe("a delivery that is proved", () => {
  test("is an input that nobody vouches for, with what its person wants done", async () => {
    const { send, inboxes, listed } = await openHook({
      instructions: "Sort it.",
      template: "{{body.issue.title}}",
    });
    const taken = await send(OPENED, signed(OPENED, "d-1"));
    expect(taken).toMatchObject({ status: "accepted" });
    const [notice] = inboxes.taken.values();
    expect(notice).toMatchObject({
      type: "notice",
      quoted: { source: "webhook Issues", text: "It breaks" },
      tier: "operational",
      is_for_person: true,
    });
    expect(notice?.text).toContain("Sort it.");
    expect(notice?.text).not.toContain("It breaks");
    expect(await listed()).toMatchObject([
      { status: "accepted", sender_id: "d-1", origin: "sender", excerpt: OPENED },
    ]);
  });

  test("that comes again has one effect, by its id or by its bytes", async () => {
    const { send, inboxes } = await openHook();
    expect(await send(OPENED, signed(OPENED, "d-1"))).toMatchObject({ status: "accepted" });
    expect(await send(OPENED, signed(OPENED, "d-1"))).toMatchObject({ status: "duplicate" });
    expect(await send(OPENED, signed(OPENED, "somebody changed the id"))).toMatchObject({
      status: "duplicate",
    });
    const retried = OPENED.replace("{", '{"attempt":2,');
    expect(await send(retried, signed(retried, "d-1"))).toMatchObject({ status: "duplicate" });
    expect(inboxes.taken.size).toBe(1);
  });

  test("five times at once has one effect", async () => {
    const { send, inboxes } = await openHook();
    await Promise.all([1, 2, 3, 4, 5].map(() => send(OPENED)));
    expect(inboxes.taken.size).toBe(1);
  });

  test.each(["before", "after"] as const)(
    "that dies %s its conversation has it and never comes again is handed in by itself, once",
    async (fault) => {
      const opened = await openHook();
      opened.inboxes.faults.push(fault);
      await expect(opened.send(OPENED)).rejects.toThrow("died");
      expect(await cutOff(opened)).toHaveLength(0);
      opened.clock.now += 120_000;
      expect(await cutOff(opened)).toEqual(["accepted"]);
      expect(opened.inboxes.taken.size).toBe(1);
      expect(await opened.listed()).toMatchObject([{ status: "accepted" }]);
      expect(await cutOff(opened)).toHaveLength(0);
    },
  );

  test("that was cut off and is too large to be kept says so", async () => {
    const opened = await openHook();
    opened.inboxes.faults.push("before");
    await expect(opened.send(JSON.stringify({ text: "x".repeat(300_000) }))).rejects.toThrow("died");
    opened.clock.now += 120_000;
    await cutOff(opened);
    expect(await opened.listed()).toMatchObject([
      { status: "failed", reason: expect.stringContaining("send it again") },
    ]);
  });

  test("that was cut off is tried again where its conversation is busy", async () => {
    const opened = await openHook();
    opened.inboxes.faults.push("before", "full");
    await expect(opened.send(OPENED)).rejects.toThrow("died");
    opened.clock.now += 120_000;
    await expect(cutOff(opened)).rejects.toThrow("Wait.");
    expect(await cutOff(opened)).toHaveLength(0);
    expect(await opened.listed()).toMatchObject([{ status: "failed", reason: "Wait." }]);
  });

  test.each(["before", "after"] as const)(
    "that dies %s its conversation has it is handed in by the next try, once",
    async (fault) => {
      const { send, inboxes, listed } = await openHook();
      inboxes.faults.push(fault);
      await expect(send(OPENED)).rejects.toThrow("died");
      expect(await listed()).toMatchObject([{ status: "received" }]);
      expect(await send(OPENED)).toMatchObject({ status: "accepted" });
      expect(inboxes.taken.size).toBe(1);
      expect(await listed()).toMatchObject([{ status: "accepted" }]);
    },
  );

  test("that its conversation turns away is told to be failed, and taken in when it comes again", async () => {
    const { send, inboxes, listed } = await openHook();
    inboxes.faults.push("full");
    expect(await send(OPENED)).toEqual({ status: "refused", error: "rate_limited", reason: "Wait." });
    expect(await listed()).toMatchObject([{ status: "failed", reason: "Wait." }]);
    expect(await send(OPENED)).toMatchObject({ status: "accepted" });
  });

  test("is the same input though a hundred others have washed its row away", async () => {
    const { send, inboxes, listed, hook, deps } = await openHook({ rate_per_minute: 600 });
    await send(OPENED);
    for (let n = 0; n < 100; n++) await send(`{"n":${n}}`);
    expect(await listed()).toHaveLength(100);
    const taken = inboxes.taken.size;
    await send(OPENED);
    expect(inboxes.taken.size).toBe(taken);
    expect((await deps.hooks.get(hook.id))?.deliveries).toBe(102);
  });

  test("of a sender that signs the time is known by its id, however late the next try is signed", async () => {
    const { send, inboxes, clock } = await openHook({ ...PRESETS.stripe });
    const body = '{"id":"evt_1"}';
    const { createHmac } = await import("node:crypto");
    const stripe = () => {
      const t = clock.now / 1000;
      return {
        "stripe-signature": `t=${t},v1=${createHmac("sha256", SECRET).update(`${t}.${body}`).digest("hex")}`,
      };
    };
    expect(await send(body, stripe())).toMatchObject({ status: "accepted" });
    clock.now += 3_600_000;
    expect(await send(body, stripe())).toMatchObject({ status: "duplicate" });
    expect(inboxes.taken.size).toBe(1);
  });
});

describe("the conversation of a hook", () => {
  test("is the one that its first delivery begins, and another when that is gone", async () => {
    const { send, inboxes, deps, hook } = await openHook({ agent: "clerk" });
    await send("{}");
    expect(inboxes.arrivals[0]?.to).toEqual({
      new: { channel: "web", agent: "clerk", title: "Issues", key: ["hook", hook.id] },
    });
    const first = (await deps.hooks.get(hook.id))?.conversation_id ?? "";
    await send('{"n":2}');
    expect(inboxes.arrivals[1]?.to).toEqual({ conversation: first });
    inboxes.faults.push("gone");
    expect(await send('{"n":3}')).toMatchObject({ status: "accepted" });
    expect(inboxes.arrivals[3]?.to).toMatchObject({ new: { key: ["hook", hook.id, first] } });
    expect((await deps.hooks.get(hook.id))?.conversation_id).not.toBe(first);
  });

  test("is a new one for each, if its person wants that", async () => {
    const { send, inboxes } = await openHook({ conversation: "each" });
    await send('{"n":1}');
    await send('{"n":2}');
    const keys = inboxes.arrivals.map(({ to }) => JSON.stringify(to));
    expect(new Set(keys).size).toBe(2);
  });
});

describe("what is not taken in", () => {
  test("says why in the list, and nothing to its sender", async () => {
    const { send, inboxes, listed } = await openHook();
    const forged = await send(OPENED, { "x-hub-signature-256": `sha256=${"0".repeat(64)}` });
    expect(forged).toMatchObject({ status: "refused", error: "unauthorized" });
    expect(JSON.stringify(forged)).not.toContain("secret");
    await send(OPENED, {});
    await send("{", signed("{"));
    expect(inboxes.arrivals).toEqual([]);
    expect((await listed()).map(({ status, reason, payload }) => [status, reason, payload])).toEqual([
      ["refused", "The signature does not fit the body and the hook's secret.", null],
      ["refused", "The header x-hub-signature-256 is missing.", null],
      ["refused", "The body is not valid JSON.", null],
    ]);
  });

  test("cannot wash the list away", async () => {
    const { send, listed } = await openHook();
    for (let n = 0; n < 50; n++) await send(OPENED, { "x-hub-signature-256": "sha256=00" });
    expect(await listed()).toHaveLength(5);
  });

  test("what the filter passes over is listed with the condition, and known when it comes again", async () => {
    const { send, inboxes, listed } = await openHook({
      filter: [{ field: "body.action", op: "is", value: "closed" }],
    });
    expect(await send(OPENED)).toMatchObject({ status: "filtered" });
    expect(await send(OPENED)).toMatchObject({ status: "duplicate" });
    expect(inboxes.arrivals).toEqual([]);
    expect(await listed()).toMatchObject([
      { status: "filtered", reason: expect.stringContaining("body.action") },
    ]);
  });

  test("more than so many a minute are told when to come again", async () => {
    const { send, inboxes, clock } = await openHook({ rate_per_minute: 2 });
    const sent = [];
    for (let n = 0; n < 3; n++) sent.push(await send(`{"n":${n}}`));
    expect(sent[2]).toMatchObject({ status: "refused", error: "rate_limited", retry_after_s: 30 });
    clock.now += 31_000;
    expect(await send('{"n":2}')).toMatchObject({ status: "accepted" });
    expect(inboxes.taken.size).toBe(3);
  });

  test("a hook that is off, gone, or of somebody who left takes nothing", async () => {
    const off = await openHook({ enabled: false });
    expect(await off.send(OPENED)).toMatchObject({ error: "resource_not_found" });
    expect(await off.listed()).toEqual([]);
    const left = await openHook({ owner: "bob" });
    expect(await left.send(OPENED)).toMatchObject({ error: "forbidden" });
    const gone = await openHook();
    await gone.deps.hooks.remove(gone.hook.id);
    expect(await gone.send(OPENED)).toMatchObject({ error: "resource_not_found" });
  });
});

describe("by hand", () => {
  test("a delivery is replayed by the hook as it is today", async () => {
    const { send, inboxes, deps, hook, listed } = await openHook({
      filter: [{ field: "body.action", op: "is", value: "closed" }],
    });
    await send(OPENED);
    const changed = await deps.hooks.change(hook.id, { filter: [], template: "Now: {{body.action}}" }, 1);
    const [of] = await listed();
    if (!changed || !of) throw new Error("There is no delivery.");
    expect(await replay(deps, { hook: changed, of, background })).toMatchObject({ status: "accepted" });
    expect([...inboxes.taken.values()].map(({ quoted }) => quoted?.text)).toEqual(["Now: opened"]);
    expect(await replay(deps, { hook: changed, of, background })).toMatchObject({ status: "accepted" });
    expect(inboxes.taken.size).toBe(2);
    expect((await listed()).map(({ origin }) => origin)).toEqual(["sender", "replay", "replay"]);
  });

  test("what proved nothing is not replayed", async () => {
    const { send, deps, hook, listed } = await openHook();
    await send(OPENED, {});
    const [of] = await listed();
    if (!of) throw new Error("There is no delivery.");
    expect(await replay(deps, { hook, of, background })).toBeUndefined();
  });

  test("an event of one's own goes the same way", async () => {
    const { deps, hook, inboxes } = await openHook();
    await tryOut(deps, { hook, background, payload: { body: { a: 1 }, headers: {} } });
    expect([...inboxes.taken.values()]).toMatchObject([{ quoted: { text: '{\n  "a": 1\n}' } }]);
  });
});

test("a secret rests sealed, and the old one proves nothing once there is another", async () => {
  const { deps, hook, send } = await openHook();
  expect(await deps.hooks.secretOf(hook.id)).toBe(SECRET);
  expect(JSON.stringify(await deps.hooks.list("ann"))).not.toContain(SECRET);
  await deps.hooks.setSecret(hook.id, "another-secret-of-tests", 1);
  expect(await send(OPENED)).toMatchObject({ error: "unauthorized" });
});
