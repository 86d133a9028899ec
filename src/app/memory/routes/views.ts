/** Memory as the API shows it: times in ISO 8601, each item with a link to its source. */
import { z } from "zod";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import type {
  Commitment,
  Episode,
  Fact,
  Memory,
  Passage,
  Provenance,
  Scope,
} from "../../../memory/ports/model.ts";
import type { PageRequest } from "../../../memory/ports/stores.ts";
import type { SearchHit } from "../../../memory/search/search.ts";
import { priorityNow } from "../../../memory/write/decay.ts";
import { cursorOf } from "../../../storage/d1/memory/paging.ts";
import type { ApiContext } from "../../http/api.ts";
import { flag, iso, limit } from "../../http/query.ts";
import { servicesOf } from "../services.ts";

export const READ = { who: "member", scope: "read" } as const;
export const WRITE = { who: "member", scope: "write" } as const;

/** Path parameters of the routes that name one item. */
export const ofItem = () => z.object({ id: z.string().max(200) });

export const PageQuery = () => ({
  cursor: z.string().max(200).optional(),
  limit: limit({ usual: 50, most: 200 }),
});

/** Forgets one item. With `?final=true` nothing is kept to restore it. */
export const REMOVAL = {
  method: "delete",
  policy: WRITE,
  params: ofItem,
  query: () => z.object({ final: flag }),
  answers: () => ({ 204: "empty" as const }),
} as const;

export function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

/** All memory of a person, that of rooms and agents too. */
export async function ownScopes(context: ApiContext, wanted?: Scope): Promise<Scope[]> {
  if (wanted !== undefined) return [wanted];
  const scopes = await servicesOf(context).memory.passages.scopes(ownerOf(context));
  return [...new Set<Scope>(["person", ...scopes])];
}

export function missing(what: string, id: string): AppError {
  return new AppError("resource_not_found", `There is no ${what} ${id} in your memory.`);
}

/** Forgets the item in the path, if its id is of that kind. */
export async function removeItem(
  context: ApiContext,
  { params: { id }, query }: { params: { id: string }; query: { final: boolean } },
  [prefix, what]: [prefix: string, what: string],
): Promise<Response> {
  const { memory } = servicesOf(context);
  const isFinal = query.final;
  if (!id.startsWith(prefix) || !(await memory.forgetItem(ownerOf(context), id, { isFinal }))) {
    throw missing(what, id);
  }
  return context.body(null, 204);
}

/** Asks for one item more than the page shows, which tells whether there is another page. */
export function pageRequestOf({
  cursor,
  limit,
}: {
  cursor?: string | undefined;
  limit: number;
}): PageRequest {
  return definedOf({ limit: limit + 1, cursor });
}

/** Cuts a page out of a result that was asked for with one item more. */
export function pageOf<T extends { id: string }, V>(
  rows: readonly T[],
  size: number,
  { time, view }: { time(row: T): number; view(row: T): V },
): { items: V[]; next_cursor: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const more = rows.length > size && last !== undefined;
  return { items: shown.map(view), next_cursor: more ? cursorOf(time(last), last.id) : null };
}

export function hitView(hit: SearchHit, explain: boolean) {
  return {
    ...passageView(hit.passage),
    score: hit.score,
    ...(explain ? { signals: { ...hit.signals } } : {}),
  };
}

function passageView(passage: Passage) {
  const { key, kind, scope: at, source, session, speaker, agent, text, trust: whose, lines } = passage;
  return {
    id: key,
    kind,
    scope: at,
    text,
    trust: whose,
    source,
    ...(kind === "turn" ? { conversation_id: source, message_id: key } : {}),
    ...(kind === "file" ? fileOf(source, session) : {}),
    ...(lines === undefined ? {} : { lines }),
    session,
    speaker,
    agent,
    at: iso(passage.said_at),
  };
}

/** A file of the workspace by its path, an upload by its name and id. */
function fileOf(source: string, name: string) {
  if (source === name) return { path: source };
  return { path: name, file_id: source, url: `/api/v1/files/${encodeURIComponent(source)}` };
}

export function memoryView(memory: Memory, now: number) {
  const {
    priority: base_priority,
    last_accessed,
    observed_at,
    created_at,
    updated_at,
    faded_at,
    ...rest
  } = memory;
  return {
    ...shown(rest),
    priority: Number(priorityNow(memory, now).toFixed(4)),
    base_priority,
    last_accessed: iso(last_accessed),
    observed_at: iso(observed_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    faded_at: iso(faded_at),
  };
}

export function factView(fact: Fact) {
  const { valid_from, valid_to, recorded_at, retired_at, updated_at: _updated, ...rest } = fact;
  return {
    ...shown(rest),
    valid_from: iso(valid_from),
    valid_to: iso(valid_to),
    recorded_at: iso(recorded_at),
    retired_at: iso(retired_at),
  };
}

export function episodeView(episode: Episode) {
  const { started_at, ended_at, created_at, ...rest } = episode;
  return {
    ...shown(rest),
    started_at: iso(started_at),
    ended_at: iso(ended_at),
    created_at: iso(created_at),
  };
}

export function commitmentView(commitment: Commitment, now: number) {
  const { due_at, created_at, updated_at, closed_at, ...rest } = commitment;
  return {
    ...shown(rest),
    due_at: iso(due_at),
    overdue: commitment.status === "open" && due_at !== undefined && due_at < now,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    closed_at: iso(closed_at),
  };
}

function shown<T extends Provenance & { owner: string }>({ owner: _owner, ...rest }: T) {
  const { conversation_id = null, message_id = null } = rest;
  return { ...rest, conversation_id, message_id };
}
