/** A piece said by the browser's own voice: one part after the other. */
import type { Clip, ClipListener } from "../../types.ts";
import { type OwnVoice, synthesis, utteranceOf } from "./synthesis.ts";

export interface BrowserClipDeps {
  output: unknown;
  language: string;
  voice(): OwnVoice | null;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
  /** ms. */
  now(): number;
  /** A word begins. */
  onword(): void;
}

/** Time until a voice begins, which may have to be fetched. */
const BEGIN_MS = 6_000;
/** Slowest voice: ms for a character. */
const SLOWEST_MS = 200;
/** Usual voice, where it tells no words. */
const USUAL_MS = 67;

export class BrowserClip implements Clip {
  readonly output: unknown;
  private readonly parts: readonly string[];
  private readonly deps: BrowserClipDeps;
  /** Held, as browsers forget the end of what nobody holds. */
  private said: ReturnType<typeof utteranceOf> = null;
  private at = 0;
  private hasBegun = false;
  /** Place of the newest word of the part; null: the voice tells none. */
  private word: number | null = null;
  private began_at: number | null = null;
  private isOver = false;
  private part = 0;
  private cancel: () => void = () => undefined;

  constructor(parts: readonly string[], deps: BrowserClipDeps) {
    this.parts = parts;
    this.deps = deps;
    this.output = deps.output;
  }

  play(listener: ClipListener): void {
    const text = this.parts[this.at];
    const said = text === undefined ? null : utteranceOf(text);
    this.said = said;
    if (text === undefined || said === null) {
      this.end(listener);
      return;
    }
    said.lang = this.deps.language;
    said.voice = this.deps.voice();
    const isHere = () => this.said === said && !this.isOver;
    said.addEventListener("start", () => isHere() && this.begins(text, listener));
    said.addEventListener("boundary", (event) => {
      if (!isHere()) return;
      this.word = (event as Event & { charIndex?: number }).charIndex ?? null;
      this.deps.onword();
    });
    said.addEventListener("end", () => isHere() && this.goOn(listener));
    said.addEventListener("error", () => isHere() && this.end(listener));
    this.cancel = this.deps.after(BEGIN_MS, () => this.giveUp(listener));
    // A page that was asleep may have left it paused.
    synthesis()?.resume();
    synthesis()?.speak(said);
  }

  stop(): void {
    if (this.isOver) return;
    this.part = this.heardPart();
    this.isOver = true;
    this.cancel();
    if (this.said) synthesis()?.cancel();
  }

  heard(): number {
    return this.part;
  }

  private begins(text: string, listener: ClipListener): void {
    this.began_at = this.deps.now();
    this.cancel();
    // A voice of a service may end without a word.
    this.cancel = this.deps.after(BEGIN_MS + text.length * SLOWEST_MS, () => this.giveUp(listener));
    if (this.hasBegun) return;
    this.hasBegun = true;
    listener.began();
  }

  private goOn(listener: ClipListener): void {
    this.cancel();
    this.at += 1;
    this.word = null;
    this.began_at = null;
    this.play(listener);
  }

  private giveUp(listener: ClipListener): void {
    synthesis()?.cancel();
    this.end(listener);
  }

  private end({ ended }: ClipListener): void {
    this.cancel();
    this.isOver = true;
    ended();
  }

  private heardPart(): number {
    const length = (parts: readonly string[]) => parts.reduce((sum, part) => sum + part.length, 0);
    const current = this.parts[this.at] ?? "";
    const elapsed_ms = this.began_at === null ? 0 : this.deps.now() - this.began_at;
    const here = Math.min(current.length, this.word ?? elapsed_ms / USUAL_MS);
    return (length(this.parts.slice(0, this.at)) + here) / Math.max(1, length(this.parts));
  }
}
