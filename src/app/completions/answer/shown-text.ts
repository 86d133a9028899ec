/** Streamed text cannot be taken back: text that a turn voids and makes again is streamed once, as long as it is the same. */

/** Separates the earlier text from an answer that was begun anew. */
const ANEW = "\n\n[Begun anew]\n\n";

export class ShownText {
  /** The text as it stands now. */
  private current = "";
  /** Length of the text before each step. */
  private readonly steps = new Map<number, number>();
  /** The part of the present text that was streamed. */
  private shown = "";

  get text(): string {
    return this.current;
  }

  step(number: number): void {
    if (!this.steps.has(number)) this.steps.set(number, this.current.length);
  }

  /** Voids the text from that step on. */
  reset(from_step: number): void {
    this.current = this.current.slice(0, this.steps.get(from_step) ?? 0);
    for (const number of this.steps.keys()) if (number > from_step) this.steps.delete(number);
  }

  /** Adds text, and returns what to stream now. */
  add(delta: string): string {
    this.current += delta;
    if (this.shown.startsWith(this.current)) return "";
    const isSame = this.current.startsWith(this.shown);
    const more = isSame ? this.current.slice(this.shown.length) : `${ANEW}${this.current}`;
    this.shown = this.current;
    return more;
  }
}
