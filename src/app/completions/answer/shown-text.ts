/** Streamed text cannot be taken back: text that a turn voids and makes again is streamed once, as long as it is the same. */

/** Separates the earlier text from an answer that was begun anew. */
const ANEW = "\n\n[Begun anew]\n\n";

export class ShownText {
  /** The text as it stands now. */
  #text = "";
  /** Length of the text before each step. */
  readonly #steps = new Map<number, number>();
  /** The part of the present text that was streamed. */
  #shown = "";

  get text(): string {
    return this.#text;
  }

  step(number: number): void {
    if (!this.#steps.has(number)) this.#steps.set(number, this.#text.length);
  }

  /** Voids the text from that step on. */
  reset(from_step: number): void {
    this.#text = this.#text.slice(0, this.#steps.get(from_step) ?? 0);
    for (const number of this.#steps.keys()) if (number > from_step) this.#steps.delete(number);
  }

  /** Adds text, and returns what to stream now. */
  add(delta: string): string {
    this.#text += delta;
    if (this.#shown.startsWith(this.#text)) return "";
    const isSame = this.#text.startsWith(this.#shown);
    const more = isSame ? this.#text.slice(this.#shown.length) : `${ANEW}${this.#text}`;
    this.#shown = this.#text;
    return more;
  }
}
