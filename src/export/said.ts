/** Messages of an imported conversation, collected within limits. */
import type { SourceKind } from "../domain/sources/source.ts";

/** A conversation with all its branches: each message stands after the one that it follows. */
export interface ImportedConversation extends Sorting {
  /** Its id at the source: importing it again finds the same conversation. */
  source: string;
  title: string;
  /** Its id in the Nightjar that exported it, which may be this one. */
  conversation?: string;
  said: Saying[];
  /** Texts of sources that stand in the conversation's own JSON, by the keys of its citations. */
  texts?: Readonly<Record<string, string>> | undefined;
  /** Index of the message that it was left at; no other follows it. */
  head: number;
}

/** Place of a conversation in lists, where the export tells it. */
export interface Sorting {
  folder?: string | undefined;
  tags?: readonly string[] | undefined;
  is_pinned?: boolean | undefined;
  is_archived?: boolean | undefined;
}

export interface Saying extends Details {
  role: "user" | "assistant";
  text: string;
  /** ISO 8601; undefined: the export tells no time. */
  at: string | undefined;
  /** Index of the message that it follows; null: it begins the conversation. */
  parent: number | null;
}

interface Details {
  /** `provider/model`, as the export names them. */
  model?: string | undefined;
  pictures?: readonly Picture[] | undefined;
  /** One for each marker `[n]` of the text, in their order. */
  citations?: readonly ImportedCitation[] | undefined;
}

export interface ImportedCitation {
  /** Number of its marker. */
  index: number;
  /** Empty: the export names none. */
  url: string;
  title: string;
  kind?: SourceKind;
  /** Key under which the export has the text; absent: it has none. */
  key?: string;
  quote?: string;
  /** Place of the quote in the text, in UTF-16 units. */
  start?: number;
  end?: number;
}

/** A picture beside the words: among the files of the export by its path, or written in the export itself. */
export type Picture = { path: string } | { data_url: string };

/** Undefined: the JSON is of another form. */
export type ImportForm = (json: unknown) => ImportedConversation | "too_long" | undefined;

/** Limits of messages and of their characters: what one call to a Durable Object may carry. */
export const MOST_MESSAGES = 5_000;
const MOST_CHARACTERS = 4_000_000;
/** Messages to walk, including those of tools and instructions, which are left out. */
export const MOST_STEPS = 4 * MOST_MESSAGES;
const LONGEST_TITLE = 80;
const ROLES: Readonly<Record<string, Saying["role"]>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  model: "assistant",
};

export interface Utterance extends Details {
  role: string;
  text: string;
  /** ms since the epoch; undefined: unknown. */
  at: number | undefined;
}

type Kept = Omit<Utterance, "role"> & Pick<Saying, "role" | "parent">;

/** Collects the messages of people and assistants, and leaves out those of tools and instructions. */
export class SayingCollector {
  private readonly heard: Kept[] = [];
  private steps = 0;
  private characters = 0;
  private head: number | null = null;

  get isTooLong(): boolean {
    return this.steps > MOST_STEPS || this.heard.length > MOST_MESSAGES || this.characters > MOST_CHARACTERS;
  }

  /** Counts a message that is walked over. */
  step(): void {
    this.steps++;
  }

  /**
   * `parent`: index of the message that it follows; by default the last one. Returns the index that those after it
   * follow: of one that is left out, its parent's.
   */
  add({ role: theirs, ...heard }: Utterance, parent = this.last()): number | null {
    this.step();
    const role = ROLES[theirs.toLowerCase()];
    const isEmpty = heard.text.trim() === "" && !heard.pictures?.length;
    if (role === undefined || isEmpty) return parent;
    this.characters += heard.text.length;
    for (const { quote = "", url, title } of heard.citations ?? [])
      this.characters += quote.length + url.length + title.length;
    for (const picture of heard.pictures ?? [])
      if ("data_url" in picture) this.characters += picture.data_url.length;
    this.heard.push({ ...heard, role, parent });
    return this.heard.length - 1;
  }

  /** Names the message that the conversation was left at; by default it is the last one. */
  leave(head: number | null): void {
    this.head = head;
  }

  private last(): number | null {
    return this.heard.length === 0 ? null : this.heard.length - 1;
  }

  /** `begun`: time of the conversation in ms, for messages without one; a message has at least the time before it. */
  end({ source, title, begun, ...rest }: Ending): ImportedConversation | "too_long" {
    if (this.isTooLong) return "too_long";
    const first = begun ?? this.heard.find(({ at }) => at !== undefined)?.at;
    const times: (number | undefined)[] = [];
    const said = this.heard.map(({ at, ...each }, index) => {
      times[index] = at ?? (each.parent === null ? first : times[each.parent]);
      return { ...each, at: isoOf(times[index]) };
    });
    const question = said.find(({ role }) => role === "user") ?? said[0];
    const head = leafBelow(said, this.head ?? said.length - 1);
    return { source, title: title?.trim() || titleOf(question?.text ?? ""), ...rest, said, head };
  }
}

/** The newest message that is reached from there. */
function leafBelow(said: readonly Saying[], head: number): number {
  let leaf = head;
  for (let index = head + 1; index < said.length; index++) if (said[index]?.parent === leaf) leaf = index;
  return leaf;
}

interface Ending extends Sorting {
  source: string;
  title: string | null | undefined;
  begun: number | undefined;
  conversation?: string;
  texts?: Readonly<Record<string, string>> | undefined;
}

function isoOf(ms: number | undefined): string | undefined {
  const at = new Date(ms ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function titleOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1)}…`;
}

/** Time in ms from seconds, milliseconds or a date; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === "string") {
    const at = /^\d+(?:\.\d+)?$/.test(value) ? timeOf(Number(value)) : Date.parse(value);
    return at === undefined || Number.isNaN(at) ? undefined : at;
  }
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return undefined;
  if (value > 1e14) return value / 1_000_000;
  return value > 1e11 ? value : value * 1000;
}

/** The words, or undefined where a field holds something else or nothing. */
export function wordsIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
