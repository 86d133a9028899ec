/** Transcriptions that are paid once: the same sound under the same id, sent again within a day, has the same text. */
import { sha256Hex } from "../platform/digest.ts";
import type { TranscriptionResult } from "./ports.ts";
import { NO_WORDS } from "./transcribe.ts";

/** Texts of a day, by their person and id. Each method rejects when the storage does. */
export interface TranscriptStore {
  get(owner: string, id: string): Promise<string | undefined>;
  /** False: it is being transcribed now. */
  claim(owner: string, id: string): Promise<boolean>;
  /** Replaces the claim. */
  put(owner: string, id: string, text: string): Promise<void>;
  /** Removes text or claim. */
  remove(owner: string, id: string): Promise<void>;
}

interface OnceDeps {
  store: TranscriptStore;
  pause(ms: number): Promise<void>;
}

const LOOKS = 120;
const BETWEEN_LOOKS_MS = 500;

const UNDER_WAY: TranscriptionResult = {
  ok: false,
  reason: "This recording is being transcribed already. Try again in a minute.",
};

/** Rejects when the storage does; nothing was transcribed then. */
export async function transcribedOnce(
  { store, pause }: OnceDeps,
  { owner, once, bytes }: { owner: string; once: string; bytes: Uint8Array },
  transcribe: () => Promise<TranscriptionResult>,
): Promise<TranscriptionResult> {
  const id = await sha256Hex(`${once}\n${await sha256Hex(bytes)}`);
  for (let look = 0; look < LOOKS; look++) {
    const kept = await store.get(owner, id);
    if (kept !== undefined) return kept === "" ? NO_WORDS : { ok: true, text: kept };
    if (await store.claim(owner, id)) return claimed(store, { owner, id }, transcribe);
    await pause(BETWEEN_LOOKS_MS);
  }
  return UNDER_WAY;
}

async function claimed(
  store: TranscriptStore,
  { owner, id }: { owner: string; id: string },
  transcribe: () => Promise<TranscriptionResult>,
): Promise<TranscriptionResult> {
  const heard = await transcribe();
  const kept = heard.ok ? heard.text : heard === NO_WORDS ? "" : undefined;
  // The text is there and paid: a storage that fails now takes nothing from its person.
  await (kept === undefined ? store.remove(owner, id) : store.put(owner, id, kept)).catch(() => undefined);
  return heard;
}
