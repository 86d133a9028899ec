/** Requests to speech providers, and their answers. */
import { failureText, type ServiceFetch } from "../../platform/service-answer.ts";
import { type Sound, SpeechFailure, type SpokenSound, type Utterance } from "../provider.ts";
import { endingOf } from "../sound.ts";

interface ProviderRequest {
  fetch: ServiceFetch;
  /** For people. */
  label: string;
  url: string;
  init: RequestInit;
}

/** The answer, if the provider took the request. Rejects with a `SpeechFailure`, or with the network's error. */
export async function answerOf({ fetch, label, url, init }: ProviderRequest): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new SpeechFailure(failureText(label, response.status));
}

/** Sound as it comes. `usual`: its media type where the provider names none. */
export function soundOf(response: Response, usual: string): SpokenSound {
  if (!response.body) throw new SpeechFailure("The provider answered without sound. Try again.");
  const given = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return { stream: response.body, media_type: /^audio\/[\w.+-]+$/.test(given) ? given : usual };
}

/** A provider that refuses a form, which not every plan or server has, makes a file for any player. */
export async function orRecording(
  speakAs: (as: Utterance["as"]) => Promise<SpokenSound>,
  wanted: Utterance["as"],
): Promise<SpokenSound> {
  try {
    return await speakAs(wanted);
  } catch (problem) {
    if (!(problem instanceof SpeechFailure)) throw problem;
    return speakAs("recording");
  }
}

export function jsonPost(headers: Record<string, string>, body: object, signal: AbortSignal): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  };
}

/** A form with the sound as a file and the other fields; undefined ones are left out. */
export function soundForm(
  { media_type, bytes }: Sound,
  fields: Readonly<Record<string, string | undefined>>,
): FormData {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], `voice.${endingOf(media_type)}`, { type: media_type }));
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}

/** `de` of `de-AT`: the form in which most providers take a language. */
export function baseLanguage(tag: string | undefined): string | undefined {
  return tag?.split("-")[0]?.toLowerCase();
}
