/** One tool call: look-up, validation, policy, run with a time limit. Every outcome becomes a record. */

import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import type { CallId } from "../../domain/ids.ts";
import type { Denial, MediaPart } from "../../domain/message.ts";
import type { Source } from "../../domain/sources/source.ts";
import { shownWithNote } from "../../domain/text/hidden-text.ts";
import type { Deadline } from "../../domain/time/deadline.ts";
import { type Trust, trustIf } from "../../domain/trust.ts";
import { schemaForModels } from "../../platform/json-schema/for-models.ts";
import type { GrantsPort } from "../ports/grants.ts";
import type { ParkedCall, Resumption } from "../ports/parked-call.ts";
import type { PolicyPort } from "../ports/policy.ts";
import type { ConversationPort, CutOutput, Tool, ToolContext, ToolOutcome } from "../ports/tool.ts";
import type { TurnTrust } from "../ports/trust.ts";
import type { ReadText } from "../sources/number.ts";
import {
  type CallRecord,
  type SettledCall,
  STOPPED,
  type StepRecord,
  type ToolCall,
  type Turn,
} from "../turn.ts";
import { freshGrants, type GrantedVerdict, verdictOf } from "./grant-claim.ts";
import { patienceWith } from "./patience.ts";

/** Characters of an error that a tool throws. */
const MAX_MESSAGE = 4_000;

export interface CallDeps {
  policy: PolicyPort;
  grants: GrantsPort;
  /** Given to each tool as it runs. */
  conversation: ConversationPort;
  /** ms since the epoch. */
  now(): number;
  /** Starts the time limit of a call, which is cleared when the call has ended. */
  deadline(ms: number): Deadline;
  /** Applied to every result, whoever made the tool. */
  cut: CutOutput;
  /** Keeps the texts that a call has read. Never rejects: a text that could not be kept is no source. */
  keepSources(read: readonly ReadText[], trust: Trust): Promise<Source[]>;
}

/** A call's record, and the sources that its result is to have, not yet numbered. */
export interface CallRun {
  record: CallRecord;
  read: Source[];
}

/** A call that may run: its arguments have passed the tool's schema. */
export interface ReadyCall {
  call: ToolCall;
  tool: Tool;
  input: unknown;
}

type Preparation =
  | { status: "ready"; ready: ReadyCall }
  | { status: "settled"; result: SettledCall }
  | { status: "parked"; parked: ParkedCall };

/** Decides without running anything. A call that was allowed before skips the policy. Never rejects. */
export async function prepareCall(
  call: ToolCall,
  tools: readonly Tool[],
  check: Omit<Check, "tool">,
): Promise<Preparation> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (!tool) return settledError(call, `There is no tool "${call.name}". Available: ${namesOf(tools)}.`);
  if (!call.input.ok) return settledError(call, call.input.why ?? malformedArguments(call.input.text));
  try {
    return await checkedCall(call, call.input.value, { ...check, tool });
  } catch (problem) {
    return settledError(call, `${tool.name} could not be checked, so nothing was run: ${messageOf(problem)}`);
  }
}

interface Check {
  tool: Tool;
  turn: Turn;
  trust: TurnTrust;
  policy: PolicyPort;
  grants: GrantsPort;
  /** Steps of the turn so far. */
  steps: readonly StepRecord[];
  approved: boolean;
}

async function checkedCall(call: ToolCall, value: unknown, check: Check): Promise<Preparation> {
  const { tool, turn, trust, policy, approved } = check;
  const parsed = tool.input.parse(schemaForModels(tool.input.json).original(value));
  if (!parsed.ok) return settledError(call, `Invalid arguments for ${tool.name}: ${parsed.problem}`);
  const ready = { call, tool, input: parsed.value };
  if (approved) return { status: "ready", ready };
  const { agent, rules } = turn;
  const question = { tool, input: parsed.value, call_id: call.call_id, agent, turn: trust, rules };
  return ruled(ready, agent.slug, await verdictOf(policy, question, grantsOf(call, check)));
}

function grantsOf({ call_id }: ToolCall, { turn, grants, steps }: Check) {
  const { id, holder, time_zone = null } = turn;
  return { grants, holder, time_zone, key: `${id}:${call_id}`, fresh: freshGrants(steps) };
}

function ruled(ready: ReadyCall, agent: string, { verdict, grant }: GrantedVerdict): Preparation {
  switch (verdict.verdict) {
    case "allow":
      return { status: "ready", ready };
    case "deny":
      return settledError(ready.call, verdict.reason, verdict.is_held && { by: "person" });
    case "ask":
      return {
        status: "parked",
        parked: {
          kind: "approval",
          tool: ready.tool.name,
          input: ready.input,
          reason: verdict.reason,
          agent,
          ...definedOf({ provenance: verdict.provenance, read: verdict.read, plan: verdict.plan, grant }),
          ...definedOf({ by_voice: verdict.by_voice }),
        },
      };
  }
}

interface CallLife {
  turn: Turn;
  /** Trust of the context in which the model made the call. */
  trust: Trust;
  /** The turn's content when its step began, for decisions of trust. */
  seen: TurnTrust;
  signal: AbortSignal;
  resumed: Resumption | undefined;
  progress(data: unknown): void;
  begin(): void;
}

/**
 * Runs the call. Never throws. An unintended error of a tool may hold anybody's words, so its text is
 * untrusted.
 */
export async function runCall(deps: CallDeps, ready: ReadyCall, life: CallLife): Promise<CallRun> {
  const { call, tool } = ready;
  const { signal } = life;
  const limit = patienceWith(tool, deps);
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    const context = contextOf(deps, call, { ...life, signal: either, alive: limit.alive });
    const outcome = await Promise.race([tool.run(ready.input, context), abortion(either)]);
    const cut = deps.cut(outcome, { tool: tool.name, context });
    const record = recordOutcome(call, cut instanceof Promise ? await cut : cut);
    return { record, read: await sourcesOf(deps, outcome) };
  } catch (problem) {
    const [halted, late] = [signal.aborted, limit.signal.aborted];
    const why = whyItFailed(tool, problem, { halted, late });
    const record = failedRecord(call, why, trustIf(!halted && !late && !(problem instanceof AppError)));
    return { record, read: [] };
  } finally {
    limit.clear();
  }
}

async function sourcesOf({ keepSources }: CallDeps, outcome: ToolOutcome): Promise<Source[]> {
  if (!("ok" in outcome) || !outcome.ok || !outcome.sources) return [];
  return keepSources(outcome.sources, outcome.trust);
}

function contextOf(
  deps: CallDeps,
  { call_id }: ToolCall,
  life: CallLife & Pick<ToolContext, "alive">,
): ToolContext {
  const { turn, trust, seen, signal, resumed, progress, begin, alive } = life;
  const { conversation_id, agent, owner, actor, is_owners, payer, memory, source, rules } = turn;
  return {
    conversation_id,
    turn_id: turn.id,
    call_id,
    agent,
    owner,
    actor,
    is_owners,
    memory,
    source,
    message_id: turn.trigger_message_id,
    ...(turn.room !== undefined && { room: turn.room }),
    trust,
    now: deps.now(),
    time_zone: turn.time_zone ?? null,
    signal,
    idempotency_key: `${turn.id}:${call_id}`,
    conversation: deps.conversation,
    payer,
    rules,
    seen,
    ...(resumed && { resumed }),
    progress,
    alive,
    begin,
  };
}

function recordOutcome(call: ToolCall, outcome: ToolOutcome): CallRecord {
  const { call_id, name } = call;
  if ("parked" in outcome) return { state: "parked", call_id, parked: outcome.parked };
  if (!outcome.ok) return failedRecord(call, outcome.error, outcome.trust ?? "trusted");
  const { content, trust, media, is_seen, links, structured_from } = outcome;
  const result: SettledCall = { call_id, name, content: seenBy(content, trust), is_error: false, trust };
  if (media) result.media = is_seen ? media.map((part) => seenIn(call_id, part)) : media;
  if (links) result.links = links;
  if (structured_from !== undefined) result.structured_from = structured_from;
  return { state: "settled", call_id, result };
}

function seenIn(call_id: CallId, part: MediaPart): MediaPart {
  return part.type === "file" ? part : { ...part, call_id };
}

function whyItFailed(tool: Tool, problem: unknown, { halted, late }: { halted: boolean; late: boolean }) {
  const unknown = tool.effect === "once" ? " Its outcome is unknown." : "";
  if (halted) return `${STOPPED}${unknown}`;
  if (late) return `${tool.name} took longer than its time limit.${unknown}`;
  return `${tool.name} failed: ${messageOf(problem)}`;
}

function messageOf(problem: unknown): string {
  return (problem instanceof Error ? problem.message : String(problem)).slice(0, MAX_MESSAGE);
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Error("aborted"));
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });
}

function failedRecord(call: ToolCall, error: string, trust: SettledCall["trust"]): CallRecord {
  return {
    state: "settled",
    call_id: call.call_id,
    result: { ...errorResult(call, seenBy(error, trust)), trust },
  };
}

/** Invisible characters reach neither the model nor, in its place, people, who are told of their removal. */
function seenBy(content: string, trust: Trust): string {
  return trust === "untrusted" ? shownWithNote(content) : content;
}

function settledError(call: ToolCall, error: string, denied?: Denial): Preparation {
  return { status: "settled", result: { ...errorResult(call, error), ...(denied && { denied }) } };
}

export function errorResult(call: { call_id: CallId; name: string }, content: string): SettledCall {
  return { call_id: call.call_id, name: call.name, content, is_error: true, trust: "trusted" };
}

function malformedArguments(text: string): string {
  return `The arguments are not valid JSON, so nothing was run. Send them again as one JSON object. Received: ${text.slice(0, 500)}`;
}

function namesOf(tools: readonly Tool[]): string {
  return tools.map((tool) => tool.name).join(", ") || "none";
}
