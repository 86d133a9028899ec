/** Provenance of a call: each argument with its origin, and whether a person has to be asked. */

import type { Sink, Tool } from "../../agent/ports/tool.ts";
import type { TurnSources, TurnTrust } from "../../agent/ports/trust.ts";
import type { CallId } from "../../domain/ids.ts";
import { isActSaid } from "../../domain/provenance/acts.ts";
import { isPrivateName, isTextName, wordsOfName } from "../../domain/provenance/argument-kinds.ts";
import { currencyBeside } from "../../domain/provenance/currency.ts";
import { emailsIn, ibansOf, normalText } from "../../domain/provenance/normal-form.ts";
import { type ArgumentOrigin, LONGEST_SINK } from "../../domain/provenance/provenance.ts";
import { isSaid, isSaidInCurrency } from "../../domain/provenance/said.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { plainAddressesIn } from "../addresses.ts";
import { isDictated } from "./dictated.ts";
import { Evidence } from "./evidence.ts";
import { plannedFor } from "./planned.ts";
import { isSameValue, leavesOf } from "./values.ts";

export interface Judgement {
  /** The sinks first. */
  provenance: ArgumentOrigin[];
  /** All of them, though people are shown some. */
  sinks: ArgumentOrigin[];
  /** The tool names its sinks, and each is the person's own word or follows from it. */
  is_clear: boolean;
  /** One place of outside text says all that the call is given. */
  is_dictated: boolean;
  /** The call that planned it, with values that were not known then. */
  plan?: CallId;
}

export interface JudgedCall {
  tool: Tool;
  input: unknown;
  /** Absent: not one of the turn's own calls. */
  call_id?: CallId;
}

const MOST_SHOWN = 40;

export function judge(call: JudgedCall, turn: TurnTrust): Judgement {
  const sources = turn.sources?.() ?? { ...NOTHING, own: [turn.user_text] };
  const evidence = new Evidence(sources);
  const named = sinksOf(call);
  const sinks = (named ?? []).map((sink) => inCurrency(judged(sink, evidence), call, evidence));
  const hidden = named ? hiddenIn(call, { evidence, named }) : [];
  const all = [...sinks, ...hidden];
  const isNamed = named?.some(({ kind }) => kind !== "act") ?? false;
  const provenance = [...all, ...plainIn(call, all, evidence)].slice(0, MOST_SHOWN);
  const is_dictated = isDictated(call.input, evidence, named);
  const known = { provenance, sinks: all, is_dictated };
  const isPersons = isNamed && all.every(({ is_clean }) => is_clean);
  if (isPersons && !is_dictated && !isSpent(call, sources)) return { ...known, is_clear: true };
  const planned = plannedFor({ ...call, sinks: named && all }, sources, evidence);
  if (planned === undefined) return { ...known, is_clear: false };
  return planned.has_gaps || is_dictated
    ? { ...known, is_clear: false, plan: planned.plan }
    : { ...known, is_clear: true };
}

const NOTHING: TurnSources = { own: [], answers: [], memory: "", foreign: [], made: [] };

function sinksOf({ tool, input }: JudgedCall): Sink[] | undefined {
  const touch = tool.touches?.(input);
  if (touch?.to === "urls") return touch.urls.map((value) => ({ path: "url", kind: "address", value }));
  return tool.sinks?.(input);
}

function judged({ path, kind, value }: Sink, evidence: Evidence): ArgumentOrigin {
  const shown = { path, kind, value: oneLine(value, LONGEST_SINK) };
  if (kind !== "act") return { ...shown, ...evidence.originOf(value, kind) };
  const is_clean = isActSaid(value, evidence.asked);
  return { ...shown, origin: { from: is_clean ? "person" : "made" }, is_clean };
}

/** An amount is the person's in the currency that they said, or that came with it. */
function inCurrency(origin: ArgumentOrigin, { input }: JudgedCall, evidence: Evidence): ArgumentOrigin {
  const currency = origin.kind === "amount" ? currencyBeside(input, origin.path) : undefined;
  if (currency === undefined || !origin.is_clean) return origin;
  const is_clean =
    origin.origin.from === "person"
      ? isSaidInCurrency(origin.value, currency, evidence.said)
      : evidence.originOf(currency, "plain").is_clean;
  return { ...origin, is_clean };
}

interface Within {
  evidence: Evidence;
  named: readonly Sink[];
}

/** Sinks inside running texts: addresses that nobody said, and values that their owner keeps private. */
function hiddenIn({ input }: JudgedCall, { evidence, named }: Within): ArgumentOrigin[] {
  const texts = leavesOf(input).filter(({ path }) => !named.some((sink) => sink.path === path));
  return texts.flatMap(({ path, value }) => {
    const found = new Set([...emailsIn(value), ...ibansOf(value), ...plainAddressesIn(value)]);
    const open = [...found].map((address) => judged({ path, kind: "address", value: address }, evidence));
    return [...open.filter(({ is_clean }) => !is_clean), ...privateIn({ path, value }, evidence)];
  });
}

const SHORTEST_PRIVATE = 4;

function privateIn({ path, value }: { path: string; value: string }, evidence: Evidence): ArgumentOrigin[] {
  const text = normalText(value);
  const kept = evidence.fields.filter(
    (field) => isPrivateName(field.key) && field.value.length >= SHORTEST_PRIVATE,
  );
  return kept
    .filter((field) => isSaid(field.value, text) && !isAskedFor(field.key, evidence))
    .map((field) => ({
      ...judged({ path, kind: "secret", value: field.value }, evidence),
      is_clean: isSaid(field.value, evidence.said),
    }));
}

/** "Send her my passport number" asks for the field `passport_number`. */
function isAskedFor(key: string, { said }: Evidence): boolean {
  return wordsOfName(key).some((word) => word.length >= 3 && isPrivateName(word) && isSaid(word, said));
}

function plainIn(
  { input }: JudgedCall,
  sinks: readonly ArgumentOrigin[],
  evidence: Evidence,
): ArgumentOrigin[] {
  const known = new Set(sinks.map(({ path }) => path));
  return leavesOf(input)
    .filter(({ path }) => !known.has(path))
    .slice(0, MOST_SHOWN)
    .map(({ path, key, value }) => ({
      path,
      kind: "plain",
      value: oneLine(value, LONGEST_SINK),
      ...(isTextName(key) && value.length > LONGEST_SINK ? MADE : evidence.originOf(value, "plain")),
    }));
}

const MADE = { origin: { from: "made" }, is_clean: false } as const;

/** The turn has already made a call to the same end: the person's words cover one. */
function isSpent(call: JudgedCall, { made }: TurnSources): boolean {
  const at = made.findIndex(({ call_id }) => call_id === call.call_id);
  const ends = endsOf(call.tool, call.input);
  return made
    .slice(0, at < 0 ? undefined : at)
    .some(({ tool, input }) => tool === call.tool.name && isSameEnd(ends, endsOf(call.tool, input)));
}

function endsOf(tool: Tool, input: unknown): Sink[] {
  const parsed = tool.input.parse(input);
  const sinks = parsed.ok ? (tool.sinks?.(parsed.value) ?? []) : [];
  return sinks.filter(({ kind }) => kind === "destination" || kind === "selector");
}

function isSameEnd(one: readonly Sink[], other: readonly Sink[]): boolean {
  return (
    one.length > 0 &&
    one.length === other.length &&
    one.every((sink) => other.some(({ path, value }) => path === sink.path && isSameValue(value, sink.value)))
  );
}
