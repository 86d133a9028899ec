/** The browser's speech synthesis, as far as a call uses it. */

export interface OwnVoice {
  lang: string;
  /** Made on the device. */
  localService: boolean;
  default: boolean;
}

interface Utterance extends EventTarget {
  lang: string;
  voice: OwnVoice | null;
}

interface Synthesis extends Partial<EventTarget> {
  getVoices(): OwnVoice[];
  speak(utterance: Utterance): void;
  cancel(): void;
  resume(): void;
}

interface Browser {
  speechSynthesis?: Synthesis;
  SpeechSynthesisUtterance?: new (text: string) => Utterance;
}

/** Undefined: this browser has none. */
export function synthesis(): Synthesis | undefined {
  return (globalThis as Browser).speechSynthesis;
}

/** Null: this browser has no synthesis. */
export function utteranceOf(text: string): Utterance | null {
  const { SpeechSynthesisUtterance: Maker } = globalThis as Browser;
  return Maker ? new Maker(text) : null;
}
