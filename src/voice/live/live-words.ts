/** Words of a live transcription: those that stand, and those that may still change. */
import type { Transcript } from "../provider.ts";
import type { LiveListener } from "./live-ear.ts";

export class LiveWords {
  /** Resolves when the provider has said all; rejects when the connection is lost before. */
  readonly whole: Promise<Transcript>;
  private readonly listener: Pick<LiveListener, "words" | "lost">;
  private readonly ending = Promise.withResolvers<Transcript>();
  private settled: readonly string[] = [];
  private guessed = "";
  private isOver = false;
  private isLast = false;

  constructor(listener: Pick<LiveListener, "words" | "lost">) {
    this.listener = listener;
    this.whole = this.ending.promise;
    // A loss is told to the listener too: nobody may be waiting for the end.
    this.whole.catch(() => undefined);
  }

  /** These words take the place of all that may still change. */
  guess(text: string): void {
    this.guessed = text.trim();
    this.tell();
  }

  /** More words, which may still change. */
  guessMore(text: string): void {
    this.guessed = `${this.guessed}${text}`.trimStart();
    this.tell();
  }

  /** These words stand. What was guessed is void. */
  settle(text: string): void {
    if (text.trim() !== "") this.settled = [...this.settled, text.trim()];
    this.guess("");
  }

  /** The sound has been sent to its end: the next words that stand are the last. */
  expectLast(): void {
    this.isLast = true;
  }

  /** These words stand, and are the last once those are expected. */
  settlePart(text: string): void {
    this.settle(text);
    if (this.isLast) this.end();
  }

  /** All has been said. `seconds`: length of the sound, where the provider reports it. */
  end(seconds?: number): void {
    this.isOver = true;
    this.ending.resolve({ text: this.text, seconds });
  }

  fail(problem: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ending.reject(problem);
    this.listener.lost(problem);
  }

  /** Nobody wants more words. */
  close(): void {
    this.isOver = true;
  }

  private get text(): string {
    return [...this.settled, this.guessed].filter((words) => words !== "").join(" ");
  }

  private tell(): void {
    if (!this.isOver) this.listener.words(this.text);
  }
}
