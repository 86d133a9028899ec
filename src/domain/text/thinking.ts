/**
 * Tells what a model writes to itself from its answer, where both come as one text: `<think>…</think>` and its like.
 * A mark counts at the beginning of a line or before one, and never in code: people also write about such marks.
 */
import { CodeSpans } from "./code-spans.ts";
import { CLOSING, FIRST, mayBecomeMark, OPENING } from "./thinking-marks.ts";

/**
 * - `thought_end`: `written` is what stood before and after the thought, so that it can be written again as it was.
 * - `unopened`: all text since the last thought was thinking; it has no opening mark.
 * - `unclosed`: only where thinking was expected: what came as thought was text.
 */
export type Split =
  | { type: "text" | "thought"; text: string }
  | { type: "thought_end"; written: readonly [before: string, after: string] }
  | { type: "unopened"; text: string }
  | { type: "unclosed"; text: string };

/** Text before a closing mark that has no opening: the end of a sentence or of a line. */
const BEFORE_CLOSING = /(?:^|[\n.!?…。！？:*)"'”»])[ \t]*$/;

type Place = "text" | "begin" | "thought" | "after";

export class ThinkingSplit {
  private place: Place;
  private held = "";
  private code = new CodeSpans();
  /** Text since the last thought, as it was given, and the part of it after its last line end. */
  private said = "";
  private line = "";
  private thought = "";
  private before = "";
  private after = "";
  private mentionsMark = false;
  private hasThought = false;
  private readonly isExpected: boolean;

  /** `isExpected`: the model begins with thinking that has no opening mark. */
  constructor(isExpected = false) {
    this.isExpected = isExpected;
    this.place = isExpected ? "begin" : "text";
  }

  push(delta: string): Split[] {
    if (this.place === "text" && this.held === "" && this.said.trim() !== "" && !FIRST.test(delta))
      return this.say(delta);
    this.held += delta;
    return this.released(false);
  }

  /** The text has ended, or something else comes next. */
  finish(): Split[] {
    const rest = this.released(true);
    if (this.place === "text") return rest;
    if (this.place === "after") return [...rest, this.thoughtEnd()];
    if (this.isExpected && !this.hasThought)
      return [...rest, { type: "unclosed", text: this.before + this.thought }];
    return [...rest, this.thoughtEnd()];
  }

  private released(isLast: boolean): Split[] {
    const found: Split[] = [];
    for (;;) {
      const length = this.held.length;
      const place = this.place;
      found.push(...this.step(isLast));
      if (this.held.length === length && this.place === place) return found;
    }
  }

  private step(isLast: boolean): Split[] {
    if (this.held === "") return [];
    if (this.place === "text") return this.inText(isLast);
    if (this.place === "begin") return this.atBegin(isLast);
    if (this.place === "thought") return this.inThought(isLast);
    return this.behindThought(isLast);
  }

  private inText(isLast: boolean): Split[] {
    const at = this.held.search(FIRST);
    if (at === -1)
      return this.taken(isLast || this.said.trim() !== "" || this.held.trim() !== "" ? this.held.length : 0);
    if (at > 0 && (this.held.slice(0, at).trim() !== "" || this.said.trim() !== "")) return this.taken(at);
    const rest = this.held.slice(at);
    const opening = OPENING.exec(rest)?.[0];
    if (opening !== undefined) return this.atOpening(at, opening, isLast);
    const closing = CLOSING.exec(rest)?.[0];
    if (closing !== undefined) return this.atClosing(at, closing, isLast);
    if (!isLast && mayBecomeMark(rest)) return [];
    return this.taken(at + 1);
  }

  private atOpening(at: number, opening: string, isLast: boolean): Split[] {
    const next = this.held[at + opening.length];
    const isAtLine = /(?:^|\n)[ \t]*$/.test(this.line + this.held.slice(0, at));
    if (!isAtLine && next === undefined && !isLast) return [];
    if (this.code.isInside || !(isAtLine || next === "\n" || next === undefined)) {
      this.mentionsMark = true;
      return this.taken(at + opening.length);
    }
    this.before = this.held.slice(0, at) + opening;
    this.held = this.held.slice(at + opening.length);
    this.place = "begin";
    this.thought = "";
    return [];
  }

  /** A thought without an opening mark: the server's template has written that itself. */
  private atClosing(at: number, closing: string, isLast: boolean): Split[] {
    const before = this.said + this.held.slice(0, at);
    const next = this.held[at + closing.length];
    const isSure = BEFORE_CLOSING.test(this.line + this.held.slice(0, at));
    if (!isSure && next === undefined && !isLast) return [];
    if (this.code.isInside || this.mentionsMark || !(isSure || next === "\n" || next === undefined))
      return this.taken(at + closing.length);
    this.held = this.held.slice(at + closing.length);
    this.place = "after";
    this.hasThought = true;
    const thought = before.trim();
    this.before = before.slice(0, before.length - before.trimStart().length);
    this.after = before.slice(before.trimEnd().length) + closing;
    return [{ type: "unopened", text: thought }];
  }

  private atBegin(isLast: boolean): Split[] {
    const blank = /^\s*/.exec(this.held)?.[0] ?? "";
    this.before += blank;
    this.held = this.held.slice(blank.length);
    if (this.held === "") return [];
    // A model that is expected to begin without a mark may write one.
    const opening = this.isExpected && !this.hasThought ? OPENING.exec(this.held)?.[0] : undefined;
    if (opening !== undefined) {
      this.before += opening;
      this.held = this.held.slice(opening.length);
    } else if (isLast || !this.isExpected || !FIRST.test(this.held[0] ?? "") || !mayBecomeMark(this.held))
      this.place = "thought";
    return [];
  }

  private inThought(isLast: boolean): Split[] {
    const at = this.held.search(FIRST);
    const text = at === -1 ? this.held : this.held.slice(0, at);
    const blank = /\s*$/.exec(text)?.[0] ?? "";
    if (text.length > blank.length) return this.think(text.length - blank.length);
    if (at === -1) return isLast ? this.think(this.held.length) : [];
    const rest = this.held.slice(at);
    const closing = CLOSING.exec(rest)?.[0];
    if (closing !== undefined) {
      this.after = blank + closing;
      this.held = rest.slice(closing.length);
      this.place = "after";
      this.hasThought = true;
      return [];
    }
    return !isLast && mayBecomeMark(rest) ? [] : this.think(at + 1);
  }

  private behindThought(isLast: boolean): Split[] {
    const blank = /^\s*/.exec(this.held)?.[0] ?? "";
    this.after += blank;
    this.held = this.held.slice(blank.length);
    if (this.held === "" && !isLast) return [];
    return [this.thoughtEnd()];
  }

  private thoughtEnd(): Split {
    const end: Split = { type: "thought_end", written: [this.before, this.after] };
    this.before = "";
    this.after = "";
    this.thought = "";
    this.said = "";
    this.line = "";
    this.code = new CodeSpans();
    this.mentionsMark = false;
    this.place = "text";
    return end;
  }

  private taken(length: number): Split[] {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    return this.say(text);
  }

  private say(text: string): Split[] {
    if (text === "") return [];
    this.said += text;
    const end = text.lastIndexOf("\n");
    this.line = end === -1 ? this.line + text : text.slice(end + 1);
    this.code.push(text);
    return [{ type: "text", text }];
  }

  private think(length: number): Split[] {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    this.thought += text;
    return [{ type: "thought", text }];
  }
}

/** The answer in a whole text, without what its model wrote to itself. */
export function withoutThinking(text: string): string {
  const split = new ThinkingSplit();
  let answer = "";
  for (const piece of [...split.push(text), ...split.finish()]) {
    if (piece.type === "text") answer += piece.text;
    if (piece.type === "unopened") answer = "";
  }
  return answer;
}
