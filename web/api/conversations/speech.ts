/** Speech over HTTP: dictation, and reading aloud. */
import type { Speech, Transcript } from "../../../src/contract/speech.ts";
import { call, type Result } from "../http.ts";

export type { Speech };

export function readSpeech(): Promise<Result<Speech>> {
  return call("GET", "/speech");
}

export function transcribe(recording: Blob): Promise<Result<Transcript>> {
  return call("POST", "/speech/transcriptions", recording);
}

/** Null when the server could not read it aloud. */
export async function recordingOf(text: string): Promise<Blob | null> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  };
  const response = await fetch("/api/v1/speech/recordings", init).catch(() => null);
  return response?.ok ? response.blob() : null;
}
