/** Memory as the API shows it: times in ISO 8601, each item with a link to its source. */
import type {
  Commitment,
  Episode,
  Fact,
  Memory,
  Passage,
  Provenance,
  Relation,
  Wish,
} from "../../../memory/ports/model.ts";
import type { SearchHit } from "../../../memory/search/hit.ts";
import { priorityNow } from "../../../memory/write/decay.ts";
import { iso } from "../../http/query.ts";

export function hitView(hit: SearchHit, explain: boolean) {
  return {
    ...passageView(hit.passage),
    score: hit.score,
    ...(explain ? { signals: { ...hit.signals }, lacks: [...hit.lacks()] } : {}),
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

export function relationView(relation: Relation) {
  const { created_at, ended_at, ...rest } = relation;
  return { ...shown(rest), created_at: iso(created_at), ended_at: iso(ended_at) };
}

export function wishView({ said_at, created_at, updated_at, ended_at, ...rest }: Wish) {
  return {
    ...shown(rest),
    said_at: iso(said_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    ended_at: iso(ended_at),
  };
}

function shown<T extends Provenance & { owner: string }>({ owner: _owner, ...rest }: T) {
  const { conversation_id = null, message_id = null } = rest;
  return { ...rest, conversation_id, message_id };
}
