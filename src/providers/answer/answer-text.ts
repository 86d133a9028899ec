/**
 * The text of one answer on its way to people: thinking that stands in it becomes reasoning, and calls that stand in
 * it become calls.
 */
import type { ModelRequest } from "../../agent/ports/model.ts";
import { CodeSpans } from "../../domain/text/code-spans.ts";
import { type Split, ThinkingSplit } from "../../domain/text/thinking.ts";
import type { ProviderDelta } from "../provider.ts";
import { beginsBareCall, beginsCall, type WrittenCall, writtenCalls } from "./calls-in-text.ts";
import { writtenMarks } from "./written-thinking.ts";

/** `void`: what has come of this answer's text is not its text. */
export type AnswerPiece = ProviderDelta | { type: "void" };

interface AnswerTextDeps {
  request: ModelRequest;
  createCallId(): string;
  /** The model begins with thinking that has no opening mark. */
  thinksFirst: boolean;
  onThinksFirst(thinksFirst: boolean): void;
}

export class AnswerText {
  /** Calls were found in the text. */
  calls = false;
  private readonly deps: AnswerTextDeps;
  private readonly thinking: ThinkingSplit;
  private readonly code = new CodeSpans();
  private line = "";
  private hasText = false;
  private held = "";
  private isCall = false;

  constructor(deps: AnswerTextDeps) {
    this.deps = deps;
    this.thinking = new ThinkingSplit(deps.thinksFirst);
  }

  take(event: ProviderDelta): readonly AnswerPiece[] {
    return event.type === "text" ? this.pieces(this.thinking.push(event.delta)) : [event];
  }

  /** `isWhole`: the answer has ended by itself, and no calls came beside the text. */
  finish(isWhole: boolean): readonly AnswerPiece[] {
    return [...this.pieces(this.thinking.finish()), ...this.rest(isWhole)];
  }

  private pieces(splits: readonly Split[]): AnswerPiece[] {
    return splits.flatMap((split) => this.piecesOf(split));
  }

  private piecesOf(split: Split): AnswerPiece[] {
    switch (split.type) {
      case "text":
        return this.text(split.text);
      case "thought":
        return [{ type: "reasoning", delta: split.text }];
      case "thought_end":
        return [{ type: "reasoning_end", signature: writtenMarks(split.written) }];
      case "unopened":
        this.deps.onThinksFirst(true);
        this.held = "";
        return [{ type: "void" }, { type: "reasoning", delta: split.text }];
      case "unclosed":
        this.deps.onThinksFirst(false);
        return [{ type: "void" }, ...this.text(split.text)];
    }
  }

  private text(text: string): AnswerPiece[] {
    if (this.deps.request.tools.length === 0) return said(text);
    this.held += text;
    return this.isCall ? [] : said(this.released());
  }

  /** Text that is surely no call. */
  private released(): string {
    let shown = "";
    while (this.held !== "") {
      const start = this.startOfMark();
      shown += this.shown(start);
      if (this.held === "") break;
      const kind = this.code.isInside ? "no" : this.kindOf(this.held);
      this.isCall = kind === "yes";
      if (kind !== "no") break;
      shown += this.shown(1);
    }
    return shown;
  }

  /** Index of the next place where a call may begin. */
  private startOfMark(): number {
    const isBare = !this.hasText && /^\s*[[{`]/.test(this.held);
    if (isBare || (!this.hasText && this.held.trim() === "")) return 0;
    const at = this.held.search(/[<[]/);
    return at === -1 ? this.held.length : at;
  }

  private kindOf(held: string): "yes" | "no" | "maybe" {
    const text = held.trimStart();
    if (!this.hasText && text === "") return "maybe";
    const bare = this.hasText ? "no" : beginsBareCall(text);
    if (bare !== "no") return bare;
    return this.line.trim() === "" ? beginsCall(text) : "no";
  }

  private shown(length: number): string {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    this.hasText ||= text.trim() !== "";
    const end = text.lastIndexOf("\n");
    this.line = end === -1 ? this.line + text : text.slice(end + 1);
    this.code.push(text);
    return text;
  }

  private rest(isWhole: boolean): AnswerPiece[] {
    const { held } = this;
    this.held = "";
    const calls = isWhole && held.trim() !== "" ? this.callsIn(held) : [];
    this.calls = calls.length > 0;
    if (!this.calls) return said(held);
    return calls.map((call) => ({ type: "tool_call", call_id: this.deps.createCallId(), ...call }));
  }

  private callsIn(held: string): WrittenCall[] {
    const { messages, tools } = this.deps.request;
    const calls = writtenCalls(held);
    const names = new Set(tools.map(({ name }) => name));
    // Without a mark, only a tool's own name tells a call from an answer that is JSON.
    if (
      !this.isCall ||
      (beginsCall(held.trimStart()) === "no" && !calls.every(({ name }) => names.has(name)))
    )
      return [];
    // Words that somebody else wrote are quoted, not called.
    const isQuoted = JSON.stringify(messages).includes(JSON.stringify(held.trim()).slice(1, -1));
    return isQuoted ? [] : calls;
  }
}

function said(delta: string): AnswerPiece[] {
  return delta === "" ? [] : [{ type: "text", delta }];
}
