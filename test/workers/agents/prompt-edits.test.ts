/** Edits of the prompts that work beside turns uses: each reaches the model with its next request. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ModelPort, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { PromptName } from "../../../src/agent/prompts/prompt-texts.ts";
import { researchOutside } from "../../../src/app/wiring/research/outside.ts";
import { taskValues } from "../../../src/capabilities/builds/task.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { createModelOcr } from "../../../src/ocr/by-model.ts";
import { PURPOSES, type Purpose } from "../../../src/research/ports.ts";
import type { ResearchId } from "../../../src/research/stored.ts";
import { askRouter } from "../../../src/rooms/router/router.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { scan } from "../../support/pdf.ts";
import "../../support/workers/provided.ts";
import { callApi, chat, request } from "../api.ts";
import { createMachine } from "../memory/machine.ts";
import { house } from "../worker.ts";

const EDITS: Readonly<Partial<Record<PromptName, string>>> = {
  "rules-light": "Own short rules.",
  "search-decision": "Own decision of at most {{most_queries}}.",
  "memory-extraction": "Own extraction.",
  "memory-file": "Own file.",
  "memory-episode": "Own episode.",
  "memory-search": "Own search.",
  "memory-account": "Own account{{#factual}} of facts{{/factual}}.",
  "room-router": "Own router: {{cast}} {{rules}}",
  "builder-task": "Own task: {{name}}, {{purpose}}",
  "ocr-page": "Own page.",
  "research-plan": "Own plan.",
  "research-work": "Own work.",
  "research-write": "Own write.",
  "research-check": "Own check.",
  "research-mend": "Own mend.",
};
const names = Object.keys(EDITS);
const signal = new AbortController().signal;

beforeAll(async () => {
  for (const [name, text] of Object.entries(EDITS))
    await callApi("PUT", `/house-prompts/${name}`, { text, version: 0 });
});
afterAll(async () => {
  for (const name of names) await callApi("DELETE", `/house-prompts/${name}`);
});

/** Answers `{}`, or what is given in turn, and keeps the system texts that it was told. */
function listening(...answers: string[]): { model: ModelPort; told: string[] } {
  const told: string[] = [];
  async function* stream({ system, model }: ModelRequest) {
    told.push(system.map(({ text }) => text).join("\n"));
    yield { type: "text" as const, delta: answers.shift() ?? "{}" };
    yield { type: "finish" as const, reason: "stop" as const, usage: NO_USAGE, model, cost_usd: 0 };
  }
  return { model: { stream }, told };
}

test("memory extracts, sums up and searches by them", async () => {
  const { model, told } = listening('{"memories": []}', '{"summary": "A canal.", "topics": []}');
  const models = {
    ...{ model, prompts: house().prompts },
    fastModel: () => "test/small",
    recordCost: async () => undefined,
  };
  const { memory, owner, say } = createMachine({ deps: { models } });
  await say("cnv_e", ["Ann", "On the canal"], ["agent", "When?"], ["Ann", "In May"], ["agent", "Noted"]);
  const heartbeat = async () => undefined;
  await memory.learning.consolidate({ owner, conversation_id: "cnv_e" }, { signal, heartbeat });
  const file = { owner, path: "notes/boat.md", text: "The boat lies at berth B12." };
  await memory.indexFile({ ...file, trust: "trusted" });
  await memory.learning.consolidateFile(file, signal);
  const asked = { owner, scopes: ["person"] as const, conversation_id: "cnv_e", query: "the canal" };
  await memory.deep({ ...asked, style: "factual", signal, progress: () => undefined });
  for (const words of [
    "Own extraction.",
    "Own episode.",
    "Own file.",
    "Own search.",
    "Own account of facts.",
  ])
    expect(told).toContain(words);
});

test("a room's router, the Builder's task and the reading of scans are by them", async () => {
  const { prompts } = house();
  const routed = listening();
  const room = {
    name: "Bar",
    host: "bart",
    moderator: null,
    crisis_agent: null,
    router_prompt: "Bart first.",
  };
  const cast = [{ slug: "bart", name: "Bart", role: "Host." }];
  const question = { room, agents: cast, muted: [], selected: null, recent: [], signs: "none" } as const;
  await askRouter(routed.model, { ...question, model: "test/small", takesForm: false, prompts }, signal);
  expect(routed.told).toEqual(["Own router: - bart: Bart. Host. Bart first."]);

  const values = taskValues({ name: "word_count", description: "Counts words." }, {});
  expect(await prompts.known("builder-task", values)).toBe("Own task: word_count, Counts words.");

  const seen = listening("One");
  const ocr = createModelOcr({ model: "test/eyes", models: seen.model, prompts, mostCost: () => 0 });
  const place = { owner: "ann", id: "fil_1", name: "letter.pdf", media_type: "application/pdf" };
  await ocr.recognize({ ...place, bytes: scan(1) }, signal);
  expect(seen.told).toEqual(["Own page."]);
});

test("research plans, looks up, writes, checks and mends by them", async () => {
  const outside = await researchOutside(house(), {
    ...{
      id: "res_prompts" as ResearchId,
      owner: "usr_prompts",
      conversation_id: null,
      agent: "nightjar",
      created_at: 0,
    },
    ...{ model: "openai/told", fast_model: "openai/told" },
    order: {
      question: "Why?",
      ...{ ceiling_usd: 1, ask_above_usd: 1, breadth: 1, gap_rounds: 0, gather_until: 0 },
      ...{ unsupported: "mark", may_clarify: false, may_read_named: false, own_sources: false },
    },
  });
  for (const purpose of PURPOSES) {
    const text = tell({ text: [`For ${purpose}.`] });
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
    const { value } = await outside.ask({ purpose, messages, max_output_tokens: 50 }, signal);
    expect(value).toMatchObject({ ok: true, text: `For ${purpose}.` });
    expect(await systemFor(purpose)).toContain(`Own ${purpose}.`);
  }
});

async function systemFor(purpose: Purpose): Promise<string> {
  return JSON.stringify((await askedWith(`For ${purpose}.`)).at(-1)?.messages[0]);
}

/** Requests that the told model had with these words, the oldest first. */
async function askedWith(words: string): Promise<{ messages: unknown[] }[]> {
  const asked = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as ({
    messages: unknown[];
  } | null)[];
  return asked.flatMap((body) => (body && JSON.stringify(body).includes(words) ? [body] : []));
}

test("a small model's turn has its own short rules", async () => {
  const small = "openai/told-small";
  await callApi("PATCH", "/models/settings", { model: small, context_window: 8_000 });
  await chat(tell({ text: ["By short rules."] }), { model: small });
  const system = JSON.stringify((await askedWith("By short rules.")).at(-1)?.messages[0]);
  expect(system).toContain("Own short rules.");
});

test("search mode decides by its own words", async () => {
  const agent = { slug: "decider", name: "Decider", instructions: "Answer.", models: ["openai/told"] };
  await callApi("POST", "/agents", { ...agent, fast_model: "openai/told" });
  const decision = { search: false, queries: [], freshness: null, focus: "web" };
  // Long words need a decision. The same model decides and answers, both times in the words of a decision.
  const words = "I have a question about owls. ".repeat(8) + tell({ text: [JSON.stringify(decision)] });
  await chat(words, { mode: "search", agent: "decider" });
  const [decided] = await askedWith("I have a question about owls.");
  expect(JSON.stringify(decided?.messages[0])).toContain("Own decision of at most 3.");
});

test("an edit without a variable that a prompt needs is refused in words", async () => {
  const edit = (text: string) => request("PUT", "/house-prompts/room-router", { text, version: 1 });
  const refused = await edit("Choose by these rules: {{rules}}");
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Line 1: This prompt needs the variable \\"cast\\". Put it in.');
});
