/** The suggestions of every kind of memory as one list, the newest first. */
import type { Suggestion } from "../../../contract/memory/suggestions.ts";
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import type { Alias } from "../../../memory/ports/model.ts";
import type { Reader, StateEntry } from "../../../memory/ports/stores.ts";
import { commitmentLine } from "../../../memory/write/commitments.ts";
import { factLine } from "../../../memory/write/facts.ts";
import { relationLine } from "../../../memory/write/relations.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { ownerOf, ownScopes } from "./requests.ts";

/** The caller's memory, and the number of suggestions to read of each kind. */
interface Source extends Reader {
  memory: LongTermMemory;
  most: number;
}

export async function list(context: ApiContext, most: number) {
  const { memory, now } = servicesOf(context);
  const source = { memory, owner: ownerOf(context), scopes: await ownScopes(context), most };
  const found = await Promise.all([
    notes(source),
    facts(source),
    promises(source, now()),
    relations(source),
    small(source),
  ]);
  const items = found.flat().sort((a, b) => (b.at ?? "").localeCompare(a.at ?? ""));
  return reply(200, { items: items.slice(0, most), next_cursor: null });
}

async function notes({ memory, owner, scopes, most }: Source): Promise<Suggestion[]> {
  const found = await memory.memories.list(owner, { scopes, trust: "untrusted" }, { limit: most });
  return found.map((note) => ({
    ...placeOf(note, "memory", "items"),
    text: note.content,
    standing: note.sticky,
    at: iso(note.observed_at),
  }));
}

async function facts({ memory, owner, scopes, most }: Source): Promise<Suggestion[]> {
  const found = await memory.facts.list(owner, { scopes, trust: "untrusted" }, { limit: most });
  const disputed = await memory.facts.get(owner, [...new Set(found.flatMap(({ disputes }) => disputes))]);
  const known = new Map(disputed.map((fact) => [fact.id, fact.value]));
  return found.map((fact) => ({
    ...placeOf(fact, "fact", "facts"),
    text: factLine(fact),
    standing: fact.sticky,
    at: iso(fact.recorded_at),
    disputes: fact.disputes.flatMap((id) => known.get(id) ?? []),
  }));
}

async function promises({ memory, owner, scopes, most }: Source, now: number): Promise<Suggestion[]> {
  const filter = { scopes, status: "open", trust: "untrusted" } as const;
  const found = await memory.commitments.list(owner, filter, { limit: most });
  return found.map((each) => ({
    ...placeOf(each, "commitment", "commitments"),
    text: commitmentLine(each, now),
    standing: each.due_at !== undefined,
    at: iso(each.created_at),
  }));
}

async function relations({ memory, owner, most }: Source): Promise<Suggestion[]> {
  const found = await memory.relations.list(owner, { trust: "untrusted" }, { limit: most });
  return found.map((each) => ({
    ...placeOf({ ...each, scope: "person" }, "relation", "relations"),
    text: relationLine(each),
    standing: false,
    at: iso(each.created_at),
  }));
}

async function small({ memory, owner, scopes }: Source): Promise<Suggestion[]> {
  const [states, names] = await Promise.all([memory.states.all(owner, scopes), memory.names.list(owner)]);
  return [...states.filter(waits).map(ofState), ...names.filter(waits).map(ofAlias)];
}

function ofState({ scope, key, value, conversation_id, updated_at }: StateEntry): Suggestion {
  return {
    id: `state ${scope} ${key}`,
    kind: "state",
    text: `${key}: ${value}`,
    path: `/memory/state/${encodeURIComponent(key)}`,
    standing: true,
    scope,
    conversation_id: conversation_id ?? null,
    message_id: null,
    at: iso(updated_at),
  };
}

function ofAlias({ alias, entity }: Alias): Suggestion {
  return {
    id: `alias ${alias}`,
    kind: "alias",
    text: `${alias} is ${entity}`,
    path: `/memory/aliases/${encodeURIComponent(alias)}`,
    standing: true,
    scope: "person",
    conversation_id: null,
    message_id: null,
    at: null,
  };
}

function waits({ trust }: { trust: string }): boolean {
  return trust === "untrusted";
}

interface Placed {
  id: string;
  scope: string;
  conversation_id?: string;
  message_id?: string;
}

function placeOf(
  { id, scope, conversation_id, message_id }: Placed,
  kind: Suggestion["kind"],
  shelf: string,
) {
  return {
    id,
    kind,
    scope,
    path: `/memory/${shelf}/${id}`,
    conversation_id: conversation_id ?? null,
    message_id: message_id ?? null,
  };
}
