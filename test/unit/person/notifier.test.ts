import { describe, expect, it } from "vitest";
import type { ConversationNews } from "../../../durable-objects/person/news.ts";
import { Notifier } from "../../../durable-objects/person/notifier.ts";
import { type Subscription, Subscriptions } from "../../../durable-objects/person/subscriptions.ts";
import type { AskNote } from "../../../src/domain/conversation/attention.ts";
import type { CallId } from "../../../src/domain/ids.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { Notice, PushResult } from "../../../src/push/subscription.ts";
import { NodeSql } from "../../support/node-sql.ts";

const ANN = { owner: "psn_ann", name: "Ann", role: "member" } as Principal;
const NOW = 1_000_000_000;

const browser = (id: string, created_at = 0): Subscription => ({
  id,
  endpoint: `https://push.example/${id}`,
  p256dh: "key",
  auth: "secret",
  device: id,
  contact: "https://nightjar.example",
  principal: ANN,
  created_at,
});
const ask = (call_id: string): AskNote => ({
  call_id: call_id as CallId,
  type: "question",
  text: "Tea?",
  options: [],
});
const news = (more: Partial<ConversationNews> = {}): ConversationNews => ({
  id: "cnv_1",
  title: "Garden",
  said_seq: 9,
  unread: true,
  updated_at: NOW,
  asks: [],
  ...more,
});

function scene() {
  const sql = new NodeSql();
  const subscriptions = new Subscriptions(sql);
  const sent: { to: string; notice: Notice }[] = [];
  const state = {
    news: [news()],
    outcome: "sent" as PushResult,
    standing: ANN as Principal | undefined,
    reads: 0,
  };
  /** A life of the object: its memory is lost, its rows stand. */
  const born = () =>
    new Notifier({
      person: "psn_ann",
      subscriptions: new Subscriptions(sql),
      now: () => NOW,
      log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
      standing: async () => state.standing,
      async news() {
        state.reads += 1;
        return state.news;
      },
      async push(to, notice) {
        sent.push({ to: (to as Subscription).id, notice });
        return state.outcome;
      },
    });
  return { subscriptions, sent, state, born };
}

describe("a notification", () => {
  it("goes to each browser of the person, once, also over a death of the object", async () => {
    const { subscriptions, sent, born } = scene();
    for (const id of ["psh_1", "psh_2"]) subscriptions.put(browser(id));
    await born().notify(["cnv_1"]);
    await born().notify(["cnv_1"]);
    expect(sent.map(({ to }) => to).sort()).toEqual(["psh_1", "psh_2"]);
    expect(sent[0]?.notice).toEqual({
      title: "Garden",
      body: "There is a new answer.",
      path: "/c/cnv_1",
      tag: "cnv_1",
    });
  });

  it("comes of a question that waits, read or not, and again of the next one", async () => {
    const { subscriptions, sent, state, born } = scene();
    subscriptions.put(browser("psh_1"));
    const told = async (asks: AskNote[]) => {
      state.news = [news({ unread: false, asks })];
      await born().notify(["cnv_1"]);
    };
    await told([ask("call_1")]);
    await told([ask("call_1")]);
    await told([ask("call_1"), ask("call_2")]);
    expect(sent.map(({ notice }) => notice.body)).toEqual(["Tea?", "Tea?"]);
  });

  it("does not come of what is read, of what is old, or where no browser takes any", async () => {
    const { subscriptions, sent, state, born } = scene();
    await born().notify(["cnv_1"]);
    expect(state.reads).toBe(0);
    subscriptions.put(browser("psh_1"));
    state.news = [news({ unread: false })];
    await born().notify(["cnv_1"]);
    state.news = [news({ said_seq: 10, updated_at: NOW - 3_600_000 })];
    await born().notify(["cnv_1"]);
    expect(sent).toEqual([]);
  });

  it("ends for a browser that takes none any more, and for one whose person is signed out there", async () => {
    const { subscriptions, sent, state, born } = scene();
    subscriptions.put(browser("psh_1"));
    state.outcome = "gone";
    await born().notify(["cnv_1"]);
    expect(subscriptions.all()).toEqual([]);
    subscriptions.put(browser("psh_2"));
    state.standing = undefined;
    await born().recheck();
    expect([subscriptions.all(), sent.length]).toEqual([[], 1]);
  });

  it("is taken by the twenty newest browsers, and one that subscribes again stands once", () => {
    const { subscriptions } = scene();
    for (let at = 0; at < 25; at++) subscriptions.put(browser(`psh_${at}`, at));
    subscriptions.put({ ...browser("psh_24", 30), device: "Phone" });
    expect(subscriptions.all()).toHaveLength(20);
    expect(subscriptions.all()[0]).toMatchObject({ id: "psh_24", device: "Phone" });
    expect(subscriptions.remove("psh_0")).toBe(false);
  });
});
