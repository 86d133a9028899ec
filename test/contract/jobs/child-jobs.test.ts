import { expect, test } from "vitest";
import { createChildJob } from "../../../src/children/job/child-job.ts";
import { DELEGATION } from "../../../src/children/job/kinds.ts";
import { queuedInboxes } from "../../../src/children/job/queued-inboxes.ts";
import type { ConversationInit } from "../../../src/domain/conversation/conversation.ts";
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import { createIds, trustId } from "../../../src/domain/ids.ts";
import type { Inbound, ReportInbound, ReportOutcome } from "../../../src/domain/inbound.ts";
import { PRIORITIES } from "../../../src/jobs/job.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const MINUTE = 60_000;
const PARENT = trustId<"cnv">("cnv_parent");
const CHILD = trustId<"cnv">("cnv_child");
const ACCEPTED: Receipt = { status: "accepted", turn_id: "trn_1", message_id: null, seq: 1 };

const TASK: Inbound = {
  type: "user_message",
  key: `task:${CHILD}`,
  source: { channel: "conversation", sender: PARENT },
  parts: [],
};

function init(child: string = CHILD): ConversationInit {
  const job = { kind: DELEGATION.name, priority: PRIORITIES.delegation };
  const parent = { conversation_id: PARENT, call_id: trustId<"call">("call_1"), depth: 1, job };
  const place = { room: null, channel: "conversation", title: "", model: null, mode: null } as const;
  return { conversation_id: trustId<"cnv">(child), owner: "ann", agent: "scholar", ...place, parent };
}

/** A parent and its child, and the jobs between them: what each was sent, and a queue that only notes its rings. */
function family({ receipt = ACCEPTED }: { receipt?: Receipt } = {}) {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const seen = {
    begun: [] as string[],
    received: [] as { to: string; inbound: Inbound }[],
    rung: [] as number[],
  };
  const state = { hasEnded: false, isDeaf: false };
  const inboxes = {
    async begin({ conversation_id }: ConversationInit) {
      seen.begun.push(conversation_id);
      return { ok: true as const, value: receipt };
    },
    async receive(to: string, _owner: string, inbound: Inbound) {
      seen.received.push({ to, inbound });
      return { ok: true as const, value: ACCEPTED };
    },
  };
  const handler = createChildJob(DELEGATION, {
    ...inboxes,
    handOn: async ({ child }) => ({
      ok: true,
      value: state.hasEnded ? null : { init: init(child), inbound: TASK },
    }),
    async reopen() {
      state.hasEnded = false;
      return { ok: true, value: true };
    },
  });
  const jobs = createJobs({
    store: new D1JobStore(nodeD1()),
    doorbell: {
      async ring(_urgency, ids, delay) {
        if (state.isDeaf) throw new Error("the queue is away");
        for (const _ of ids) seen.rung.push(delay);
      },
    },
    handlers: () => [handler],
    ids: createIds(
      () => clock.now,
      (bytes) => void crypto.getRandomValues(bytes),
    ),
    now: () => clock.now,
    log: () => undefined,
  });
  const way = queuedInboxes(inboxes, jobs);
  const begin = (child?: string) => way.begin(init(child), TASK);
  const report = (outcome: ReportOutcome) => way.receive(PARENT, "ann", reportOf(outcome));
  const job = async () => (await jobs.store.list({}, { limit: 1 }))[0];
  return { jobs, way, begin, report, job, seen, state, clock };
}

function reportOf(outcome: ReportOutcome): ReportInbound {
  const account = { steps: 1, cost_usd: 0, trust: "trusted", has_job: true } as const;
  const source = { channel: "conversation", sender: CHILD } as const;
  return { type: "report", key: "dlv_1", source, call_id: trustId("call_1"), outcome, account };
}

const OVERLOADED = { status: "failed", reason: "The model is overloaded.", retryable: true } as const;

test("a task is a row first, and begins once however often it is sent and rung for", async () => {
  const { jobs, begin, report, job, seen } = family();
  await begin();
  await begin();
  expect(seen).toMatchObject({ begun: [], rung: [0] });
  expect([await jobs.runFirst("interactive"), await jobs.runFirst("interactive")]).toEqual([
    "held",
    "not_mine",
  ]);
  expect(seen.begun).toEqual([CHILD]);
  expect(await job()).toMatchObject({ status: "running", priority: 4, conversation_id: PARENT });
  await report({ status: "completed", text: "391" });
  expect(await job()).toMatchObject({ status: "completed", attempts: 1 });
  expect(seen.received).toMatchObject([{ to: PARENT, inbound: { outcome: { text: "391" } } }]);
});

test("a task whose bell was lost is rung for again by the sweep", async () => {
  const { jobs, begin, seen, state, clock } = family();
  state.isDeaf = true;
  await begin();
  state.isDeaf = false;
  clock.now += 91_000;
  expect(await jobs.sweep()).toMatchObject({ rung: 1 });
  expect(await jobs.runFirst("interactive")).toBe("held");
  expect(seen.begun).toHaveLength(1);
});

test("work that goes on for long is not taken for dead", async () => {
  const { jobs, begin, job, clock } = family();
  await begin();
  await jobs.runFirst("interactive");
  clock.now += 24 * 60 * MINUTE;
  await jobs.sweep();
  expect(await job()).toMatchObject({ status: "running" });
  clock.now += 31 * 24 * 60 * MINUTE;
  await jobs.sweep();
  expect(await job()).toMatchObject({ status: "failed", error: expect.stringContaining("month") });
});

test("a failure that may pass is tried again after 2 and 4 minutes, and then told to who asked", async () => {
  const { jobs, begin, report, job, seen, clock } = family();
  await begin();
  for (const minutes of [2, 4]) {
    expect(await jobs.runFirst("interactive")).toBe("held");
    await report(OVERLOADED);
    const at = clock.now + minutes * MINUTE;
    expect(await job()).toMatchObject({ status: "pending", run_after: at, error: OVERLOADED.reason });
    expect(seen.received.at(-1)?.inbound).toMatchObject({ type: "report", again_at: at });
    expect(await jobs.runFirst("interactive")).toBe("not_mine");
    clock.now = at;
  }
  await jobs.runFirst("interactive");
  await report(OVERLOADED);
  expect(seen.rung).toEqual([0, 120, 240]);
  expect(seen.begun).toHaveLength(3);
  expect(await job()).toMatchObject({ status: "failed", attempts: 3, error: OVERLOADED.reason });
  expect(seen.received.at(-1)?.inbound).not.toHaveProperty("again_at");
});

test("a task that cannot be begun fails at once, and who asked is told why", async () => {
  const { jobs, begin, job, seen } = family({
    receipt: { status: "refused", refusal: "archived", reason: "It is archived." },
  });
  await begin();
  expect(await jobs.runFirst("interactive")).toBe("failed");
  expect(await job()).toMatchObject({ status: "failed", error: "It is archived." });
  expect(seen.received[0]).toMatchObject({
    to: PARENT,
    inbound: { type: "report", outcome: { status: "failed", reason: "It is archived.", retryable: false } },
  });
});

test("a task that is cancelled stops, who asked hears of it, and it can be tried again", async () => {
  const { jobs, begin, job, seen, state } = family();
  await begin();
  await jobs.runFirst("interactive");
  const id = (await job())?.id ?? "";
  await jobs.cancel(id);
  expect(seen.received).toMatchObject([
    { to: PARENT, inbound: { type: "report", outcome: { status: "halted" } } },
    { to: CHILD, inbound: { type: "command", command: { name: "halt" } } },
  ]);
  state.hasEnded = true;
  expect(await jobs.retry(id)).toMatchObject({ status: "pending", attempts: 0 });
  expect(await jobs.runFirst("interactive")).toBe("held");
});

test("a task that is stopped before it began never begins", async () => {
  const { jobs, way, begin, job, seen } = family();
  await begin();
  const halt = { type: "command", key: "h", source: TASK.source, command: { name: "halt" } } as const;
  await way.receive(CHILD, "ann", halt);
  expect(await jobs.runFirst("interactive")).toBe("not_mine");
  expect(await job()).toMatchObject({ status: "cancelled" });
  expect(seen.begun).toEqual([]);
});

test("of the jobs that are due the smallest priority goes first, then the earliest", async () => {
  const { jobs, begin, seen, clock } = family();
  const more = { kind: DELEGATION, owner: "ann", conversation_id: PARENT };
  const payload = (child: string) => ({ child, call_id: "call_1", agent: "scholar" });
  await jobs.enqueue({ ...more, payload: payload("cnv_build"), priority: PRIORITIES.build });
  clock.now += 1;
  await begin("cnv_late");
  await jobs.enqueue({ ...more, payload: payload("cnv_scheduled"), priority: PRIORITIES.scheduled });
  await jobs.runFirst("interactive");
  await jobs.runFirst("interactive");
  expect(seen.begun).toEqual(["cnv_late", "cnv_build"]);
  expect(await jobs.runFirst("interactive")).toBe("not_mine");
  expect(await jobs.runFirst("background")).toBe("held");
});
