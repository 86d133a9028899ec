/** Prepares a turn for its first model call: casts its agent, and reads everything else in parallel. */

import { aboutVoices } from "../../../src/agent/context/attribution.ts";
import { isTainted } from "../../../src/agent/context/context.ts";
import { modeWords } from "../../../src/agent/context/mode-words.ts";
import { dynamicText } from "../../../src/agent/context/moment.ts";
import { withClientTools } from "../../../src/agent/loop/client-tools.ts";
import { describedTools } from "../../../src/agent/loop/described-tools.ts";
import { specsOf } from "../../../src/agent/loop/specs.ts";
import type { MemoryScope, RecalledItem } from "../../../src/agent/ports/memory.ts";
import type { Tool, ToolQuery } from "../../../src/agent/ports/tool.ts";
import type { StepRecord, Turn, TurnContext } from "../../../src/agent/turn.ts";
import { type Agent, filesOfTier, noSuchTier, turnMemory } from "../../../src/domain/agent.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import { OFFLINE_MODEL } from "../../../src/domain/due-promise.ts";
import type { TurnMode } from "../../../src/domain/fields/mode.ts";
import type { GrantHolder } from "../../../src/domain/grants/coverage.ts";
import type { Message } from "../../../src/domain/message.ts";
import { ownTextOf, textOf } from "../../../src/domain/message.ts";
import { markOf } from "../../../src/domain/text/foreign-text.ts";
import { loadWords } from "../../../src/domain/text/translated/in-language.ts";
import { isOwners } from "../../../src/domain/who-may.ts";
import { withSearch } from "../../../src/tools/find-tools.ts";
import { toolsInMode } from "../../../src/tools/mode-rules.ts";
import { temporaryTools } from "../../../src/tools/temporary-tools.ts";
import type { Cast, NoCast } from "../context/casting.ts";
import type { ContextRequest, TurnContexts } from "../context/turn-context.ts";
import { inWhoseName } from "../ledger/turn-costs.ts";
import { branchOf } from "../rows/branch.ts";
import { readBy } from "../rows/read-by.ts";
import type { Store } from "../rows/store.ts";
import { clientToolsOf } from "../rows/turns/client-tools.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { deliverHelp } from "./crisis-help.ts";
import { ownInstructions } from "./own-instructions.ts";
import { NOTHING, rememberedFor, wishesFor } from "./recalled-memories.ts";
import type { GatherDeps } from "./runner-deps.ts";
import { originOf } from "./steering.ts";
import { modeOfTurn, narrowedBy, tellWhyNot } from "./turn-mode.ts";
import { visitingOf } from "./visiting.ts";

const RECENT_MESSAGES = 6;

export interface PreparedTurn {
  turn: Turn;
  tools: readonly Tool[];
  context: TurnContext;
  /** The inputs of the context, in case it must be built again. */
  contextRequest: ContextRequest;
}

interface GatherInput {
  row: TurnRow;
  /** Journaled earlier. */
  steps: StepRecord[];
  isResumed: boolean;
  contexts: TurnContexts;
  /** Pinned tools of the turn before, if they are remembered. */
  pinsBefore: readonly string[];
  /** Only for the replay of an ended turn: memory is not asked again. */
  recorded?: RecordedMoment;
  /** Only for a replay: the agent's settings that are tried. */
  as?: Agent | undefined;
}

/** The dynamic block as it was, or for turns that kept none, what it was made of. `at` in ms since the epoch. */
export type RecordedMoment = { dynamic: string } | { recalled: readonly RecalledItem[]; at: number };

/** `wanted` aborts when nobody waits any longer; results that come later are not shown. */
export async function gather(
  deps: GatherDeps,
  input: GatherInput,
  wanted: AbortSignal,
): Promise<PreparedTurn | NoCast> {
  const { store, ports } = deps;
  const { steps, contexts } = input;
  const row = { ...input.row, trigger_id: originOf(input.row, steps) };
  const { meta } = store;
  const words = loadWords(row.source.language);
  const cast = await castOf(deps, { row, as: input.as }, wanted);
  if ("refused" in cast) return cast;
  const mode = modeOfTurn(row, meta, cast);
  if (!wanted.aborted) announce(deps, input, { cast, mode });
  if (!wanted.aborted && cast.help) deliverHelp(deps, row, cast.help);
  const { agent, models } = cast;
  const messages = contexts.messages(row, models[0] ?? "");
  const read_by = readBy(store, row.source, ports.kinds);
  const base = turnOf(row, store, { cast, messages, read_by });
  const { owner, is_owners, payer } = base;
  const scope = scopeOfTurn(base);
  const { journaled, known } = recordedIn(input);
  const [tools, surroundings, remembered, skills, preferred] = await Promise.all([
    cast.tools ?? ports.toolbox.list(agent, owner, wishOf(base, input)),
    contexts.surroundings({ row, cast, messages, scope, is_owners }),
    known ?? rememberedFor(deps, { turn: base, scope, messages, wanted }),
    skillsFor(deps, base),
    ports.preferences(base.actor?.person ?? owner),
    ports.budgets.ready({ owner: payer, agent: agent.slug, allowance: cast.limits }),
    words,
    ...inWhoseName(meta).map((slug) => ports.budgets.ready({ owner: payer, agent: slug })),
  ]);
  const usable = meta.temporary ? temporaryTools(tools) : tools;
  const permitted = toolsInMode(mode, is_owners ? usable : usable.filter(({ personal }) => !personal));
  const client_tools = clientToolsOf(store.sql, row.id);
  const offered = withClientTools(cast.tools ? permitted : searchable(deps, permitted, cast), client_tools);
  const { time_zone, language, voice_replies } = preferred;
  const voices = aboutVoices(contexts.voices(agent.slug), cast.place !== undefined);
  if (!wanted.aborted && steps.length === 0) tellWhyNot(deps, { mode, model: models[0], tools: permitted });
  const own = ownInstructions(base, preferred, { messages, isChild: meta.parent !== null });
  const { section: instructions, lines } = own;
  const { changes } = surroundings;
  const told = [...voices, ...lines, ...modeWords(mode, ports.prompts)];
  const { at = ports.now(), ...memories } = { at: known?.at, ...remembered };
  const wishes = known ? [] : wishesFor(deps, { turn: base, scope, messages });
  const moment = { voices: told, wishes, ...memories, changes, skills, time_zone, language };
  const origin = { mark: markOf(row.answer_id), source: row.source, framing: cast.framing };
  const dynamic = journaled ?? dynamicText({ now: at, ...origin, ...moment });
  const contextRequest = {
    row,
    cast,
    tools: specsOf(describedTools(offered, [])),
    surroundings,
    instructions,
    dynamic,
    steps,
  };
  // A sender known only to the channel has no such preference.
  const is_aloud = voice_replies === true && base.actor?.person !== null;
  const holder = mode.acts === "permitted" ? holderOf(store.meta, cast, base) : undefined;
  const narrowed = narrowedBy(mode, base, offered);
  const turn = { ...base, ...narrowed, ...definedOf({ holder, client_tools }), time_zone, is_aloud };
  const context = await contexts.build(contextRequest);
  return { tools: offered, context, contextRequest, turn };
}

/** `journaled`: the block as it was. `known`: memories that are shown instead of asking memory. */
function recordedIn({ steps, recorded }: GatherInput): {
  journaled?: string;
  known?: { recalled: readonly RecalledItem[]; at?: number; account?: string };
} {
  if (recorded && "recalled" in recorded) return { known: recorded };
  const journaled = recorded?.dynamic ?? steps[0]?.reply.dynamic;
  return journaled === undefined ? {} : { journaled, known: NOTHING };
}

async function castOf(
  deps: GatherDeps,
  { row, as }: Pick<GatherInput, "row" | "as">,
  wanted: AbortSignal,
): Promise<Cast | NoCast> {
  const { store, ports } = deps;
  const recent = () => branchOf(store, row.trigger_id, RECENT_MESSAGES).reverse();
  const visiting = visitingOf(deps, row);
  const is_let_in = isLetIn(store, row);
  const cast = await ports.casting.cast(
    { turn: row, meta: store.meta, recent, visiting, is_let_in, as },
    wanted,
  );
  if ("refused" in cast || filesOfTier(cast.agent, row.tier) !== undefined) return cast;
  return { refused: "api_fail", reason: noSuchTier(cast.agent, row.tier), retryable: false };
}

/** The offline model goes by names, and is told of all tools. */
function searchable({ ports }: GatherDeps, tools: readonly Tool[], { agent, models }: Cast): readonly Tool[] {
  const model = ports.model.firstConnected(models);
  if (model === OFFLINE_MODEL) return tools;
  return withSearch(tools, { agent, isLight: ports.model.info(model).is_light === true });
}

/** Grants of the owner count only for the owner's own requests that are kept; a child's, for the task of its parent. */
function holderOf(
  { parent, temporary }: Store["meta"],
  { mayBeGranted }: Cast,
  { owner, agent, is_owners, conversation_id, id: turn_id }: Turn,
): GrantHolder | undefined {
  if (!is_owners || temporary) return undefined;
  const mandate = parent?.mandate;
  const isOnBehalfOfItself = mandate?.on_behalf_of.includes(agent.slug) === true;
  const has = (tool: string) => isOnBehalfOfItself || mayBeGranted?.(tool) !== false;
  return { owner, agent: agent.slug, place: mandate?.task ?? { conversation_id, turn_id }, has };
}

/** Whether the actor is a member with the right to write. */
function isLetIn({ members }: Store, { actor }: TurnRow): boolean {
  return actor?.person != null && members.rights.get(actor.person)?.includes("write") === true;
}

/** A resumed turn keeps the tools with which it began. */
function wishOf({ user_text }: Turn, { steps, pinsBefore }: GatherInput): ToolQuery {
  const begun = steps[0]?.reply;
  return { words: user_text, before: pinsBefore, ...(begun && { pinned: begun.pins ?? [] }) };
}

/** The first event of a turn: that it started, or that it resumes and which text is void. */
function announce(
  { pump, ports }: GatherDeps,
  { row, steps, isResumed }: GatherInput,
  { cast, mode: { name: mode } }: { cast: Cast; mode: TurnMode },
): void {
  if (steps.length === 0) {
    const model = ports.model.firstConnected(cast.models);
    const { slug: agent } = cast.agent;
    pump.push({ type: "turn_start", agent, model, mode, trigger_message_id: row.trigger_id });
    for (const text of cast.notices) pump.push({ type: "notice", level: "info", text });
  }
  if (isResumed) pump.push({ type: "reset", from_step: steps.length + 1 });
}

/** A model without tools can't load a skill, so the skills that fit the words are put into its context. */
function skillsFor({ ports }: GatherDeps, { agent, owner, models, user_text }: Turn) {
  const hasTools = ports.model.info(models[0] ?? "").capabilities.tool;
  return hasTools ? [] : ports.fittingSkills(agent, owner, user_text);
}

/** Scope of the turn's recall and of its standing memory. */
function scopeOfTurn({ owner, agent, conversation_id, room, memory }: Turn): MemoryScope {
  const scope = { owner, agent: agent.slug, conversation_id };
  return {
    ...scope,
    ...(room !== undefined && { room }),
    ...(memory === "place" && { apart: true }),
    ...(memory === "agent" && { alone: true }),
  };
}

function turnOf(
  row: TurnRow,
  store: Store,
  { cast, messages, read_by }: Pick<Turn, "read_by"> & { cast: Cast; messages: readonly Message[] },
): Turn {
  const { meta, transcript } = store;
  const { agent, models, rules, limits } = cast;
  const trigger = transcript.get(row.trigger_id);
  const mandate = meta.parent?.mandate;
  return {
    id: row.id,
    conversation_id: meta.conversation_id,
    answer_id: row.answer_id,
    trigger_message_id: row.trigger_id,
    owner: meta.owner,
    actor: row.actor,
    is_owners:
      isOwners(row.actor, meta.owner) && trigger?.trust !== "untrusted" && mandate?.is_owners !== false,
    payer: row.payer ?? meta.owner,
    read_by,
    // With other readers, untrusted content in the context must not bring up the person's own memories.
    memory: turnMemory(
      agent.memory,
      row.memory === "place" || (read_by !== undefined && holdsForeign(store, messages)),
    ),
    agent,
    ...(meta.room !== null && { room: meta.room }),
    models,
    rules,
    limits,
    ...(cast.reasoning && { reasoning: cast.reasoning }),
    source: row.source,
    user_text: wordsOf(messages),
    // Words that were written after reading untrusted content do not count as the owner's.
    own_text: mandate?.tainted ? "" : wordsOf(messages, "own"),
  };
}

function holdsForeign({ compactions }: Store, messages: readonly Message[]): boolean {
  return compactions.newest()?.tainted === true || messages.some(isTainted);
}

/** A burst is answered as one. Notices, such as reminders, are not the words of a person. */
function wordsOf(messages: readonly Message[], whose: "everybody's" | "own" = "everybody's"): string {
  const burst = messages.slice(messages.findLastIndex((message) => message.role === "assistant") + 1);
  const said = burst.filter(
    ({ role, trust }) => role === "user" && (whose !== "own" || trust !== "untrusted"),
  );
  return messages.at(-1)?.role === "user"
    ? said.map(({ parts }) => (whose === "own" ? ownTextOf(parts) : textOf(parts))).join("\n")
    : "";
}
