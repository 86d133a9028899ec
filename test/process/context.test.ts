/**
 * Requests are append-only, or the provider's cache is lost: looked at where they leave the machine, over ten turns with
 * tools, memory and the workspace in play, for both SDKs.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, type ScriptedAnswer } from "../support/model-wire/answer.ts";
import { anthropicFrames } from "../support/model-wire/anthropic-frames.ts";
import { openAiFrames } from "../support/model-wire/openai-frames.ts";
import { body, stream } from "../support/model-wire/reply.ts";
import { startWireServer, type WireRequest, type WireServer } from "../support/model-wire/wire-server.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies of two foreign wires, compared as they are
type Json = any;

const TURNS = 10;

/** What the model does in each turn: a list of steps, the last of which says something. */
function stepsOf(turn: number): ScriptedAnswer[] {
  const id = (step: number) => `call_${turn}_${step}`;
  const reasoning = { text: `Thinking of ${turn}.`, signature: `signed-${turn}` };
  const says = { text: [`Answer ${turn}, `, "and that is all."] };
  if (turn % 5 === 1) return [says];
  if (turn % 5 === 2)
    return [
      { reasoning, calls: [call(id(1), "calculate", { expression: `${turn} * 2` })] },
      { reasoning, text: ["Once more. "], calls: [call(id(2), "calculate", { expression: `${turn} + 2` })] },
      says,
    ];
  if (turn % 5 === 3) {
    const content = `Ada's lucky number in round ${turn} is ${turn * 7}.`;
    return [{ calls: [call(id(1), "memory_write", { content, sticky: true })] }, says];
  }
  if (turn % 5 === 4)
    return [
      {
        calls: [
          call(id(1), "memory_search", { query: "lucky number" }),
          call(id(2), "think", { thought: `about ${turn}` }),
        ],
      },
      says,
    ];
  return [
    { reasoning, calls: [call(id(1), "no_such_tool", { broken: true })] },
    { calls: [call(id(2), "calculate", { wrong: "arguments" })] },
    says,
  ];
}

interface WireUnderTest {
  name: string;
  model: string;
  path: string;
  vars(url: string): Record<string, string>;
  frames(answer: ScriptedAnswer): string[];
  tools(request: Json): Json[];
  system(request: Json): Json;
  messages(request: Json): Json[];
  isAnswer(message: Json): boolean;
}

const WIRES: WireUnderTest[] = [
  {
    name: "anthropic",
    model: "claude-sonnet-5-5",
    path: "/v1/messages",
    vars: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "test-key" }),
    frames: anthropicFrames,
    tools: (request) => request.tools,
    system: (request) => request.system,
    messages: (request) => request.messages.map(unmarked),
    isAnswer: (message) => message.role === "assistant",
  },
  {
    name: "openai",
    model: "scripted",
    path: "/v1/chat/completions",
    vars: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "test-key" }),
    frames: openAiFrames,
    tools: (request) => request.tools,
    system: (request) => request.messages[0],
    messages: (request) => request.messages.slice(1),
    isAnswer: (message) => message.role === "assistant",
  },
];

/** Breakpoints are marks of the request, not content: the cache does not see where an earlier request had them. */
function unmarked(message: Json): Json {
  const content = message.content.map(({ cache_control: _mark, ...block }: Json) => block);
  return { ...message, content };
}

describe.each(WIRES)("requests over the $name SDK", (wire) => {
  let server: WireServer;
  let nightjar: Nightjar;
  /** Of the main model: by turn, by step. */
  let turns: Json[][];
  const requests: WireRequest[] = [];

  beforeAll(async () => {
    server = await startWireServer((request) => {
      if (request.path !== wire.path) return body(404, "{}");
      if (request.body.model !== wire.model) return stream(wire.frames({ text: ["{}"] }));
      requests.push(request);
      return stream(wire.frames(answerTo(request)));
    });
    nightjar = await startNightjar({
      launcher: "runtime",
      vars: {
        ...wire.vars(server.url),
        DEFAULT_MODEL: `${wire.name}/${wire.model}`,
        PROMPT_CACHE_LIFETIME: "1h",
      },
    });
    await nightjar.fetch("PUT", "/workspace/SOUL.md", { text: "You love dusk." });
    const conversation_id = await nightjar.createConversation();
    turns = [];
    for (let turn = 1; turn <= TURNS; turn++) {
      if (turn % 5 === 0)
        await nightjar.fetch("PUT", "/workspace/MEMORY.md", { text: `Notes of round ${turn}.` });
      const before = requests.length;
      const { status } = await nightjar.request<{ status: string }>("POST", "/chat", {
        message: `Round ${turn}: what about it?`,
        conversation_id,
      });
      expect([turn, status]).toEqual([turn, "completed"]);
      turns.push(requests.slice(before).map((request) => request.body));
    }
  });
  afterAll(async () => {
    await nightjar?.dispose();
    await server?.close();
  });

  /** The step that is due: as many as the model has made in this turn already. */
  function answerTo({ body: asked }: WireRequest): ScriptedAnswer {
    const messages = wire.messages(asked);
    const newest = messages.findLastIndex((message) => JSON.stringify(message).includes("what about it?"));
    const turn = Number(/Round (\d+)/.exec(JSON.stringify(messages[newest]))?.[1]);
    const step = messages.slice(newest + 1).filter(wire.isAnswer).length;
    return stepsOf(turn)[step] ?? { text: ["(too far)"] };
  }

  /** Tools that a conversation has come to use are added at the end, and stay. */
  function expectSameBeginning(earlier: Json, later: Json): void {
    const known = wire.tools(earlier);
    expect(JSON.stringify(wire.tools(later).slice(0, known.length))).toBe(JSON.stringify(known));
    expect(JSON.stringify(wire.system(later))).toBe(JSON.stringify(wire.system(earlier)));
  }

  it("describe another tool only once it was used", () => {
    const counts = turns.flat().map((request) => wire.tools(request).length);
    const first = counts[0] ?? 0;
    expect([...new Set(counts)]).toEqual([first, first + 1]);
  });

  it("are as many as the steps of each turn", () => {
    expect(turns.map((steps) => steps.length)).toEqual(
      Array.from({ length: TURNS }, (_, index) => stepsOf(index + 1).length),
    );
  });

  it("extend each other within a turn, byte for byte", () => {
    for (const steps of turns) {
      for (const [index, later] of steps.entries()) {
        const earlier = steps[index - 1];
        if (!earlier) continue;
        expectSameBeginning(earlier, later);
        const prefix = wire.messages(later).slice(0, wire.messages(earlier).length);
        expect(JSON.stringify(prefix)).toBe(JSON.stringify(wire.messages(earlier)));
      }
    }
  });

  it("are the same between turns up to the newest message of the turn before, and after it but for the moment", () => {
    for (const [index, steps] of turns.entries()) {
      const earlier = turns[index - 1]?.at(-1);
      const [later] = steps;
      if (!earlier) continue;
      expectSameBeginning(earlier, later);
      const [before, after] = [wire.messages(earlier), wire.messages(later)];
      const newest = before.findLastIndex((message) => JSON.stringify(message).includes("what about it?"));
      expect(JSON.stringify(after.slice(0, newest))).toBe(JSON.stringify(before.slice(0, newest)));
      expect(JSON.stringify(after.slice(newest + 1, before.length))).toBe(
        JSON.stringify(before.slice(newest + 1)),
      );
      expect(JSON.stringify(before[newest])).toContain("<context>");
      expect(JSON.stringify(after[newest])).not.toContain("<context>");
    }
  });

  it("tell what changed meanwhile in the moment, where it costs no cache", () => {
    const last = turns.at(-1)?.[0];
    expect(JSON.stringify(wire.system(last))).toContain("You love dusk.");
    expect(JSON.stringify(wire.system(last))).not.toContain("lucky number in round 3");
    expect(JSON.stringify(wire.messages(last).at(-1))).toContain("new: Ada's lucky number in round 3 is 21.");
  });

  it("end stable, semi-stable and history with a breakpoint of the lifetime that was set", () => {
    if (wire.name !== "anthropic") return;
    const mark = { type: "ephemeral", ttl: "1h" };
    for (const steps of turns.slice(1)) {
      for (const [index, request] of steps.entries()) {
        expect(request.system.at(-1).cache_control).toEqual(mark);
        expect(request.system[0].cache_control).toEqual(mark);
        const marked = request.messages.flatMap((message: Json, at: number) =>
          message.content.some((block: Json) => block.cache_control) ? [at] : [],
        );
        const newest = request.messages.findLastIndex((message: Json) =>
          JSON.stringify(message).includes("what about it?"),
        );
        // Behind what was said, and before what holds for this moment alone.
        expect(marked[0]).toBe(newest);
        const kept = request.messages[newest].content.filter((block: Json) => block.cache_control);
        expect(JSON.stringify(kept)).toContain("what about it?");
        expect(JSON.stringify(kept)).not.toContain("<context>");
        expect(marked.slice(1)).toEqual(index === 0 ? [] : [request.messages.length - 1]);
        expect(JSON.stringify(request).match(/cache_control/g)?.length).toBeLessThanOrEqual(4);
      }
    }
  });
});
