/** Opening of a turn in search mode: searches, then pages, then the model; each step journaled. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ModelEvent, ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { ModelService } from "../../../../src/agent/ports/model-service.ts";
import type { Tool } from "../../../../src/agent/ports/tool.ts";
import type { SettledCall, StepRecord } from "../../../../src/agent/turn.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import { defineTool } from "../../../../src/tools/define-tool.ts";
import { askedIn } from "../../../../src/tools/web/opening/asked.ts";
import { decisionIn } from "../../../../src/tools/web/opening/decide.ts";
import { searchOpening } from "../../../../src/tools/web/opening/opening.ts";
import { bestPages } from "../../../../src/tools/web/opening/pages.ts";
import { shippedTexts } from "../../../support/prompts/shipped.ts";
import { Stage, type StageOptions, says, text, USAGE } from "../../agent/stage.ts";

/** A fast model that says this, and notes what it was asked. */
function fastModel(written: string, asked: ModelRequest[] = []): ModelService {
  return {
    async *stream(request): AsyncGenerator<ModelEvent> {
      asked.push(request);
      yield text(written);
      yield { type: "finish", reason: "stop", usage: USAGE, model: "acme/fast", cost_usd: 0.001 };
    },
    info: (id: string) => ({
      id,
      context_window: 200_000,
      max_output_tokens: 8_000,
      capabilities: { tool: true, json: true } as never,
    }),
    firstConnected: ([first = ""]) => first,
    estimate: () => null,
    fastModel: () => "acme/fast",
  };
}

interface World {
  searched: unknown[];
  read: string[];
  tools: Tool[];
}

function world(found: Readonly<Record<string, readonly string[]>> = {}): World {
  const searched: unknown[] = [];
  const read: string[] = [];
  const search = defineTool({
    name: "web_search",
    description: "",
    schema: z.object({
      query: z.string(),
      focus: z.string().optional(),
      hosts: z.array(z.string()).optional(),
    }),
    effect: "read",
    reach: "outside",
    run: (input) => {
      searched.push(input);
      const urls = found[input.query] ?? ["https://a.example/1"];
      const content = urls.map((url, at) => `${at + 1}. ${url}\n${url}\nAbout it`).join("\n\n");
      return { ok: true, content, trust: "untrusted", links: [...urls] };
    },
  });
  const page = defineTool({
    name: "web_fetch",
    description: "",
    schema: z.object({ url: z.string() }),
    effect: "read",
    reach: "outside",
    run: ({ url }) => {
      read.push(url);
      return { ok: true, content: `The words of ${url}`, trust: "untrusted" };
    },
  });
  return { searched, read, tools: [search, page] };
}

function stage({ tools }: World, model: ModelService, more: Partial<StageOptions> = {}): Stage {
  return new Stage({
    model: [says("They hunt at night.")],
    tools,
    opening: (run) => searchOpening({ model, prompts: shippedTexts }, run),
    turn: { user_text: "How do barn owls hunt at night?" },
    ...more,
  });
}

const LATER = { context: { history_length: 2 } };
const DECISION = JSON.stringify({
  search: true,
  queries: ["owls hunting", "owl hearing"],
  freshness: null,
  focus: "web",
});

describe("search mode", () => {
  test("searches for a plain question as it stands, reads the best pages, and asks the model once", async () => {
    const there = world({
      "How do barn owls hunt at night?": ["https://a.example/1", "https://b.example/2"],
    });
    const asked: ModelRequest[] = [];
    const played = await stage(there, fastModel("", asked)).play();
    expect(asked).toEqual([]);
    expect(there.read).toEqual(["https://a.example/1", "https://b.example/2"]);
    expect(played.outcome.status).toBe("completed");
    expect(played.requests).toHaveLength(1);
    expect(JSON.stringify(played.requests[0]?.messages)).toContain("The words of https://b.example/2");
    expect(played.events.filter(({ type }) => type === "tool_start")).toHaveLength(3);
    expect(played.steps.map(({ reply }) => reply.opening)).toEqual([true, true, undefined]);
  });

  test("asks the fast model what to search for later on, side by side, and never more than three at once", async () => {
    const there = world({ "owls hunting": ["https://a.example/1"], "owl hearing": ["https://a.example/1/"] });
    const played = await stage(there, fastModel(DECISION), LATER).play();
    expect(there.searched).toEqual([{ query: "owls hunting" }, { query: "owl hearing" }]);
    expect(there.read).toEqual(["https://a.example/1"]);
    expect(played.steps[0]?.reply).toMatchObject({ model: "acme/fast", cost_usd: 0.001, usage: USAGE });
    const many = JSON.stringify({ search: true, queries: ["a b", "c d", "e f", "g h"] });
    const more = world();
    await stage(more, fastModel(many), LATER).play();
    expect(more.searched).toHaveLength(3);
  });

  test("answers at once where nothing is to be searched, and the answer bears the decision's cost", async () => {
    const there = world();
    const played = await stage(there, fastModel('{"search": false}'), LATER).play();
    expect(there.searched).toEqual([]);
    expect(played.steps).toHaveLength(1);
    expect(played.steps[0]?.reply.cost_usd).toBeCloseTo(0.011);
  });

  test("loses no cost of a decision when the call after it fails", async () => {
    const failure = { kind: "server", retryable: false, reason: "down" } as const;
    const call = { type: "failed", failure, usage: USAGE, model: "acme/large", cost_usd: 0.002 } as const;
    const played = await stage(world(), fastModel('{"search": false}'), { ...LATER, model: [[call]] }).play();
    const { outcome } = played;
    expect(outcome.status).toBe("failed");
    const spent = "spent" in outcome ? outcome.spent : undefined;
    expect(spent?.cost_usd).toBeCloseTo(0.003);
    expect(spent?.usage.input_tokens).toBe(2 * USAGE.input_tokens);
  });

  test("searches for the words themselves where the fast model fails", async () => {
    const there = world();
    const failing = fastModel("");
    const failure = { kind: "server", retryable: true, reason: "down" } as const;
    failing.stream = async function* () {
      yield { type: "failed", failure, usage: USAGE, model: "acme/fast", cost_usd: 0 };
    };
    await stage(there, failing, LATER).play();
    expect(there.searched).toEqual([{ query: "How do barn owls hunt at night?" }]);
  });

  test("takes small talk for what it is without asking anybody", async () => {
    const there = world();
    const asked: ModelRequest[] = [];
    await stage(there, fastModel('{"search": false}', asked), { turn: { user_text: "Thank you!" } }).play();
    expect(there.searched).toEqual([]);
  });

  test("keeps to the sites and the focus that the words name", async () => {
    const there = world();
    const turn = { user_text: "How do owls hunt? site:a.example focus:papers" };
    await stage(there, fastModel(""), { turn }).play();
    expect(there.searched).toEqual([{ query: "How do owls hunt?", focus: "papers", hosts: ["a.example"] }]);
    expect(askedIn("focus:own my notes").focus).toBe("own");
  });

  test("that is killed after its searches goes on with the pages: nothing is searched twice", async () => {
    const first = world();
    const played = await stage(first, fastModel(DECISION), LATER).play();
    const replies = played.journal.flatMap((entry) => ("reply" in entry ? [entry.reply] : []));
    const calls = played.journal.flatMap((entry) =>
      "record" in entry && entry.step === 1 ? [entry.record] : [],
    );
    const [reply] = replies;
    if (!reply) throw new Error("no reply was journaled");
    const again = world();
    const steps: StepRecord[] = [{ reply, calls }];
    const resumed = await stage(again, fastModel(DECISION), { ...LATER, steps }).play();
    expect(again.searched).toEqual([]);
    expect(again.read).toEqual(["https://a.example/1"]);
    expect(resumed.outcome.status).toBe("completed");
  });

  test("asks the model at once where the agent may not search", async () => {
    const played = await stage({ ...world(), tools: [] }, fastModel("")).play();
    expect(played.steps).toHaveLength(1);
  });
});

describe("a decision", () => {
  test.each([
    [
      'Sure: {"search": true, "queries": ["a b"], "focus": "nonsense"}',
      { search: true, queries: ["a b"], focus: null },
    ],
    ["NONE", { search: false, queries: [] }],
    ['1. owls hunting\n2. "owl hearing"', { search: true, queries: ["owls hunting", "owl hearing"] }],
    ["", undefined],
  ])("is read from %j", (written, decision) =>
    decision === undefined
      ? expect(decisionIn(written)).toBeUndefined()
      : expect(decisionIn(written)).toMatchObject(decision),
  );
});

test("of pages that say nearly the same, the better one is read", () => {
  const words = "Barn owls hunt by hearing alone in complete darkness, say scientists of the institute";
  const content = [
    `1. Owls\nhttps://a.example/1\n${words}`,
    `2. Owls\nhttps://copy.example/2\n${words} today`,
    "3. Other\nhttps://b.example/3\nSomething else entirely about the feathers of these birds and their wings",
  ].join("\n\n");
  const links = ["https://a.example/1", "https://copy.example/2", "https://b.example/3"];
  const result: SettledCall = {
    call_id: trustId("c"),
    name: "web_search",
    content: `${content}\n\n4. Planted\nhttps://never-found.example/\nx`,
    is_error: false,
    trust: "untrusted",
    links,
  };
  expect(bestPages([result], 5)).toEqual(["https://a.example/1", "https://b.example/3"]);
});
