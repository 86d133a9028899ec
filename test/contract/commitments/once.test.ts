import { expect, test } from "vitest";
import { lookForDue } from "../../../src/commitments/ask.ts";
import { createAskJob } from "../../../src/commitments/job.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import type { Commitment } from "../../../src/memory/ports/model.ts";
import type { Arrival } from "../../../src/routing/front-door-ports.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { D1CommitmentStore } from "../../../src/storage/d1/memory/commitment-store.ts";
import { D1DueStore } from "../../../src/storage/d1/memory/due-store.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 2, 12);

type Death = "enqueued" | "noted" | "before" | "after";

/** Its person's promises over SQLite, with a machine that dies where it is told to. */
function open() {
  const clock = { now: NOW };
  const now = () => clock.now;
  const binding = nodeD1();
  const db = openDatabase(binding);
  const store = new D1CommitmentStore(db);
  const due = new D1DueStore(db);
  const deaths: Death[] = [];
  const dies = (at: Death) => {
    if (deaths[0] !== at) return;
    deaths.shift();
    throw new Error("The machine died.");
  };
  const taken = new Map<string, Arrival>();
  const gone = new Set<string>();
  const ids = createIds(now, (bytes) => void crypto.getRandomValues(bytes));
  const jobs = createJobs({
    store: new D1JobStore(binding),
    doorbell: { ring: async () => undefined },
    handlers: () => [
      createAskJob({
        commitment: async (owner, id) => (await store.get(owner, [id]))[0],
        personOf: async (owner) => ({ owner, role: "member", name: owner }),
        frontDoor: {
          async enter(arrival) {
            dies("before");
            const place = "conversation" in arrival.to ? arrival.to.conversation : JSON.stringify(arrival.to);
            if (gone.has(place))
              return { ok: false, failure: { error: "resource_not_found", reason: "gone" } };
            const key = `${place} ${arrival.inbound.key}`;
            const status = taken.has(key) ? "duplicate" : "accepted";
            taken.set(key, arrival);
            dies("after");
            const receipt = { status, turn_id: null, message_id: null, seq: 0 } as const;
            return { ok: true, value: { id: place as never, receipt } };
          },
        },
      }),
    ],
    ids,
    now,
    log: () => undefined,
  });
  const look = () =>
    lookForDue({
      dueUnasked: (span, limit) => due.dueUnasked(span, limit),
      async noteDelivered(asked) {
        dies("enqueued");
        await due.noteDelivered(asked);
        dies("noted");
      },
      enqueueAll: (wanted) => jobs.enqueueAll(wanted),
      zoneOf: async () => "UTC",
      isAlive: async (_, id) => !gone.has(id),
      now,
    });
  /** A minute of the house: a look, and whatever waits is run. What dies in it is no more. */
  const minute = async () => {
    clock.now += MINUTE;
    await look().catch(() => undefined);
    for (const { id } of await jobs.store.list({ status: "pending" }, { limit: 50 })) await jobs.run(id);
  };
  const minutes = async (count: number) => {
    for (let each = 0; each < count; each++) await minute();
  };
  let made = 0;
  const promise = (more: Partial<Commitment> = {}) =>
    store.put({
      id: `cmt_${++made}`,
      owner: "ann",
      scope: "person",
      who: "",
      what: `send draft ${made}`,
      status: "open",
      due_at: NOW + MINUTE,
      note: "",
      origin: "person",
      trust: "trusted",
      created_at: NOW,
      updated_at: NOW,
      ...more,
    });
  return { store, promise, minutes, deaths, taken, gone, clock };
}

test.each<[string, Death[]]>([
  ["nowhere", []],
  ["before it is noted that they were asked", ["enqueued"]],
  ["right after that", ["noted"]],
  ["before the conversation has it", ["before"]],
  ["after the conversation has it", ["after"]],
  ["everywhere", ["enqueued", "before", "enqueued", "after"]],
])("a promise is asked about once, though the machine dies %s", async (_, deaths) => {
  const house = open();
  house.deaths.push(...deaths);
  await house.promise({ conversation_id: "cnv_1" });
  await house.minutes(30);
  expect([...house.taken.keys()]).toEqual([`cnv_1 due:cmt_1:${NOW + MINUTE}`]);
  expect(house.deaths).toEqual([]);
});

test("it is asked about again when it was moved, and not when it was ticked off, dropped, or is from outside", async () => {
  const { promise, minutes, taken, store, clock } = open();
  const moved = await promise();
  const done = await promise({ due_at: NOW + 5 * MINUTE });
  await promise({ trust: "untrusted" });
  await promise({ status: "cancelled" });
  const dateless = await promise();
  await store.update({ owner: "ann", id: dateless.id }, { due_at: null }, NOW);
  await minutes(2);
  expect(taken.size).toBe(1);
  await store.update({ owner: "ann", id: done.id }, { status: "done" }, clock.now);
  await store.update({ owner: "ann", id: moved.id }, { due_at: NOW + 20 * MINUTE }, clock.now);
  await minutes(30);
  expect([...taken.values()].map(({ inbound }) => inbound.key)).toEqual([
    `due:${moved.id}:${NOW + MINUTE}`,
    `due:${moved.id}:${NOW + 20 * MINUTE}`,
  ]);
});

test("it is asked about where it was made, and in a conversation of its own where that is not there", async () => {
  const { promise, minutes, taken, gone } = open();
  gone.add("cnv_gone");
  await promise({ conversation_id: "cnv_1" });
  await promise({ conversation_id: "cnv_gone" });
  await promise();
  await minutes(2);
  const asked = [...taken.values()].sort((a, b) => a.inbound.key.localeCompare(b.inbound.key));
  expect(asked.map(({ to }) => to)).toEqual([
    { conversation: "cnv_1" },
    {
      new: {
        channel: "web",
        title: expect.stringContaining("send draft 2"),
        key: ["promise", "cmt_2", String(NOW + MINUTE)],
      },
    },
    {
      new: {
        channel: "web",
        title: expect.stringContaining("send draft 3"),
        key: ["promise", "cmt_3", String(NOW + MINUTE)],
      },
    },
  ]);
  expect(asked[0]?.inbound).toMatchObject({
    type: "notice",
    model: "offline/nightjar",
    is_for_person: true,
    text: expect.stringContaining("send draft 1"),
  });
});
