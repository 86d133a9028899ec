/** Speech over HTTP: dictation, and reading aloud. */
import type { AcceptedInput } from "../../../src/contract/inputs.ts";
import type {
  Speech,
  SpeechOrder,
  SpeechProviders,
  Transcript,
  Voice,
} from "../../../src/contract/speech.ts";
import { serverText } from "../../words/server-text.ts";
import { t } from "../../words/t.ts";
import { call, query, type Result } from "../http.ts";

export type { Speech, SpeechOrder, SpeechProviders, Voice };

export function readSpeech(): Promise<Result<Speech>> {
  return call("GET", "/speech");
}

/** Voices of the connected providers. */
export function listVoices(): Promise<Result<{ items: Voice[] }>> {
  return call("GET", "/speech/voices");
}

/** Providers that hear and that speak, in the order in which they are asked. */
export function readSpeechProviders(): Promise<Result<SpeechProviders>> {
  return call("GET", "/speech/providers");
}

export function orderSpeechProviders(order: SpeechOrder): Promise<Result<SpeechProviders>> {
  return call("PATCH", "/speech/providers", order);
}

/**
 * With a `client_id` the same recording is transcribed and paid once, however often it is sent. `keep`: its sound is kept for a
 * day where the person has chosen it.
 */
export function transcribe(
  recording: Blob,
  about: { client_id?: string; conversation_id?: string | null; keep?: boolean } = {},
): Promise<Result<Transcript>> {
  return call("POST", `/speech/transcriptions${query(about)}`, recording);
}

/** Address of a WebSocket that transcribes an utterance while it is spoken. */
export function liveAddress(origin: string, conversation_id: string | null): string {
  return `${origin.replace(/^http/, "ws")}/api/v1/speech/live${query({ conversation_id })}`;
}

/** Address of the sound of a message that was said in a call. */
export function recordingAddress(conversation: string, message_id: string): string {
  const [id, message] = [conversation, message_id].map(encodeURIComponent);
  return `/api/v1/conversations/${id}/messages/${message}/recording`;
}

export function dropRecording(id: string): Promise<Result<null>> {
  return call("DELETE", `/speech/recordings/${id}`);
}

/** Answers a question or an approval that was read aloud. `repeated`: the same words may have arrived before. */
export function replyAloud(
  conversation: string,
  reply: { call_id: string; words: string; repeated: boolean },
): Promise<Result<AcceptedInput>> {
  return call("POST", `/conversations/${encodeURIComponent(conversation)}/spoken-replies`, reply);
}

/** Null when the server could not read it aloud. */
export async function recordingOf(text: string): Promise<Blob | null> {
  const response = await asked({ text });
  return response?.ok ? response.blob() : null;
}

/** A recording, or the reason why there is none. `voice`: as an agent has it; empty: the usual one. */
export async function tryVoice(
  text: string,
  voice = "",
): Promise<{ ok: true; value: Blob } | { ok: false; reason: string }> {
  const response = await asked({ text, ...(voice !== "" && { voice }) });
  if (response?.ok) return { ok: true, value: await response.blob() };
  const said = (await response?.json().catch(() => null)) as { reason?: unknown } | null | undefined;
  return {
    ok: false,
    reason: typeof said?.reason === "string" ? serverText(said.reason) : t("Nightjar can't be reached."),
  };
}

function asked(wanted: { text: string; voice?: string }): Promise<Response | null> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  };
  return fetch("/api/v1/speech/recordings", init).catch(() => null);
}
