/** A person's choices for calls, kept in this browser. */
import { readStored, writeStored } from "../../../session/browser/storage.ts";

export interface CallSettings {
  /** Silence that ends an utterance: ms. */
  pause_ms: number;
  /** The microphone is closed while an answer sounds. */
  isHalfDuplex: boolean;
}

export const PAUSE_MS = { least: 400, most: 2_000, step: 100 };

const KEY = "call";
const DEFAULTS: CallSettings = { pause_ms: 700, isHalfDuplex: false };

export function readCallSettings(): CallSettings {
  return { ...DEFAULTS, ...readStored<Partial<CallSettings>>(KEY) };
}

export function writeCallSettings(settings: CallSettings): void {
  writeStored(KEY, settings);
}
