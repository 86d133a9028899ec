import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { CallId, ConversationId } from "../../../../src/domain/ids.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { ownTexts } from "../../../support/prompts/shipped.ts";
import { reopened, type Setting, type Talk, talk } from "./talk.ts";

const SMALL: Setting = { compact_at_tokens: 1_000 };
/** About 200 tokens. */
const long = (word: string) => `${word} ${"x".repeat(800)}`;

async function chat(setting: Setting, turns: number): Promise<Talk> {
  const open = talk(setting);
  for (let turn = 1; turn <= turns; turn++) await open.say(long(`turn${turn}`));
  return open;
}

function textOf(request: ModelRequest | undefined): string {
  return JSON.stringify([request?.system, request?.messages]);
}

describe("a conversation that passes its threshold", () => {
  test("is summarised once the answer is out, and its next request is short", async () => {
    const open = await chat(SMALL, 6);
    await open.say("And now?");
    const last = open.requests.at(-1);
    expect(open.summaries.length).toBeGreaterThan(0);
    expect(last?.system.at(-1)?.text).toContain("<summary>\nIn short.\n</summary>");
    expect(textOf(last)).not.toContain("turn1 ");
    expect(textOf(last)).toContain("And now?");
  });

  test("keeps every message, and tells people", async () => {
    const open = await chat(SMALL, 6);
    expect(open.store.transcript.branch(open.store.meta.head ?? ("" as never), 100)).toHaveLength(12);
    expect(open.notices().join("\n")).toContain("Every message is kept");
    expect(open.events.filter(({ type }) => type === "compaction")).toHaveLength(open.summaries.length);
  });

  test("is still short after it slept", async () => {
    const open = await chat(SMALL, 6);
    expect(reopened(open).compactions.standing().size).toBeGreaterThan(0);
  });

  test("folds the summary before into the next", async () => {
    let number = 0;
    const open = await chat({ ...SMALL, summarise: () => `Summary ${++number}.` }, 12);
    expect(open.summaries.length).toBeGreaterThan(1);
    expect(textOf(open.summaries[1])).toContain("Summary 1.");
    const newest = open.store.compactions.newest();
    expect(newest).toMatchObject({ summary: `Summary ${number}.` });
    expect(newest?.messages).toBeGreaterThan(
      open.store.compactions.standing().values().next().value?.messages ?? 0,
    );
  });

  test("pays for it in the ledger and in its own sum", async () => {
    const open = await chat(SMALL, 6);
    await open.awake.flush();
    const costs = open.flushed
      .flatMap((batch) => batch.costs)
      .filter(({ purpose }) => purpose === "compaction");
    expect(costs).toHaveLength(open.summaries.length);
    expect(costs[0]).toMatchObject({ model: "test/fast", cost_usd: 0.01, agent: "nightjar" });
    expect(open.store.meta.cost_usd).toBeCloseTo(0.01 * (6 + costs.length));
  });

  test("is written by the agent's prompt, else by the instance's", async () => {
    const ports = { compactionPrompt: "Keep the recipes." };
    const promptOf = async (setting: Setting) =>
      (await chat({ ...SMALL, ports, ...setting }, 5)).summaries[0]?.system[0]?.text.split("\n")[0];
    expect(await promptOf({})).toBe("Keep the recipes.");
    expect(await promptOf({ compaction_prompt: "Keep the songs." })).toBe("Keep the songs.");
    const { summaries } = await chat({ ...SMALL, ports: { prompts: ownTexts } }, 5);
    expect(summaries.map(({ system }) => system[0]?.text).join()).toContain("Own compaction.");
  });

  test("asks memory first", async () => {
    const order: string[] = [];
    const harvested: Message[] = [];
    const flushMemory = {
      flush: async (_scope: unknown, messages: readonly Message[]) => {
        order.push("memory");
        harvested.push(...messages);
      },
    };
    const open = await chat(
      { ...SMALL, ports: { flushMemory }, summarise: () => (order.push("model") > 0 ? "ok" : "") },
      5,
    );
    expect(order.slice(0, 2)).toEqual(["memory", "model"]);
    expect(harvested.map(({ id }) => id)).toContain(
      open.store.transcript.recorded(null, 99).at(-1)?.message.id,
    );
  });

  test("gives memory nothing where another conversation has set it going: nobody has said its task", async () => {
    const harvested: Message[] = [];
    const flushMemory = {
      flush: async (_scope: unknown, messages: readonly Message[]) => void harvested.push(...messages),
    };
    const open = talk({ ...SMALL, ports: { flushMemory } });
    open.store.meta.parent = {
      conversation_id: "cnv_0000000002" as ConversationId,
      call_id: "call_1" as CallId,
      depth: 1,
    };
    for (let turn = 1; turn <= 5; turn++) await open.say(long(`turn${turn}`));
    expect(open.store.compactions.newest()).toBeDefined();
    expect(harvested).toEqual([]);
  });

  test("asks memory again later when it could not", async () => {
    let isAway = true;
    const seen: string[] = [];
    const flushMemory = {
      flush: async (_scope: unknown, messages: readonly Message[]) => {
        if (isAway) throw new Error("away");
        seen.push(...messages.map(({ id }) => id));
      },
    };
    const open = await chat({ ...SMALL, ports: { flushMemory } }, 5);
    expect(open.store.compactions.unflushed().length).toBeGreaterThan(0);
    isAway = false;
    await open.pass(120_000);
    await open.say("Hello again");
    expect(open.store.compactions.unflushed()).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
  });

  test("goes on when the summary cannot be made, and tries again after a rest", async () => {
    let isAway = true;
    const summarise = () => {
      if (isAway) throw new Error("away");
      return "In short.";
    };
    const open = await chat({ ...SMALL, summarise }, 6);
    const tried = open.summaries.length;
    expect(tried).toBe(1);
    expect(open.store.compactions.newest()).toBeUndefined();
    isAway = false;
    await open.pass(120_000);
    await open.say("Again");
    expect(open.store.compactions.newest()).toBeDefined();
  });

  test("does not touch another branch", async () => {
    const open = talk(SMALL);
    const first = await open.say(long("trunk"));
    for (let turn = 1; turn <= 6; turn++) await open.say(long(`left${turn}`));
    await open.say("right", first);
    const last = open.requests.at(-1);
    expect(textOf(last)).not.toContain("began earlier");
    expect(textOf(last)).toContain("trunk");
    expect(textOf(last)).not.toContain("left");
  });
});

describe("a summary on request", () => {
  test("is made the same way, whatever the size", async () => {
    const open = await chat({}, 3);
    const outcome = open.awake.compaction.compact();
    await open.pass();
    expect(await outcome).toMatchObject({
      status: "compacted",
      compaction: { messages: 4, by_model: "test/fast" },
    });
    await open.say("Next");
    expect(open.requests.at(-1)?.system.at(-1)?.text).toContain("first 4 messages");
  });

  test("is refused when there is nothing to summarise", async () => {
    const open = await chat({}, 1);
    const outcome = open.awake.compaction.compact();
    await open.pass();
    expect(await outcome).toMatchObject({ status: "nothing" });
  });

  test("comes by a command too, and its refusal is told", async () => {
    const open = await chat({}, 1);
    const source = { channel: "telegram" as const, sender: "ada" };
    let sent = 0;
    const command = (name: "compact" | "undo_compact") =>
      open.awake.receive({ type: "command", key: `c${++sent}`, source, command: { name } });
    command("compact");
    await open.pass();
    expect(open.notices().at(-1)).toContain("nothing to summarise");
    await open.say("Second");
    await open.say("Third");
    command("compact");
    await open.pass();
    expect(open.store.compactions.standing().size).toBe(1);
    command("undo_compact");
    await open.pass();
    expect(open.store.compactions.standing().size).toBe(0);
  });

  test("can be taken back: the model reads the messages again, and is left in peace", async () => {
    const open = await chat(SMALL, 6);
    const made = open.summaries.length;
    const undone = open.awake.compaction.undo();
    await open.pass();
    expect(await undone).toMatchObject({ summary: "In short." });
    await open.say("All of it?");
    await open.say("Still?");
    expect(textOf(open.requests.at(-1))).toContain("turn5 ");
    expect(open.summaries).toHaveLength(made);
    expect(open.events.map(({ type }) => type)).toContain("compaction_undone");
  });

  test("taken back twice brings back what the one before it stood for", async () => {
    const open = await chat({}, 4);
    for (const _ of [1, 2]) {
      void open.awake.compaction.compact();
      await open.pass();
      await open.say("More");
      await open.say("And more");
    }
    expect(open.store.compactions.standing().size).toBe(2);
    for (const left of [1, 0]) {
      void open.awake.compaction.undo();
      await open.pass();
      expect(open.store.compactions.standing().size).toBe(left);
    }
    const nothing = open.awake.compaction.undo();
    await open.pass();
    expect(await nothing).toBeUndefined();
  });
});

describe("a request that would not fit the model", () => {
  /** Past three quarters of the window is only noticed after the turn; this is past all of it before one. */
  const TIGHT: Setting = { window: 4_000, max_output_tokens: 500, compact_at_tokens: 1_000_000 };
  const huge = (word: string) => `${word} ${"x".repeat(5_000)}`;

  async function outgrown(setting: Partial<Setting>): Promise<Talk> {
    const open = talk({ ...TIGHT, ...setting });
    const held = open.awake.compactor.consider;
    // As after a change of model: what stands there has never been shortened.
    open.awake.compactor.consider = () => undefined;
    for (const word of ["one", "two"]) await open.say(huge(word));
    open.awake.compactor.consider = held;
    return open;
  }

  test("is made to fit by a summary before it is sent", async () => {
    const open = await outgrown({});
    await open.say(huge("three"));
    const last = open.requests.at(-1);
    expect(textOf(last)).toContain("began earlier");
    expect(textOf(last)).toContain("three");
    expect(textOf(last).length / 4).toBeLessThan(4_000);
    expect(open.notices().join("\n")).toContain("being summarised first");
  });

  test("loses sight of the oldest when the summary cannot be made, and says so", async () => {
    const summarise = () => {
      throw new Error("away");
    };
    const open = await outgrown({ summarise });
    await open.say(huge("three"));
    const last = open.requests.at(-1);
    expect(textOf(last)).not.toContain("one xxx");
    expect(textOf(last)).toContain("three");
    expect(open.notices().join("\n")).toContain("doesn't see the oldest messages");
    expect(open.store.transcript.branch(open.store.meta.head ?? ("" as never), 100)).toHaveLength(6);
  });

  test("does not wait for a summary that takes too long", async () => {
    let release: (text: string) => void = () => undefined;
    const open = await outgrown({});
    const slow = new Promise<string>((resolve) => {
      release = resolve;
    });
    const { deps } = open.awake as unknown as {
      deps: { ports: { context: { model: { stream: unknown } } } };
    };
    const { model } = deps.ports.context;
    const real = model.stream as (request: ModelRequest) => AsyncIterable<unknown>;
    model.stream = async function* (request: ModelRequest) {
      if (request.model === "test/fast") await slow;
      yield* real(request);
    };
    const said = open.say(huge("three")).catch((problem: unknown) => problem);
    await said;
    await open.pass(40_000);
    expect(open.events.at(-1)?.type).toBe("turn_end");
    expect(open.notices().join("\n")).toContain("doesn't see the oldest messages");
    release("done");
    await open.pass();
    expect(open.store.compactions.newest()).toBeDefined();
  });

  test("that the provider refuses after all is shortened once and sent again", async () => {
    let refusals = 1;
    const open = talk({
      answer: () => (refusals-- > 0 ? { failure: "context_too_long" } : "Now it fits."),
    });
    refusals = 0;
    await open.say("one");
    await open.say("two");
    refusals = 1;
    const answer = await open.say("three");
    expect(open.store.transcript.get(answer)).toMatchObject({
      status: "complete",
      parts: [{ type: "text", text: "Now it fits." }],
    });
    expect(textOf(open.requests.at(-1))).toContain("began earlier");
  });
});
