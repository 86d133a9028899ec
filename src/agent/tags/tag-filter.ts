/**
 * Removes tags from a reply while it streams, so that nobody ever sees one. Text that might become a tag is
 * held back until that is decided. A tag in code, or of a tool that the agent lacks, is ordinary text.
 */
import { CodeSpans } from "../../domain/text/code-spans.ts";

export interface Tag {
  name: string;
  /** The text after the colon; empty without one. */
  argument: string;
  body: string;
}

const PAIRED = [
  "MEMORY",
  "STATE",
  "DELEGATE",
  "CREATE_AGENT",
  "UPDATE_AGENT",
  "CREATE_CRON",
  "CREATE_HEARTBEAT",
  "CREATE_CLIENT",
  "UPDATE_CLIENT",
] as const;
export type TagName = (typeof PAIRED)[number] | "SILENT";

/** An agent that writes only this chose to stay silent. */
export const SILENT = "[SILENT]";

const OPENING = new RegExp(`^\\[(${PAIRED.join("|")})(?::([^\\]\\n]{0,200}))?\\]`);
const LONGEST_ARGUMENT = 200;
/** Characters; a tag that is not closed within this is text. */
const LONGEST_TAG = 20_000;

export class TagFilter {
  readonly tags: Tag[] = [];
  /** The agent chose to stay silent. */
  isSilent = false;
  private readonly code = new CodeSpans();
  private readonly serves: (tag: string) => boolean;
  private held = "";

  /** `serves`: whether the agent may use the tool of that tag. */
  constructor(serves: (tag: string) => boolean) {
    this.serves = serves;
  }

  /** Returns the text that may be shown now. */
  push(delta: string): string {
    if (this.held === "" && !delta.includes("[")) {
      this.code.push(delta);
      return delta;
    }
    this.held += delta;
    return this.release();
  }

  /** The reply is complete: the held text was no tag. */
  finish(): string {
    const rest = this.held;
    this.held = "";
    return rest;
  }

  private release(): string {
    let shown = "";
    for (;;) {
      const start = this.held.indexOf("[");
      if (start === -1) return shown + this.show(this.held.length);
      shown += this.show(start);
      const step = this.code.isInside ? "text" : this.atBracket();
      if (step === "wait") return shown;
      if (step === "text") shown += this.show(1);
    }
  }

  /** `held` begins with a bracket: removes a whole tag, or decides that it must wait or is text. */
  private atBracket(): "wait" | "text" | "taken" {
    if (this.held.startsWith(SILENT)) {
      this.take(SILENT.length);
      this.isSilent = true;
      return "taken";
    }
    const opening = OPENING.exec(this.held);
    if (!opening) return couldOpen(this.held) ? "wait" : "text";
    const [whole, name = "", argument = ""] = opening;
    if (!this.serves(name)) return "text";
    const closing = `[/${name}]`;
    const end = this.held.indexOf(closing, whole.length);
    if (end === -1) return this.held.length > LONGEST_TAG ? "text" : "wait";
    this.tags.push({ name, argument: argument.trim(), body: this.held.slice(whole.length, end).trim() });
    this.take(end + closing.length);
    return "taken";
  }

  private show(length: number): string {
    const shown = this.take(length);
    this.code.push(shown);
    return shown;
  }

  private take(length: number): string {
    const taken = this.held.slice(0, length);
    this.held = this.held.slice(length);
    return taken;
  }
}

/** Whether more text could still make this the opening of a tag. */
function couldOpen(text: string): boolean {
  if (SILENT.startsWith(text)) return true;
  return PAIRED.some((name) => {
    const opening = `[${name}`;
    if (opening.startsWith(text)) return true;
    if (!text.startsWith(`${opening}:`)) return false;
    const argument = text.slice(opening.length + 1);
    return argument.length <= LONGEST_ARGUMENT && !/[\]\n]/.test(argument);
  });
}
