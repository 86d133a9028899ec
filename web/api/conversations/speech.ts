/** Speech over HTTP: dictation, and reading aloud. */
import type { Speech, Transcript } from "../../../src/contract/speech.ts";
import { serverText } from "../../words/server-text.ts";
import { t } from "../../words/t.ts";
import { call, type Result } from "../http.ts";

export type { Speech };

export function readSpeech(): Promise<Result<Speech>> {
  return call("GET", "/speech");
}

export function transcribe(recording: Blob): Promise<Result<Transcript>> {
  return call("POST", "/speech/transcriptions", recording);
}

/** Null when the server could not read it aloud. `agent`: whose voice it is to be. */
export async function recordingOf(text: string, agent?: string): Promise<Blob | null> {
  const response = await asked({ text, ...(agent && { agent }) });
  return response?.ok ? response.blob() : null;
}

/** A recording, or the reason why there is none. */
export async function tryVoice(
  text: string,
): Promise<{ ok: true; value: Blob } | { ok: false; reason: string }> {
  const response = await asked({ text });
  if (response?.ok) return { ok: true, value: await response.blob() };
  const said = (await response?.json().catch(() => null)) as { reason?: unknown } | null | undefined;
  return {
    ok: false,
    reason: typeof said?.reason === "string" ? serverText(said.reason) : t("Nightjar can't be reached."),
  };
}

function asked(wanted: { text: string; agent?: string }): Promise<Response | null> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  };
  return fetch("/api/v1/speech/recordings", init).catch(() => null);
}
