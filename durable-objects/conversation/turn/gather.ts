/** All that a turn needs before its first model call: who answers it, and what is read side by side. */
import { dynamicText } from "../../../src/agent/context/moment.ts";
import type { RecalledItem } from "../../../src/agent/ports/memory.ts";
import type { ToolSpec } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { StepRecord, Turn, TurnContext } from "../../../src/agent/turn.ts";
import { within } from "../../../src/domain/deadline.ts";
import type { Message } from "../../../src/domain/message.ts";
import { textOf } from "../../../src/domain/message.ts";
import type { Cast } from "../context/casting.ts";
import type { ContextWish, TurnContexts } from "../context/turn-context.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import { originOf } from "./steering.ts";

const RECALL_LIMIT = 5;
const RECALL_BOX_MS = 150;
const RECENT_MESSAGES = 6;

export interface Gathered {
  turn: Turn;
  tools: Tool[];
  context: TurnContext;
  /** What the context is made of, should it have to be made again. */
  wish: ContextWish;
}

export interface GatherInput {
  row: TurnRow;
  /** Journaled earlier. */
  steps: StepRecord[];
  isResumed: boolean;
  contexts: TurnContexts;
}

/** `wanted` aborts when nobody waits for it any more: what is found then is not shown. */
export async function gather(deps: RunnerDeps, input: GatherInput, wanted: AbortSignal): Promise<Gathered> {
  const { store, ports } = deps;
  const { steps, contexts } = input;
  const row = { ...input.row, trigger_id: originOf(input.row, steps) };
  const { meta } = store;
  const recent = () => branchOf(store, row.trigger_id, RECENT_MESSAGES).reverse();
  const cast = await ports.casting.cast({ turn: row, meta, recent }, wanted);
  if (!wanted.aborted) announce(deps, input, cast);
  const { agent, models } = cast;
  const messages = contexts.messages(row, models[0] ?? "");
  const asked = turnOf(row, store, { cast, messages });
  const journaled = steps[0]?.reply.dynamic;
  const words = textOf(messages.at(-1)?.parts ?? []);
  const [tools, surroundings, recalled, granted, skills] = await Promise.all([
    ports.toolbox.list(agent, meta.owner),
    contexts.surroundings(row, cast, messages),
    journaled === undefined ? recall(deps, asked, { words, wanted }) : [],
    ports.granted(meta.owner, agent.slug),
    skillsFor(deps, asked),
    ports.budgets.ready({ owner: meta.owner, agent: agent.slug }),
  ]);
  const moment = { recalled, changes: surroundings.changes, skills };
  const { source } = row;
  const dynamic = journaled ?? dynamicText({ now: ports.now(), source, framing: cast.framing, ...moment });
  const wish = { row, cast, tools: tools.map(specOf), surroundings, dynamic, steps };
  return { tools, context: await contexts.build(wish), wish, turn: { ...asked, granted } };
}

/** What watchers see first: that it started, or that it goes on and which text is void. */
function announce({ pump, store }: RunnerDeps, { row, steps, isResumed }: GatherInput, cast: Cast): void {
  if (steps.length === 0) {
    const mode = row.mode ?? store.meta.mode ?? "normal";
    const [model = ""] = cast.models;
    const { slug: agent } = cast.agent;
    pump.push({ type: "turn_start", agent, model, mode, trigger_message_id: row.trigger_id });
    for (const text of cast.notices) pump.push({ type: "notice", level: "info", text });
  }
  if (isResumed) pump.push({ type: "reset", from_step: steps.length + 1 });
}

/** A model without tools can't load a skill: those that fit the words are put before it. */
function skillsFor({ ports }: RunnerDeps, { agent, owner, models, user_text }: Turn) {
  const hasTools = ports.model.info(models[0] ?? "").capabilities.tool;
  return hasTools ? [] : ports.fittingSkills(agent, owner, user_text);
}

async function recall(
  { ports, pump, later }: RunnerDeps,
  { owner, agent, room, conversation_id }: Turn,
  { words, wanted }: { words: string; wanted: AbortSignal },
): Promise<RecalledItem[]> {
  if (words.trim() === "") return [];
  const scope = { owner, agent: agent.slug, conversation_id, ...(room !== undefined && { room }) };
  const found = await within({ ms: RECALL_BOX_MS, later }, (signal) =>
    ports.recall.recall(scope, { query: words, limit: RECALL_LIMIT }, signal),
  );
  const items = found.status === "ready" ? found.value : [];
  if (items.length > 0 && !wanted.aborted) {
    pump.push({ type: "recall", items: items.map(({ id, text, source }) => ({ id, text, source })) });
  }
  return items;
}

function turnOf(
  row: TurnRow,
  { meta }: Store,
  { cast, messages }: { cast: Cast; messages: readonly Message[] },
): Turn {
  const { agent, models, rules, limits } = cast;
  return {
    id: row.id,
    conversation_id: meta.conversation_id,
    answer_id: row.answer_id,
    trigger_message_id: row.trigger_id,
    owner: meta.owner,
    agent,
    ...(meta.room !== null && { room: meta.room }),
    models,
    rules,
    limits,
    mode: row.mode ?? meta.mode ?? "normal",
    source: row.source,
    user_text: wordsOf(messages),
  };
}

/** A burst is answered as one. What the system says, a reminder say, are not the words of a person. */
function wordsOf(messages: readonly Message[]): string {
  const burst = messages.slice(messages.findLastIndex((message) => message.role === "assistant") + 1);
  const own = burst.filter((message) => message.role === "user");
  return messages.at(-1)?.role === "user" ? own.map((message) => textOf(message.parts)).join("\n") : "";
}

function specOf({ name, description, input }: Tool): ToolSpec {
  return { name, description, input: input.json };
}
