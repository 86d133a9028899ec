/** Facts: entity, attribute, value, each with the time it was true and the time it was believed. */
import type { Core } from "../ports/core.ts";
import type { ChunkDraft, Fact, Provenance, Scope } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";
import { sameHash } from "../text/same-text.ts";
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
  /** The entity may have several values of this attribute at once: a new value ends no other. */
  many?: boolean;
}

export type FactOutcome =
  /**
   * `disputed`: facts that it would have ended, had it not come from outside. Both stand, until a person
   * decides.
   */
  | { status: "stored"; fact: Fact; superseded: Fact[]; disputed: Fact[] }
  | { status: "known"; fact: Fact }
  | { status: "refused"; problem: string };

export const FACT_SOURCE = "facts";

/** A guess does not end a fact that is known for sure. */
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
  const isSame = (fact: Fact) => sameHash(fact.value) === sameHash(entry.value);
  const same = believed.find((fact) => isSame(fact) && fact.trust === "trusted") ?? believed.find(isSame);
  if (same?.trust === entry.trust) return confirm(core, same, entry);
  // An untrusted repetition adds nothing.
  if (same?.trust === "trusted") return { status: "known", fact: same };
  const rivals = entry.many ? believed.filter(isSame) : believed;
  const disputed = entry.trust === "trusted" ? [] : rivals.filter(({ trust }) => trust === "trusted");
  const disputes = disputed.map(({ id }) => id);
  const fact = newFact({ ...entry, entity, disputes }, core.ids.create("fct"), now);
  const surer = rivals.find((rival) => fact.confidence < DOUBTFUL && isSure(rival));
  if (surer !== undefined) {
    return { status: "refused", problem: `it is a guess, and "${surer.value}" is known for sure` };
  }
  const { stored, ended } = await store(core, fact, rivals);
  return { status: "stored", fact: stored, superseded: ended, disputed };
}

function isSure({ confidence, trust }: Fact): boolean {
  return confidence >= SURE && trust === "trusted";
}

/** A person confirms the fact: it becomes trusted, and ends the facts that it disputed. */
export async function trustFact(core: Core, fact: Fact): Promise<Fact> {
  const { facts, chunks } = core.storage;
  const now = core.now();
  const { owner, id } = fact;
  const disputed = (await facts.get(owner, fact.disputes)).filter((each) => each.retired_at === undefined);
  const ended = disputed.map((each) => ({
    id: each.id,
    valid_to: Math.max(each.valid_from, fact.valid_from),
  }));
  await facts.supersede(fact, ended, now);
  const trusted = await facts.update({ owner, id }, { trust: "trusted", disputes: [] }, now);
  await chunks.remove(
    owner,
    FACT_SOURCE,
    ended.map((each) => each.id),
  );
  return trusted ?? fact;
}

async function confirm(core: Core, fact: Fact, entry: NewFact): Promise<FactOutcome> {
  await core.storage.facts.confirm(fact, entry.confidence ?? 1, core.now());
  return { status: "known", fact };
}

/** Stores the fact and ends rivals that are no surer: untrusted facts end none that a person stated. */
async function store(
  core: Core,
  fact: Fact,
  rivals: readonly Fact[],
): Promise<{ stored: Fact; ended: Fact[] }> {
  const now = fact.recorded_at;
  const equals = rivals.filter(({ trust }) => trust === fact.trust);
  const weaker = rivals.filter(({ trust }) => trust === "untrusted" && fact.trust === "trusted");
  // A fact that was true before the current value is history from the start: it ends when the current value
  // began.
  const later = equals.filter((rival) => rival.valid_from > fact.valid_from);
  const ended = [...equals.filter((rival) => rival.valid_from <= fact.valid_from), ...weaker];
  const stored =
    later.length === 0 ? fact : endedFact(fact, Math.min(...later.map((each) => each.valid_from)), now);
  await core.storage.facts.write(
    stored,
    ended.map(({ id, valid_from }) => ({ id, valid_to: Math.max(valid_from, fact.valid_from) })),
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
  return { stored, ended };
}

function endedFact(fact: Fact, at: number, now: number): Fact {
  return { ...fact, valid_to: Math.min(fact.valid_to ?? at, at), retired_at: now };
}

function newFact(entry: NewFact & { disputes: string[] }, id: string, now: number): Fact {
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
    trust: entry.trust,
    disputes: entry.disputes,
    ...(entry.conversation_id === undefined ? {} : { conversation_id: entry.conversation_id }),
    ...(entry.message_id === undefined ? {} : { message_id: entry.message_id }),
  };
}

export function factLine({ entity, attribute, value }: Pick<Fact, "entity" | "attribute" | "value">): string {
  return `${entity}, ${attribute}: ${value}`;
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
    trust: fact.trust,
  };
}

/** Updates the fact's passage in the search index. */
export async function reindexFact(core: Core, fact: Fact): Promise<void> {
  await core.storage.chunks.put([factDraft(fact)], core.now());
}
