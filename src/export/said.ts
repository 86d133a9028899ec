/** Messages of an imported conversation, collected within limits. */

/** One conversation, its oldest message first. */
export interface ImportedConversation {
  /** Its id at the source: importing it again finds the same conversation. */
  source: string;
  title: string;
  /** Its id in the Nightjar that exported it, which may be this one. */
  conversation?: string;
  said: Saying[];
}

interface Saying {
  role: "user" | "assistant";
  text: string;
  /** Undefined: the export tells no time. */
  at: string | undefined;
}

/** Undefined: the JSON is of another form. */
export type ImportForm = (json: unknown) => ImportedConversation | "too_long" | undefined;

/** Limits of messages and of their characters: what one call to a Durable Object may carry. */
export const MOST_MESSAGES = 5_000;
const MOST_CHARACTERS = 4_000_000;
/** Messages to walk, including those of tools and instructions, which are left out. */
const MOST_STEPS = 4 * MOST_MESSAGES;
const LONGEST_TITLE = 80;
const ROLES: Readonly<Record<string, Saying["role"]>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  model: "assistant",
};

interface Heard {
  role: string;
  text: string;
  /** ms since the epoch; undefined: unknown. */
  at: number | undefined;
}

/** Collects the messages of people and assistants, and leaves out those of tools and instructions. */
export class SayingCollector {
  private readonly heard: (Omit<Heard, "role"> & Pick<Saying, "role">)[] = [];
  private steps = 0;
  private characters = 0;

  get isTooLong(): boolean {
    return this.steps > MOST_STEPS || this.heard.length > MOST_MESSAGES || this.characters > MOST_CHARACTERS;
  }

  /** Counts a message that is walked over. */
  step(): void {
    this.steps++;
  }

  add({ role: theirs, text, at }: Heard): void {
    this.step();
    const role = ROLES[theirs.toLowerCase()];
    if (role === undefined || text.trim() === "") return;
    this.characters += text.length;
    this.heard.push({ role, text, at });
  }

  /** Messages were added newest first. */
  reverse(): void {
    this.heard.reverse();
  }

  /** `begun`: time of the conversation in ms, for messages without one; a message has at least the time before it. */
  end({ source, title, begun, ...rest }: Ending): ImportedConversation | "too_long" {
    if (this.isTooLong) return "too_long";
    let last = begun ?? this.heard.find(({ at }) => at !== undefined)?.at;
    const said = this.heard.map(({ at, ...each }) => {
      last = at ?? last;
      return { ...each, at: isoOf(last) };
    });
    const first = said.find(({ role }) => role === "user") ?? said[0];
    return { source, title: title?.trim() || titleOf(first?.text ?? ""), ...rest, said };
  }
}

interface Ending {
  source: string;
  title: string | null | undefined;
  begun: number | undefined;
  conversation?: string;
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
