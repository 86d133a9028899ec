/** What memory holds, as lines of one kind: what it says, what is told beside it, what can be done with it. */
import type { Trust } from "../../../src/domain/trust.ts";
import type {
  Commitment,
  Episode,
  Fact,
  Forgotten,
  Hit,
  Note,
  PromiseStatus,
  Shelf,
  Suggestion,
} from "../../api/agents/memory.ts";

export interface Entry {
  id: string;
  /** Where it can be changed and deleted; undefined for what belongs to a conversation or a file. */
  shelf?: Shelf;
  text: string;
  /** The part of it that can be written anew. */
  edit?: { field: "content" | "value" | "what"; text: string };
  about: string[];
  tags: string[];
  /** ISO 8601. */
  at: string | null;
  conversation_id: string | null;
  file?: { href: string; name: string };
  promise?: PromiseStatus;
  isLate?: boolean;
  isOver?: boolean;
  /** It came from outside, and nobody has said that it is true. */
  isOutside?: boolean;
}

export function noteEntry(note: Note): Entry {
  return {
    ...placeOf(note, "notes"),
    text: note.content,
    edit: { field: "content", text: note.content },
    about: [
      ...(note.sticky ? [note.trust === "untrusted" ? "would always be known" : "always known"] : []),
      ...(note.tier === "short_term" ? ["fades soon"] : []),
    ],
    tags: note.tags,
    at: note.observed_at,
  };
}

export function factEntry(fact: Fact): Entry {
  const end = fact.retired_at ?? fact.valid_to;
  return {
    ...placeOf(fact, "facts"),
    text: `${fact.entity}, ${fact.attribute}: ${fact.value}`,
    ...(end === null ? { edit: { field: "value", text: fact.value } } : { isOver: true }),
    about: [
      end === null ? `since ${day(fact.valid_from)}` : `from ${day(fact.valid_from)} to ${day(end)}`,
      ...(fact.confidence < 0.7 ? ["not certain"] : []),
    ],
    tags: [],
    at: null,
  };
}

const STATES: Record<PromiseStatus, string> = {
  open: "",
  done: "done",
  expired: "expired",
  cancelled: "cancelled",
};

export function promiseEntry(promise: Commitment): Entry {
  const due = promise.due_at === null ? "" : `due ${day(promise.due_at)}`;
  return {
    ...placeOf(promise, "promises"),
    text: promise.what,
    edit: { field: "what", text: promise.what },
    about: [promise.who, STATES[promise.status], due].filter((word) => word !== ""),
    tags: [],
    at: promise.created_at,
    promise: promise.status,
    isLate: promise.overdue,
    isOver: promise.status !== "open",
  };
}

export function episodeEntry(episode: Episode): Entry {
  return {
    ...placeOf(episode, "episodes"),
    text: episode.summary,
    about: [episode.tone].filter((word) => word !== ""),
    tags: episode.topics,
    at: episode.started_at,
  };
}

const KINDS: Record<Hit["kind"], string> = {
  memory: "",
  turn: "said",
  file: "from a file",
  fact: "a fact",
  episode: "an episode",
};
const SHELVES: Partial<Record<Hit["kind"], Shelf>> = { memory: "notes", fact: "facts", episode: "episodes" };

export function hitEntry(hit: Hit): Entry {
  const shelf = SHELVES[hit.kind];
  return {
    id: hit.id,
    ...(shelf && { shelf }),
    // A fact is one whoever finds it: as it stands on its shelf.
    text: hit.kind === "fact" ? `${hit.speaker}, ${hit.text}` : (hit.content ?? hit.text),
    ...(hit.content !== undefined && { edit: { field: "content", text: hit.content } }),
    about: [KINDS[hit.kind], hit.kind === "fact" ? "" : hit.speaker].filter((word) => word !== ""),
    tags: hit.tags ?? [],
    at: hit.at,
    conversation_id: hit.conversation_id ?? null,
    ...(hit.trust === "untrusted" && { isOutside: true }),
    ...(hit.kind === "file" && { file: fileOf(hit) }),
  };
}

function fileOf({ path = "", url, lines }: Hit) {
  const where = lines === undefined ? "" : `, lines ${lines.start} to ${lines.end}`;
  const own = `/api/v1/workspace/${path.split("/").map(encodeURIComponent).join("/")}`;
  return { href: url ?? own, name: `${path}${where}` };
}

function placeOf(item: { id: string; conversation_id?: string | null; trust?: Trust }, shelf: Shelf) {
  const place = { id: item.id, shelf, conversation_id: item.conversation_id ?? null };
  return item.trust === "untrusted" ? { ...place, isOutside: true } : place;
}

const SUGGESTED: Record<Suggestion["kind"], string> = {
  memory: "a note",
  fact: "a fact",
  commitment: "a promise",
  state: "a state key",
  alias: "another name",
};

/** What is told beside a suggestion: what it is, and what a yes would do. */
export function suggestionWords({ kind, standing, disputes = [] }: Suggestion): string[] {
  return [
    SUGGESTED[kind],
    ...(standing ? ["would always be known"] : []),
    ...(disputes.length > 0 ? [`would replace “${disputes.join("”, “")}”`] : []),
  ];
}

/** With the clock's own calendar: a promise is due on a person's day. */
function day(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

/** "2 memories, a fact and 14 passages"; empty when there is nothing. */
export function forgottenWords(forgotten: Forgotten): string {
  const words = [
    counted(forgotten.memories, "memory", "memories"),
    counted(forgotten.facts, "fact", "facts"),
    counted(forgotten.commitments, "promise", "promises"),
    counted(forgotten.episodes, "episode", "episodes"),
    counted(forgotten.states, "state key", "state keys"),
    counted(forgotten.passages, "passage", "passages"),
  ].filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return "";
  return count === 1 ? `one ${one}` : `${count} ${many}`;
}
