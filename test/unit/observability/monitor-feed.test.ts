import { beforeEach, describe, expect, it } from "vitest";
import { type MonitorChange, MonitorFeed } from "../../../src/observability/monitor-feed.ts";

const THINKING = {
  turn_id: "trn_1",
  state: "thinking",
  agent: "nightjar",
  model: "openai/ü",
  step: 1,
  tools: [],
  channel: "web" as const,
  contact: "Ann",
  since: "2026-11-22T00:00:00.000Z",
};

let sent: { owner: string; changes: readonly MonitorChange[] }[];
let failures: unknown[];
let pauses: (() => void)[];
let answers: (() => Promise<unknown>)[];
let feed: MonitorFeed;
let time: number;

beforeEach(() => {
  time = 0;
  sent = [];
  failures = [];
  pauses = [];
  answers = [];
  feed = new MonitorFeed({
    send: (owner, changes) => {
      sent.push({ owner, changes });
      return answers.shift()?.() ?? Promise.resolve();
    },
    onFailure: (problem) => failures.push(problem),
    now: () => time,
    pause: () => new Promise((resolve) => pauses.push(resolve)),
  });
});

/** What is due happens, and what follows from it. */
async function tick(): Promise<void> {
  for (const go of pauses.splice(0)) go();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const change = (conversation_id: string, turn: MonitorChange["turn"] = THINKING) => ({
  conversation_id,
  turn,
});

describe("the monitor's feed", () => {
  it("tells many conversations of one owner in one call, and those of another in theirs", async () => {
    feed.tell("ada", change("a"));
    feed.tell("ada", change("b"));
    feed.tell("bob", change("c"));
    await tick();
    expect(sent).toEqual([
      { owner: "ada", changes: [change("a"), change("b")] },
      { owner: "bob", changes: [change("c")] },
    ]);
  });

  it("tells only the last of what changed twice, and later changes later", async () => {
    feed.tell("ada", change("a"));
    feed.tell("ada", change("a", null));
    await tick();
    feed.tell("ada", change("a", { ...THINKING, step: 2 }));
    await tick();
    expect(sent.map(({ changes }) => changes)).toEqual([
      [change("a", null)],
      [change("a", { ...THINKING, step: 2 })],
    ]);
  });

  it("takes several calls for very many", async () => {
    for (let index = 0; index < 45; index++) feed.tell("ada", change(`c${index}`));
    for (let round = 0; round < 4; round++) await tick();
    expect(sent.map(({ changes }) => changes.length)).toEqual([20, 20, 5]);
  });

  it("tells again what a call that failed was to tell", async () => {
    answers.push(() => Promise.reject(new Error("away")));
    feed.tell("ada", change("a"));
    await tick();
    feed.tell("ada", change("b"));
    for (let round = 0; round < 2; round++) await tick();
    expect(failures).toEqual([new Error("away")]);
    const told = sent.slice(1).flatMap(({ changes }) => changes);
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([change("a"), change("b")]));
  });

  it("does not tell again what is over: the end that came meanwhile stands", async () => {
    answers.push(() => Promise.reject(new Error("away")));
    feed.tell("ada", change("a"));
    await tick();
    feed.tell("ada", change("a", null));
    for (let round = 0; round < 3; round++) await tick();
    expect(sent.slice(1).map(({ changes }) => changes)).toEqual([[change("a", null)]]);
  });

  it("goes on when the object that was to send is gone", async () => {
    feed.tell("ada", change("a"));
    pauses.splice(0);
    feed.tell("ada", change("b"));
    await tick();
    expect(sent.map(({ changes }) => changes)).toEqual([[change("a"), change("b")]]);
  });

  it("tells a change after the one before it has arrived", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(() => promise);
    feed.tell("ada", change("a"));
    await tick();
    feed.tell("ada", change("a", null));
    await tick();
    expect(sent.map(({ changes }) => changes)).toEqual([[change("a")]]);
    resolve();
    for (let round = 0; round < 2; round++) await tick();
    expect(sent.map(({ changes }) => changes)).toEqual([[change("a")], [change("a", null)]]);
  });

  it("waits for no call whose object is gone", async () => {
    answers.push(() => new Promise(() => undefined));
    feed.tell("ada", change("a"));
    await tick();
    feed.tell("ada", change("b"));
    time = 5_000;
    await tick();
    expect(sent.map(({ changes }) => changes)).toEqual([[change("a")], [change("b")]]);
  });
});
