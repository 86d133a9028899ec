import { describe, expect, test } from "vitest";
import { z } from "zod";
import { rebuild } from "../../../../durable-objects/conversation/birth/rebuild.ts";
import {
  NO_SALVAGE,
  type Salvage,
  salvage,
} from "../../../../durable-objects/conversation/birth/rebuild-salvage.ts";
import type { ReceiveDeps } from "../../../../durable-objects/conversation/inbox/acceptance/acceptance.ts";
import { receive } from "../../../../durable-objects/conversation/inbox/receive.ts";
import { replyPlaceOf } from "../../../../durable-objects/conversation/outbox/reply-place.ts";
import { Subscribers } from "../../../../durable-objects/conversation/readers/subscribers.ts";
import { turnEnd } from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import { Deliveries } from "../../../../durable-objects/conversation/rows/outgoing/deliveries.ts";
import { tablesOf } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import type { Store } from "../../../../durable-objects/conversation/rows/store.ts";
import { intoOf } from "../../../../durable-objects/conversation/rows/turns/turns.ts";
import type { ChannelPort, DeliveryResult } from "../../../../src/channels/channel.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import {
  CHAT,
  ConversationRig,
  calls,
  INIT,
  type Move,
  says,
  text,
  wait,
} from "../../../support/machine/rig.ts";
import { NodeSql } from "../../../support/node-sql.ts";
import { type TestBucket, testBucket } from "../trail/bucket.ts";

const HOME = { ...INIT, channel: CHAT.channel };

interface Place {
  rig: ConversationRig;
  bucket: TestBucket;
}

/** A conversation that lives on a chat platform, which answers each send in this way. */
function onChat(answer: DeliveryResult, model: () => Move[] = () => says("ok")): Place {
  const bucket = testBucket();
  const port: ChannelPort = {
    limits: { text_length: 500, keyed_for_ms: 0, media: [] },
    verify: () => ({ ok: true }),
    parse: () => ({ status: "ignored", reason: "not used" }),
    render: (markdown) => markdown,
    deliver: async () => answer,
  };
  const rig = new ConversationRig({
    init: HOME,
    model,
    tools: () => [askUserTool],
    ports: () => ({ trail: bucket, channels: { get: () => port } }),
  });
  return { rig, bucket };
}

/** Two messages, of which the second comes while the first one's turn looks things up, two seconds each time. */
async function steered(looks: number): Promise<Place> {
  const bucket = testBucket();
  const look = (rig: ConversationRig) =>
    defineTool({
      name: "look",
      description: "",
      schema: z.object({ at: z.number() }),
      effect: "read",
      reach: "inside",
      run: () => rig.machine.sleep(2_000).then(() => trustedResult("found")),
    });
  const rig: ConversationRig = new ConversationRig({
    model: (_request, asked) =>
      asked > looks ? says("for both") : calls([`c${asked}`, "look", { at: asked }]),
    tools: (own) => [look(own)],
    cast: () => ({ steering: () => "next_step" }),
    ports: () => ({ trail: bucket }),
  });
  await rig.say("one");
  await rig.pass(1_000);
  await rig.say("two");
  return { rig, bucket };
}

const SENT: DeliveryResult = { status: "sent", platform_id: "77" };
const BUSY: DeliveryResult = { status: "later", retry_after_ms: 3_600_000, reason: "Too many requests." };

const update = (words: string): UserMessage => ({
  type: "user_message",
  key: `telegram:${words}`,
  source: CHAT,
  parts: [{ type: "text", text: words }],
});

/** The conversation as the trail alone tells it. */
async function rebuilt({ rig, bucket }: Place, saved: Salvage = NO_SALVAGE): Promise<Store> {
  const id = INIT.conversation_id;
  const places = await bucket.list(id);
  async function* segments() {
    for (const place of places) yield { ...place, text: (await bucket.get(id, place)) ?? "" };
  }
  const { ids, timeline } = rig;
  const input = { sql: new NodeSql(), ids, kinds: CHANNELS, now: timeline.now, salvage: saved, init: HOME };
  const found = await rebuild({ ...input, segments: segments() });
  if (!found) throw new Error("the trail makes no conversation");
  return found.store;
}

function depsOf({ ids, timeline }: ConversationRig): ReceiveDeps {
  const carries = {
    carry: () => false,
    ask: () => undefined,
    askUpward: () => undefined,
    personWrote: () => undefined,
    settled: () => undefined,
    tell: () => undefined,
  };
  return { ids, kinds: CHANNELS, now: () => timeline.now, debounce: () => 0, admissions: [], ...carries };
}

describe("a conversation that was rebuilt from its trail", () => {
  test("knows what a platform sends once more for what it is, and what came of it", async () => {
    const place = onChat(SENT);
    const first = await place.rig.receive(update("hello"));
    await place.rig.pass(60_000);
    const store = await rebuilt(place);
    const again = receive(store, update("hello"), depsOf(place.rig));
    expect(again).toMatchObject({ receipt: { ...first, status: "duplicate" }, events: [] });
    expect(store.turns.open()).toEqual([]);
  });

  test("takes what it never had", async () => {
    const place = onChat(SENT);
    await place.rig.receive(update("hello"));
    await place.rig.pass(60_000);
    const { receipt } = receive(await rebuilt(place), update("and now?"), depsOf(place.rig));
    expect(receipt.status).toBe("accepted");
  });

  test("knows every input of many segments, each once", async () => {
    const place = onChat(SENT);
    const keys = Array.from({ length: 12 }, (_, n) => `${n} ${"long ".repeat(4_000)}`);
    for (const words of keys) {
      await place.rig.receive(update(words));
      await place.rig.pass(60_000);
    }
    expect(place.bucket.keys().length).toBeGreaterThan(2);
    const store = await rebuilt(place);
    const known = store.sql.all<{ key: string }>("SELECT key FROM inbox").map(({ key }) => key);
    expect(known.sort()).toEqual(keys.map((words) => `telegram:${words}`).sort());
  });

  test("knows that a reply has arrived, and does not send it again", async () => {
    const place = onChat(SENT);
    await place.rig.receive(update("hello"));
    await place.rig.pass(60_000);
    const before = place.rig.machine.awake?.outbox.deliveries.list({
      before: null,
      status: null,
      limit: 9,
    });
    const store = await rebuilt(place);
    const deliveries = new Deliveries(store.sql);
    expect(deliveries.open()).toEqual([]);
    expect(deliveries.list({ before: null, status: null, limit: 9 })).toMatchObject([
      { id: before?.[0]?.id, status: "sent", kind: "reply", chunk_count: 1, sent: 1, platform_ids: ["77"] },
    ]);
  });

  test("does not send by guess what was under way: it says so, keeps the text, and a person decides", async () => {
    const place = onChat(BUSY);
    await place.rig.receive(update("hello"));
    await place.rig.pass(60_000);
    const store = await rebuilt(place);
    const deliveries = new Deliveries(store.sql);
    expect(deliveries.open()).toEqual([]);
    expect(deliveries.list({ before: null, status: "failed", limit: 9 })).toMatchObject([
      {
        target: CHAT,
        chunks: [{ type: "text", text: "ok" }],
        sent: 0,
        reason: expect.stringContaining("may have arrived"),
      },
    ]);
    expect([...store.log.since(0)].at(-2)).toMatchObject({ type: "delivery", status: "failed" });
  });

  test("remembers what a question that still waits has said already", async () => {
    const place = onChat(SENT, () => [
      text("Let me ask."),
      ...calls(["c1", "ask_user", { question: "Tea?", options: [] }]),
    ]);
    const { rig } = place;
    await rig.receive(update("hello"));
    await rig.pass(60_000);
    const store = await rebuilt(place);
    const [turn] = store.turns.open();
    expect(turn).toMatchObject({ state: "parked", source: CHAT });
    const told = new Deliveries(store.sql).ofTurn(turn?.id ?? rig.ids.create("trn"));
    expect(told).toMatchObject([{ kind: "question", status: "sent", texts: 1 }]);
  });

  test("tells whoever waits on the channel that their answer was lost, and ends it for those who ask again", async () => {
    const place = onChat(SENT, () => [wait(600_000), ...says("too late")]);
    const receipt = await place.rig.receive(update("hello"));
    await place.rig.pass(60_000);
    const store = await rebuilt(place);
    const turn_id = receipt.status === "refused" ? "" : receipt.turn_id;
    expect(new Deliveries(store.sql).open()).toMatchObject([
      {
        turn_id,
        kind: "failure",
        target: CHAT,
        chunks: [{ text: expect.stringContaining("send it again") }],
      },
    ]);
    const ends = [...store.log.since(0)].filter(({ type }) => type === "turn_end");
    expect(ends).toMatchObject([{ turn_id, status: "failed" }]);
  });

  test("knows that a message was taken in by a turn that ran, and which answer is its answer", async () => {
    const place = await steered(3);
    await place.rig.pass(60_000);
    const store = await rebuilt(place);
    const [ran, own] = store.turns.page(null, 2).reverse();
    expect([ran?.state, own?.state, own && intoOf(own)]).toEqual(["completed", "absorbed", ran?.id]);
    const end = await turnEnd(
      { store, subscribers: new Subscribers(() => []), later: () => () => undefined },
      own?.id ?? trustId(""),
    );
    expect(end).toMatchObject({ status: "completed", reply: "for both" });
  });

  test("ends a turn that had taken a message in with one answer below it", async () => {
    const place = await steered(20);
    await place.rig.pass(30_000);
    const store = await rebuilt(place);
    const [answer, second, first] = store.transcript.branch(store.meta.head ?? trustId(""), 10);
    expect([answer?.status, second?.role, first?.role]).toEqual(["failed", "user", "user"]);
    expect(store.turns.open()).toEqual([]);
    const answers = store.transcript.recorded(null, 10).filter(({ message }) => message.role === "assistant");
    expect(answers).toHaveLength(1);
  });

  test("knows where it lives, for what is said unasked", async () => {
    const place = onChat(SENT);
    await place.rig.receive(update("hello"));
    await place.rig.pass(60_000);
    expect(replyPlaceOf(await rebuilt(place), CHANNELS)).toEqual(CHAT);
  });

  test("of what could be saved of a damaged object, goes on with it exactly, also with what the trail lacks", async () => {
    const place = onChat(BUSY);
    const { rig } = place;
    await rig.receive(update("hello"));
    await rig.pass(60_000);
    const late = await rig.receive(update("and this?"));
    await rig.pass(1_000);
    const store = await rebuilt(place, salvage(tablesOf(rig.machine.sql)));
    expect(new Deliveries(store.sql).open().map(({ chunks }) => chunks)).toEqual([
      [{ type: "text", text: "ok" }],
      [{ type: "text", text: "ok" }],
    ]);
    const { receipt } = receive(store, update("and this?"), depsOf(rig));
    expect(receipt).toEqual({ ...late, status: "duplicate" });
  });
});
