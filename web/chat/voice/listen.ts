/** Dictation: transcribed by the server if a provider is set up, else by the browser itself. */

import { transcribe } from "../../api/conversations/speech.ts";
import { t } from "../../words/t.ts";
import { speech } from "./speech.ts";

export type DictationResult = { ok: true; text: string } | { ok: false; reason: string };

/**
 * A running dictation: `done` resolves with the text, or with the reason for its absence; `stop` ends the listening.
 */
export interface Listening {
  stop(): void;
  done: Promise<DictationResult>;
}

interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  start(): void;
  stop(): void;
}

const UNABLE = t("This browser can't listen, and no speech provider is connected.");
const REFUSED = t("The microphone is blocked. Allow it for this page in your browser's settings.");

const UNWRITTEN = t("The browser couldn't transcribe that. Try again, or type it.");
/** Error codes of browsers' own speech recognition. */
const FAULTS: Record<string, string> = {
  "not-allowed": REFUSED,
  "service-not-allowed": REFUSED,
  "audio-capture": REFUSED,
  "no-speech": t("Nightjar didn't hear anything. Start speaking when the button turns red."),
};

/** Must be called from a press: the browser asks for permission. */
export async function listen(): Promise<Listening | { reason: string }> {
  const { hears } = await speech();
  if (hears && typeof MediaRecorder !== "undefined") return record();
  return recognise();
}

async function record(): Promise<Listening | { reason: string }> {
  const stream = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => null);
  if (!stream) return { reason: REFUSED };
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  recorder.start();
  return { stop: () => recorder.stop(), done: stopped.then(() => words(stream, pieces, recorder.mimeType)) };
}

async function words(stream: MediaStream, pieces: readonly Blob[], type: string): Promise<DictationResult> {
  for (const track of stream.getTracks()) track.stop();
  const heard = await transcribe(new Blob([...pieces], { type: type.split(";")[0] ?? "" }));
  return heard.ok ? { ok: true, text: heard.value.text } : heard;
}

function recognise(): Listening | { reason: string } {
  const made = recognition();
  if (made === null) return { reason: UNABLE };
  const said: string[] = [];
  made.lang = navigator.language;
  made.continuous = true;
  made.addEventListener("result", (event) => {
    const { results, resultIndex } = event as Event & {
      results: ArrayLike<ArrayLike<{ transcript: string }>>;
      resultIndex: number;
    };
    for (const result of [...Array.from(results)].slice(resultIndex)) said.push(result[0]?.transcript ?? "");
  });
  const done = new Promise<DictationResult>((resolve) => {
    made.addEventListener("error", (event) => {
      const { error = "" } = event as Event & { error?: string };
      resolve({ ok: false, reason: FAULTS[error] ?? UNWRITTEN });
    });
    made.addEventListener("end", () => resolve({ ok: true, text: said.join(" ").trim() }));
  });
  made.start();
  return { stop: () => made.stop(), done };
}

function recognition(): Recognition | null {
  const browser = window as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  const Maker = browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
  return Maker ? new Maker() : null;
}
