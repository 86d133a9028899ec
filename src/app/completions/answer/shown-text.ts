/** What was streamed cannot be taken back: text that a turn voids and makes again is streamed once, as long as it is the same. */

/** Between what was said before an answer was begun anew, and that. */
const ANEW = "\n\n[Begun anew]\n\n";

export class ShownText {
  /** The text as it stands now. */
  #text = "";
  /** How much of it stood before each step. */
  readonly #steps = new Map<number, number>();
  /** What was passed on of the present text. */
  #shown = "";

  get text(): string {
    return this.#text;
  }

  step(number: number): void {
    if (!this.#steps.has(number)) this.#steps.set(number, this.#text.length);
  }

  /** From that step on it is void. */
  reset(from_step: number): void {
    this.#text = this.#text.slice(0, this.#steps.get(from_step) ?? 0);
    for (const number of this.#steps.keys()) if (number > from_step) this.#steps.delete(number);
  }

  /** What has to be passed on now. */
  add(delta: string): string {
    this.#text += delta;
    if (this.#shown.startsWith(this.#text)) return "";
    const isSame = this.#text.startsWith(this.#shown);
    const more = isSame ? this.#text.slice(this.#shown.length) : `${ANEW}${this.#text}`;
    this.#shown = this.#text;
    return more;
  }
}
