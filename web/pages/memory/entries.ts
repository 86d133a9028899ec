/** Contents of memory as uniform entries: their text, their details, and the possible actions. */
import type { Trust } from "../../../src/domain/trust.ts";
import type {
  Commitment,
  CommitmentStatus,
  Episode,
  Fact,
  ForgetSummary,
  Hit,
  MemoryKind,
  Note,
  Relation,
  Suggestion,
  Wish,
} from "../../api/agents/memory.ts";
import { locale } from "../../words/language.ts";
import { plural, t } from "../../words/t.ts";

export interface Entry {
  id: string;
  /** The shelf where it can be changed and deleted; undefined for entries that belong to a conversation or a file. */
  shelf?: MemoryKind;
  text: string;
  /** The editable part. */
  edit?: { field: "content" | "value" | "what"; text: string };
  about: string[];
  tags: string[];
  /** ISO 8601. */
  at: string | null;
  conversation_id: string | null;
  /** The message that it was said in, where it can be opened. */
  message_id?: string | null;
  file?: { href: string; name: string };
  promise?: CommitmentStatus;
  isLate?: boolean;
  isOver?: boolean;
  /** Only for a relation or a wish: whether it has ended. */
  isEnded?: boolean;
  /** Whether it came from outside and nobody has confirmed it. */
  isOutside?: boolean;
}

export function noteEntry(note: Note): Entry {
  return {
    ...placeOf(note, "notes"),
    text: note.content,
    edit: { field: "content", text: note.content },
    about: [
      ...(note.sticky
        ? [note.trust === "untrusted" ? t("would always be included") : t("always included")]
        : []),
      ...(note.tier === "short_term" ? [t("expires soon")] : []),
    ],
    tags: note.tags,
    at: note.observed_at,
  };
}

const WISHES: Record<Wish["kind"], string> = { wish: t("wish"), preference: t("preference") };

export function wishEntry(wish: Wish): Entry {
  const { kind, condition, ended_at, superseded_by } = wish;
  const end = ended_at === null ? "" : day(ended_at);
  return {
    ...placeOf(wish, "wishes"),
    text: wish.content,
    about: [
      condition === "" ? WISHES[kind] : t("where it fits"),
      ...(end === "" ? [] : [superseded_by ? t("replaced on {end}", { end }) : t("ended on {end}", { end })]),
    ],
    tags: [],
    at: wish.said_at,
    message_id: wish.message_id,
    isEnded: ended_at !== null,
    isOver: ended_at !== null,
  };
}

export function factEntry(fact: Fact): Entry {
  const end = fact.retired_at ?? fact.valid_to;
  return {
    ...placeOf(fact, "facts"),
    text: `${fact.entity}, ${fact.attribute}: ${fact.value}`,
    ...(end === null ? { edit: { field: "value", text: fact.value } } : { isOver: true }),
    about: [
      end === null
        ? t("since {valid_from}", { valid_from: day(fact.valid_from) })
        : t("from {valid_from} to {end}", { valid_from: day(fact.valid_from), end: day(end) }),
      ...(fact.confidence < 0.7 ? [t("uncertain")] : []),
    ],
    tags: [],
    at: null,
  };
}

export function relationEntry(relation: Relation): Entry {
  const { from, to, created_at, ended_at } = relation;
  return {
    ...placeOf(relation, "relations"),
    text: `${from} ${relation.relation} ${to}`,
    about: ended_at === null ? [] : [t("until {end}", { end: day(ended_at) })],
    tags: [],
    at: created_at,
    isEnded: ended_at !== null,
    isOver: ended_at !== null,
  };
}

const STATES: Record<CommitmentStatus, string> = {
  open: "",
  done: t("done"),
  expired: t("expired"),
  cancelled: t("cancelled"),
};

export function promiseEntry(promise: Commitment): Entry {
  const due = promise.due_at === null ? "" : t("due {due_at}", { due_at: day(promise.due_at) });
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
  turn: t("said"),
  file: t("from a file"),
  fact: t("a fact"),
  episode: t("an episode"),
};
const SHELVES: Partial<Record<Hit["kind"], MemoryKind>> = {
  memory: "notes",
  fact: "facts",
  episode: "episodes",
};

export function hitEntry(hit: Hit): Entry {
  const shelf = SHELVES[hit.kind];
  return {
    id: hit.id,
    ...(shelf && { shelf }),
    // A fact found by search reads as it does on its shelf.
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
  const where =
    lines === undefined ? "" : t(", lines {start} to {end}", { start: lines.start, end: lines.end });
  const own = `/api/v1/workspace/${path.split("/").map(encodeURIComponent).join("/")}`;
  return { href: url ?? own, name: `${path}${where}` };
}

function placeOf(item: { id: string; conversation_id?: string | null; trust?: Trust }, shelf: MemoryKind) {
  const place = { id: item.id, shelf, conversation_id: item.conversation_id ?? null };
  return item.trust === "untrusted" ? { ...place, isOutside: true } : place;
}

const SUGGESTED: Record<Suggestion["kind"], string> = {
  memory: t("a note"),
  fact: t("a fact"),
  commitment: t("a promise"),
  relation: t("a relation"),
  state: t("a state key"),
  alias: t("another name"),
};

/** Details of a suggestion: its kind, and the effect of trusting it. */
export function suggestionWords({ kind, standing, disputes = [] }: Suggestion): string[] {
  return [
    SUGGESTED[kind],
    ...(standing ? [t("would always be included")] : []),
    ...(disputes.length > 0 ? [t("would replace “{disputes}”", { disputes: disputes.join("”, “") })] : []),
  ];
}

/** The day in this device's time zone: a promise is due on the person's day. */
function day(iso: string): string {
  return new Date(iso).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
}

/** "2 memories, a fact and 14 passages"; empty when there is nothing. */
export function forgottenWords(forgotten: ForgetSummary): string {
  const words = [
    counted(forgotten.memories, ["one memory", "{n} memories"]),
    counted(forgotten.facts, ["one fact", "{n} facts"]),
    counted(forgotten.commitments, ["one promise", "{n} promises"]),
    counted(forgotten.wishes, ["one wish", "{n} wishes"]),
    counted(forgotten.episodes, ["one episode", "{n} episodes"]),
    counted(forgotten.relations, ["one relation", "{n} relations"]),
    counted(forgotten.states, ["one state key", "{n} state keys"]),
    counted(forgotten.passages, ["one passage", "{n} passages"]),
  ].filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : t("{before} and {last}", { before: words.slice(0, -1).join(", "), last });
}

function counted(count: number, english: readonly [string, string]): string {
  return count === 0 ? "" : plural(count, english);
}
