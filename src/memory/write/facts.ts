/** Facts: entity, attribute, value, each with the time it was true and the time it was believed. */
import type { Core } from "../ports/core.ts";
import type { ChunkDraft, Fact, Provenance, Scope } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";
import { sameHash } from "../text/same.ts";
import { judge } from "./junk.ts";

export interface NewFact extends Provenance {
  owner: string;
  scope: Scope;
  entity: string;
  attribute: string;
  value: string;
  /** 0 to 1. */
  confidence?: number;
  /** Since when it has been true; default: since it was said. */
  valid_from?: number;
  valid_to?: number;
  sticky?: boolean;
  /** The entity may have several values of this attribute at once: another one ends none. */
  many?: boolean;
}

export type FactOutcome =
  | { status: "stored"; fact: Fact; superseded: Fact[] }
  | { status: "known"; fact: Fact }
  | { status: "refused"; problem: string };

export const FACT_SOURCE = "facts";

/** A guess does not end what is known for sure. */
const DOUBTFUL = 0.5;
const SURE = 0.8;

export async function writeFact(core: Core, entry: NewFact): Promise<FactOutcome> {
  const verdict = judge(`${entry.entity} ${entry.attribute}: ${entry.value}`);
  if (!verdict.ok) return { status: "refused", problem: verdict.problem };
  const now = core.now();
  const entity = await core.names.mainName(entry.owner, entry.entity);
  const keys = await core.names.allKeys(entry.owner, entity);
  const believed = await core.storage.facts.current(
    { owner: entry.owner, scopes: [entry.scope] },
    keys,
    nameKey(entry.attribute),
  );
  const same = believed.find((fact) => sameHash(fact.value) === sameHash(entry.value));
  if (same !== undefined) return confirm(core, same, entry);
  const fact = newFact({ ...entry, entity }, core.ids.create("fct"), now);
  const rivals = entry.many ? [] : believed;
  const surer = rivals.find((rival) => fact.confidence < DOUBTFUL && rival.confidence >= SURE);
  if (surer !== undefined) {
    return { status: "refused", problem: `it is a guess, and "${surer.value}" is known for sure` };
  }
  return store(core, fact, rivals);
}

async function confirm(core: Core, fact: Fact, entry: NewFact): Promise<FactOutcome> {
  await core.storage.facts.confirm(fact, entry.confidence ?? 1, core.now());
  return { status: "known", fact };
}

async function store(core: Core, fact: Fact, rivals: readonly Fact[]): Promise<FactOutcome> {
  const now = fact.recorded_at;
  // What was true before the present value is history from the start: it ends when that began.
  const later = rivals.filter((rival) => rival.valid_from > fact.valid_from);
  const ended = rivals.filter((rival) => rival.valid_from <= fact.valid_from);
  const stored =
    later.length === 0 ? fact : endedFact(fact, Math.min(...later.map((each) => each.valid_from)), now);
  await core.storage.facts.write(
    stored,
    ended.map(({ id }) => ({ id, valid_to: fact.valid_from })),
    now,
  );
  if (later.length === 0) await core.storage.chunks.put([factDraft(stored)], now);
  if (ended.length > 0) {
    await core.storage.chunks.remove(
      fact.owner,
      FACT_SOURCE,
      ended.map(({ id }) => id),
    );
  }
  return { status: "stored", fact: stored, superseded: ended };
}

function endedFact(fact: Fact, at: number, now: number): Fact {
  return { ...fact, valid_to: Math.min(fact.valid_to ?? at, at), retired_at: now };
}

function newFact(entry: NewFact, id: string, now: number): Fact {
  return {
    id,
    owner: entry.owner,
    scope: entry.scope,
    entity: entry.entity,
    attribute: entry.attribute.trim(),
    value: entry.value.trim(),
    confidence: Math.min(1, Math.max(0, entry.confidence ?? 1)),
    sticky: entry.sticky ?? false,
    valid_from: entry.valid_from ?? now,
    ...(entry.valid_to === undefined ? {} : { valid_to: entry.valid_to }),
    recorded_at: now,
    updated_at: now,
    origin: entry.origin,
    ...(entry.conversation_id === undefined ? {} : { conversation_id: entry.conversation_id }),
    ...(entry.message_id === undefined ? {} : { message_id: entry.message_id }),
  };
}

export function factLine(fact: Fact): string {
  return `${fact.entity}, ${fact.attribute}: ${fact.value}`;
}

export function factDraft(fact: Fact): ChunkDraft {
  return {
    owner: fact.owner,
    scope: fact.scope,
    kind: "fact",
    source: FACT_SOURCE,
    key: fact.id,
    session: fact.id,
    speaker: fact.entity,
    role: "",
    agent: "",
    said_at: fact.valid_from,
    text: `${fact.attribute}: ${fact.value}`,
  };
}

/** What is searched of a fact follows its text. */
export async function reindexFact(core: Core, fact: Fact): Promise<void> {
  await core.storage.chunks.put([factDraft(fact)], core.now());
}
