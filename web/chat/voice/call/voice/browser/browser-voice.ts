/** The browser's own voice, where no server speaks. */
import { languageOf } from "../../../../../../src/domain/text/language/known-language.ts";
import { isLanguage, language } from "../../../../../words/language.ts";
import { spokenWords } from "../../../spoken-words.ts";
import { BANDS } from "../../bands.ts";
import type { Clip, Piece, Voice } from "../../types.ts";
import { BrowserClip, type BrowserClipDeps } from "./browser-clip.ts";
import { partsOf } from "./parts.ts";
import { synthesis } from "./synthesis.ts";
import { baseOf, hasVoices, voiceFor } from "./voices.ts";

/** Time in which a word fades from the picture. */
const FADE_MS = 350;

type Clock = Pick<BrowserClipDeps, "after" | "now">;

export class BrowserVoice implements Voice {
  private readonly clock: Clock;
  private readonly hasVoices: Promise<boolean>;
  private word_at = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.clock = clock;
    this.hasVoices = hasVoices(clock.after);
  }

  async fetch({ text }: Piece): Promise<Clip | null> {
    const parts = partsOf(spokenWords(text));
    if (parts.length === 0 || !(await this.hasVoices)) return null;
    const spoken = languageIn(text, navigator.language);
    return new BrowserClip(parts, {
      ...this.clock,
      output: this,
      language: spoken,
      voice: () => voiceFor(spoken),
      onword: () => {
        this.word_at = this.clock.now();
      },
    });
  }

  /** The browser tells no loudness: each word is drawn as it begins, and fades. */
  spectrum(): readonly number[] {
    const level = 1 - (this.clock.now() - this.word_at) / FADE_MS;
    if (level <= 0) return [];
    return Array.from({ length: BANDS }, (_, at) => level * 0.7 * Math.cos((Math.PI * at) / (2 * BANDS)));
  }

  close(): void {
    synthesis()?.cancel();
  }
}

/** Language of a text by its words; one that the app does not know is taken for the person's own. */
function languageIn(text: string, own: string): string {
  const told = languageOf(text, language);
  const isUnknown = told === language && !isLanguage(baseOf(own));
  return isUnknown || baseOf(own) === told ? own : told;
}
