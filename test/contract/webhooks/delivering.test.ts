import { describe, expect, test } from "vitest";
import { PRESETS } from "../../../src/hooks/presets.ts";
import { verify } from "../../../src/hooks/verify.ts";
import { openEndpoint, TURN } from "./support.ts";

type Opened = Awaited<ReturnType<typeof openEndpoint>>;

/** The verdict of a receiver that follows standardwebhooks.com. */
async function proved({ sent, clock }: Opened, secret: string, at = sent.length - 1): Promise<boolean> {
  const { headers, body } = sent[at] ?? { headers: {}, body: "" };
  const bytes = Uint8Array.from(new TextEncoder().encode(body));
  const to = { query: new URLSearchParams() };
  const signed = { headers: new Headers(headers), to, body: bytes, id: headers["webhook-id"] };
  return (await verify(PRESETS.standard.verification, secret, { signed, now: clock.now })).ok;
}

describe("an event", () => {
  test("is sent once, signed, with ids and no words, however often it is told", async () => {
    const opened = await openEndpoint();
    await opened.tell();
    await opened.tell();
    await opened.run();
    expect(opened.sent).toHaveLength(1);
    expect(JSON.parse(opened.sent[0]?.body ?? "")).toEqual({
      type: "turn.ended",
      timestamp: "2026-11-23T00:00:00.000Z",
      data: {
        conversation_id: "cnv_1",
        turn_id: "trn_1",
        agent: "tutor",
        room: null,
        status: "completed",
        message_id: "msg_a",
      },
    });
    expect(await proved(opened, opened.secret)).toBe(true);
    expect(await proved(opened, "whsec_AAAA")).toBe(false);
    expect(await opened.listed()).toMatchObject([{ status: "delivered", http_status: 204, attempts: 1 }]);
  });

  test("has its words where the endpoint asks for them", async () => {
    const opened = await openEndpoint({ payload: "full" });
    await opened.tell();
    await opened.run();
    expect(JSON.parse(opened.sent[0]?.body ?? "")).toMatchObject({ data: { text: "It is 7." } });
    expect(JSON.stringify(await opened.listed())).not.toContain("It is 7");
  });

  test.each([
    ["another person's", { ...TURN, readers: ["bob"] }, {}],
    ["a child's", { ...TURN, meta: { ...TURN.meta, parent: {} } }, {}],
    ["another agent's", TURN, { agents: ["painter"] }],
    ["one outside the rooms", TURN, { rooms: ["lobby"] }],
    ["of another type", TURN, { events: ["question.asked"] as const }],
    ["for an endpoint that is turned off", TURN, { enabled: false }],
  ] as const)("%s is not queued", async (_, told, change) => {
    const opened = await openEndpoint(change);
    await opened.tell(told);
    expect(await opened.listed()).toEqual([]);
  });

  test("is dropped if its owner may not read the conversation when it is sent", async () => {
    const opened = await openEndpoint();
    await opened.tell();
    opened.rights.readers.clear();
    await opened.run();
    expect(opened.sent).toEqual([]);
    expect(await opened.listed()).toMatchObject([{ status: "dropped" }]);
    const gone = await openEndpoint();
    await gone.tell();
    gone.rights.people.clear();
    await gone.run();
    expect(await gone.listed()).toMatchObject([{ status: "dropped" }]);
  });

  test("whose job was lost with the machine is sent by the look of a minute, under its id", async () => {
    const opened = await openEndpoint();
    await opened.tell();
    const [id] = [...opened.jobs.keys()];
    opened.jobs.clear();
    opened.clock.now += 61_000;
    await opened.look();
    expect([...opened.jobs.keys()]).toEqual([id]);
    await opened.run();
    expect(opened.sent.map(({ headers }) => headers["webhook-id"])).toEqual([(await opened.listed())[0]?.id]);
  });
});

describe("an attempt that fails", () => {
  test("is made again by the schedule, and after the last one the endpoint is turned off and its owner told", async () => {
    const opened = await openEndpoint();
    opened.answers.push(...Array.from({ length: 10 }, () => ({ status: 500, body: "broken" })));
    await opened.tell();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await opened.run();
      const [{ next_at, excerpt } = { next_at: null, excerpt: "" }] = await opened.listed();
      expect(excerpt).toBe("broken");
      if (next_at === null) break;
      pauses.push((next_at - opened.clock.now) / 1000);
      opened.clock.now = next_at;
    }
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(new Set(opened.sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await opened.listed()).toMatchObject([{ status: "failed", attempts: 10 }]);
    expect(await opened.endpoints.get(opened.endpoint.id)).toMatchObject({ enabled: false });
    expect(opened.told).toEqual(["All attempts of the last three days failed."]);
  });

  test("waits as long as the endpoint asks, and succeeds later", async () => {
    const opened = await openEndpoint();
    opened.answers.push({ status: 429, headers: { "retry-after": "120" } }, null);
    await opened.tell();
    await opened.run();
    expect((await opened.listed())[0]?.next_at).toBe(opened.clock.now + 120_000);
    opened.clock.now += 120_000;
    await opened.run();
    expect(await opened.listed()).toMatchObject([{ status: "pending", reason: "The connection broke." }]);
    opened.clock.now += 300_000;
    await opened.run();
    expect(await opened.listed()).toMatchObject([{ status: "delivered", attempts: 3 }]);
    expect(await opened.endpoints.get(opened.endpoint.id)).toMatchObject({ failing_since: null });
  });

  test("with 410 is the last one, and the endpoint is turned off", async () => {
    const opened = await openEndpoint();
    opened.answers.push({ status: 410 });
    await opened.tell();
    await opened.run();
    expect(await opened.listed()).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect(await opened.endpoints.get(opened.endpoint.id)).toMatchObject({
      enabled: false,
      disabled_reason: "The endpoint answered 410: it wants no more events.",
    });
  });
});

test("for a day both secrets sign, then the new one alone", async () => {
  const opened = await openEndpoint();
  const { endpoints, endpoint, clock, secret } = opened;
  const renewed = `whsec_${btoa("another secret of this endpoint.")}`;
  await endpoints.setSecret(endpoint.id, renewed, { now: clock.now, previous_until: clock.now + 86_400_000 });
  await opened.tell();
  await opened.run();
  expect([await proved(opened, secret), await proved(opened, renewed)]).toEqual([true, true]);
  clock.now += 86_400_000;
  expect(await endpoints.secretsOf(endpoint.id, clock.now)).toEqual([renewed]);
});

test("jobs that failed and builds that are ready are told once, and those of webhooks never", async () => {
  const opened = await openEndpoint({ events: ["job.failed", "build.ready"] });
  const now = opened.clock.now;
  const job = (id: string, kind: string) =>
    `INSERT INTO jobs (id, kind, owner, status, run_after, finished_at, created_at, updated_at)
     VALUES ('${id}', '${kind}', 'ann', 'failed', ${now}, ${now}, ${now}, ${now})`;
  const build = `INSERT INTO builds (id, owner, name, description, conversation_id, call_id, status, version,
    created_at, ended_at) VALUES ('bld_1', 'ann', 'trains', '', 'cnv_1', 'call_1', 'completed', 2, ${now}, ${now})`;
  for (const sql of [job("job_1", "memory.extract"), job("job_2", "webhooks.deliver"), build])
    await opened.db.$client.prepare(sql).run();
  await opened.look();
  await opened.look();
  await opened.run();
  expect(
    opened.sent
      .map(({ body }) => JSON.parse(body).data)
      .map((data) => data.job_id ?? data.build_id)
      .sort(),
  ).toEqual(["bld_1", "job_1"]);
});
