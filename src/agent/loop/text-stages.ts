/** Stages that a reply's text passes through while it streams. The output is both shown and stored. */

export interface TextStage {
  push(delta: string): string;
  /** Returns the held text: something other than text comes next. */
  rest(): string;
  /** The reply has ended; `isCut`: at its token limit. Returns the remaining text, or "". */
  finish(isCut: boolean): string;
}

/** The word at the end of a text, which may be cut. */
export function lastWord(text: string): string {
  return /\S{0,80}$/.exec(text)?.[0] ?? "";
}

/**
 * Joins a continuation to the text before it: the model was asked to repeat that text's last word, and this
 * stage removes the repetition.
 */
export class Seam implements TextStage {
  private readonly word: string;
  private held: string | undefined = "";

  constructor(word: string) {
    this.word = word;
  }

  push(delta: string): string {
    if (this.held === undefined) return delta;
    this.held += delta;
    const start = this.held.trimStart();
    const isOpen = start.length < this.word.length && this.word.startsWith(start);
    return isOpen ? "" : this.joined();
  }

  rest(): string {
    return "";
  }

  finish(): string {
    return this.held === undefined ? "" : this.joined();
  }

  private joined(): string {
    const { held = "", word } = this;
    this.held = undefined;
    if (word === "") return held;
    const start = held.trimStart();
    if (start.startsWith(word)) return start.slice(word.length);
    return held === "" || /^\s/.test(held) ? held : ` ${held}`;
  }
}

/** Ends of sentences. A full stop counts only when whitespace follows: in "3.14" it ends nothing. */
const ENDS = /(?:[.!?…]["'”’»)\]*_`]*(?=\s)|[。！？]|\n)/g;

/** Whole sentences only: drops a sentence that the token limit cut, and those beyond `most` characters. */
export class Sentences implements TextStage {
  private readonly most: number;
  private held = "";
  private given = "";
  private isFull = false;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.most = most;
  }

  push(delta: string): string {
    if (this.isFull) return "";
    const room = this.most - this.given.length - this.held.length;
    this.isFull = delta.length > room;
    this.held += this.isFull ? delta.slice(0, room) : delta;
    const end = [...this.held.matchAll(ENDS)].at(-1);
    return end ? this.give(end.index + end[0].length) : "";
  }

  rest(): string {
    return this.give(this.held.length);
  }

  finish(isCut: boolean): string {
    if (!isCut && !this.isFull) return this.rest();
    const isWhole = /[.!?…。！？]["'”’»)\]*_`]*$/.test(this.held);
    if (isWhole) return this.rest() + this.closing();
    // The beginning of a sentence is better than no text at all.
    if (this.given.trim() !== "") return this.closing();
    const words = this.held.replace(/\S*$/, "").trimEnd();
    return words === "" ? this.rest() : `${words} …`;
  }

  private give(length: number): string {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    this.given += text;
    return text;
  }

  /** Closes an open code fence; otherwise everything after it would be code. */
  private closing(): string {
    const fences = this.given.match(/^\s*```/gm)?.length ?? 0;
    return fences % 2 === 1 ? "\n```" : "";
  }
}

/** A pipeline of stages. */
export class Stages implements TextStage {
  private readonly stages: readonly TextStage[];

  constructor(stages: readonly TextStage[]) {
    this.stages = stages;
  }

  push(delta: string): string {
    return this.stages.reduce((text, stage) => stage.push(text), delta);
  }

  rest(): string {
    return this.stages.reduce((text, stage) => stage.push(text) + stage.rest(), "");
  }

  finish(isCut: boolean): string {
    return this.stages.reduce((text, stage) => stage.push(text) + stage.finish(isCut), "");
  }
}
