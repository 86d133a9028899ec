/** What a reply's text goes through on its way to people, a piece at a time: what comes out is what is kept. */

export interface TextStage {
  push(delta: string): string;
  /** What it holds back: something else than text comes between. */
  rest(): string;
  /** The reply has ended; `isCut` at its token limit. What is left of it, if any. */
  finish(isCut: boolean): string;
}

/** The word at the end of a text, which may not be whole. */
export function lastWord(text: string): string {
  return /\S{0,80}$/.exec(text)?.[0] ?? "";
}

/**
 * The beginning of a text that goes on with another: it was asked to repeat the word that the other ends with, and that
 * word is taken out, so that the two make one.
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

/** A full stop counts once something follows it: in "3.14" it ends nothing. */
const ENDS = /(?:[.!?…]["'”’»)\]*_`]*(?=\s)|[。！？]|\n)/g;

/** Whole sentences only: one that the token limit cut is left out. */
export class Sentences implements TextStage {
  private held = "";
  private given = "";

  push(delta: string): string {
    this.held += delta;
    const end = [...this.held.matchAll(ENDS)].at(-1);
    return end ? this.give(end.index + end[0].length) : "";
  }

  rest(): string {
    return this.give(this.held.length);
  }

  finish(isCut: boolean): string {
    if (!isCut) return this.rest();
    const isWhole = /[.!?…。！？]["'”’»)\]*_`]*$/.test(this.held);
    if (isWhole) return this.rest() + this.closing();
    // No sentence at all is worse than the beginning of one.
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

  /** Code that was begun is ended, or all that follows would be code. */
  private closing(): string {
    const fences = this.given.match(/^\s*```/gm)?.length ?? 0;
    return fences % 2 === 1 ? "\n```" : "";
  }
}

/** One after the other. */
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
