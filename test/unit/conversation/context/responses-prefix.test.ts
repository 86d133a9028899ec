/**
 * Requests over OpenAI's Responses API are append-only too: ten turns of a conversation with thinking, tools, memory and
 * a changing prompt, as they would leave the machine.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import { encodeResponses, writeSealed } from "../../../../src/providers/openai/responses/encode.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { asked, ConversationRig, calls, type Move, rounds, says } from "../../../support/machine/rig.ts";
import { modelEntry, providerCall, providerEntry } from "../../providers/scenes.ts";

const TURNS = 10;

const thought = (about: string): Move[] => [
  { type: "reasoning", delta: `About ${about}.` },
  {
    type: "reasoning_end",
    signature: writeSealed({ id: `rs_${about}`, encrypted_content: `sealed ${about}` }),
  },
];

/** Talks, calls one tool after thinking, calls two at once, calls what is not there: in turns. */
function model(request: ModelRequest): Move[] {
  const turn = Number(/\d+/.exec(asked(request))?.[0]);
  const round = rounds(request);
  const call = (name: string, value: unknown, n = 1): [string, string, unknown] => [
    `call_${turn}_${round}_${n}`,
    name,
    value,
  ];
  const steps: Move[][] = [
    [],
    [...thought(`${turn}`), ...calls(call("look", { what: "it" }))],
    [...calls(call("look", { what: "this" }), call("note", { what: "that" }, 2))],
    [...thought(`${turn}`), ...calls(call("no_such_tool", { broken: true }))],
  ];
  const kind = turn % 4;
  const isLast = kind === 0 || round > 1 || (round === 1 && kind !== 1);
  return isLast ? says(`Answer ${turn}, `, "and that is all.") : (steps[kind] ?? says("too far"));
}

const tool = (name: string, effect: "read" | "once") =>
  defineTool({
    name,
    description: name,
    schema: z.object({ what: z.string() }),
    effect,
    reach: "inside",
    run: async ({ what }) => trustedResult(`${name}: ${what}`),
  });

interface Sent {
  /** All that stands before the messages. */
  head: string;
  /** Items of the input, each as its bytes. */
  items: string[];
}

function sent(request: ModelRequest): Sent {
  const call = providerCall({
    request,
    provider: providerEntry({ responses_api: true, prompt_cache_key: true }),
    model: modelEntry({ id: "acme/one", thinking: "effort" }),
  });
  const { input, ...rest } = encodeResponses(call);
  return { head: JSON.stringify(rest), items: (input as unknown[]).map((item) => JSON.stringify(item)) };
}

/** Of each turn, the requests of its steps. */
async function talk(): Promise<Sent[][]> {
  let told = 0;
  const rig = new ConversationRig({
    model,
    tools: () => [tool("look", "read"), tool("note", "once")],
    ports: () => ({
      recall: {
        recall: async (_scope, { query }) => [
          { id: "mem_1", text: `About ${query}`, source: "msg_1", score: 1 },
        ],
        standing: async () => ({ lines: [] }),
        wishes: () => [],
      },
    }),
    cast: () => ({
      sections: () => [`What you always know:\n- Ada likes tea\n- fact ${Math.floor(told / 3)}`],
    }),
  });
  const turns: Sent[][] = [];
  for (told = 1; told <= TURNS; told++) {
    const before = rig.requests.length;
    await rig.say(`Round ${told}`);
    await rig.pass();
    turns.push(rig.requests.slice(before).map(sent));
  }
  return turns;
}

describe("requests over the Responses API", () => {
  let turns: Sent[][];
  beforeAll(async () => {
    turns = await talk();
  });

  it("are as many as the steps, with thinking, calls and results in them", () => {
    expect(turns.map((steps) => steps.length)).toEqual([3, 2, 2, 1, 3, 2, 2, 1, 3, 2]);
    const last = turns.at(-1)?.at(-1)?.items.join("\n") ?? "";
    for (const part of ["encrypted_content", "function_call_output", "no_such_tool", "<context>"])
      expect(last).toContain(part);
  });

  it("extend each other within a turn, byte for byte", () => {
    for (const steps of turns) {
      for (const [index, later] of steps.entries()) {
        const earlier = steps[index - 1];
        if (!earlier) continue;
        expect(later.head).toBe(earlier.head);
        expect(later.items.slice(0, earlier.items.length)).toEqual(earlier.items);
      }
    }
  });

  it("are the same between turns up to the newest message of the turn before, and after it but for the moment", () => {
    for (const [index, steps] of turns.entries()) {
      const earlier = turns[index - 1]?.at(-1);
      const [later] = steps;
      if (!earlier || !later) continue;
      expect(later.head).toBe(earlier.head);
      const newest = earlier.items.findLastIndex((item) => item.includes(`Round ${index}`));
      expect(later.items.slice(0, newest)).toEqual(earlier.items.slice(0, newest));
      expect(later.items.slice(newest + 1, earlier.items.length)).toEqual(earlier.items.slice(newest + 1));
      expect(earlier.items[newest]).toContain("<context>");
      expect(later.items[newest]).not.toContain("<context>");
    }
  });
});
