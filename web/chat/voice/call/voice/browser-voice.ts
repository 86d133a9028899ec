/** The browser's own voice, where no server speaks. */
import { spokenWords } from "../../spoken-words.ts";
import type { Clip, Piece, Voice } from "../types.ts";

export class BrowserVoice implements Voice {
  /** Clips in the order in which they are to sound. */
  private queue: readonly { begin(): void }[] = [];

  fetch({ text }: Piece): Promise<Clip | null> {
    const words = spokenWords(text);
    const canSpeak = typeof speechSynthesis !== "undefined";
    return Promise.resolve(words === "" || !canSpeak ? null : this.clipOf(words));
  }

  spectrum(): readonly number[] {
    return [];
  }

  close(): void {
    this.queue = [];
    if (typeof speechSynthesis !== "undefined") speechSynthesis.cancel();
  }

  private clipOf(words: string): Clip {
    const said = new SpeechSynthesisUtterance(words);
    let place = 0;
    let isHere = true;
    const item = { begin: () => speechSynthesis.speak(said) };
    return {
      output: this,
      heard: () => place / words.length,
      play: ({ began, scheduled, ended }) => {
        const over = () => {
          if (!isHere) return;
          isHere = false;
          this.queue = this.queue.filter((other) => other !== item);
          this.queue[0]?.begin();
          ended();
        };
        said.addEventListener("start", () => isHere && began());
        said.addEventListener("boundary", ({ charIndex }) => (place = charIndex));
        said.addEventListener("end", over);
        said.addEventListener("error", over);
        this.queue = [...this.queue, item];
        if (this.queue[0] === item) item.begin();
        scheduled();
      },
      stop: () => {
        const wasFirst = this.queue[0] === item;
        isHere = false;
        this.queue = this.queue.filter((other) => other !== item);
        if (wasFirst) speechSynthesis.cancel();
      },
    };
  }
}
