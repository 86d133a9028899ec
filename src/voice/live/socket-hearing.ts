/** Live hearing over a provider's WebSocket: opened, fed, and read by the provider's own wire format. */
import { parseJson } from "../../platform/json.ts";
import { failureText } from "../../platform/service-answer.ts";
import { RefusedRequest } from "../../providers/remote-error.ts";
import { isObject, type JsonObject } from "../../providers/wire/json.ts";
import { type SpeechAccess, SpeechFailure, type Transcript } from "../provider.ts";
import type { LiveHearing, LiveListener } from "./live-ear.ts";
import { LiveWords } from "./live-words.ts";

export interface LiveWire {
  /** For people. */
  label: string;
  /** `http` or `https`. */
  url: string;
  headers: { [name: string]: string };
  /** First message, if the provider wants one. */
  opening?: object | undefined;
  sound(pcm: Uint8Array): Uint8Array | object;
  /** Message after which the provider says the rest. */
  ending: object;
  /** Reads one message of the provider's. Throws a `SpeechFailure` for a refusal. */
  read(message: JsonObject, words: LiveWords): void;
}

/** Rejects with a `SpeechFailure`, or with the network's error. */
export async function openLive(
  { openSocket }: SpeechAccess,
  wire: LiveWire,
  { listener, signal }: { listener: LiveListener; signal: AbortSignal },
): Promise<LiveHearing> {
  const words = new LiveWords(listener);
  const { url, headers, label } = wire;
  if (!openSocket) throw new SpeechFailure("No connection for live transcription can be opened here.");
  const socket = await openSocket({
    url,
    headers,
    signal,
    message: (text) => read(text, wire, words),
    closed: () => words.fail(new SpeechFailure(`${label} ended the transcription. Try again.`)),
  }).catch((problem: unknown) => {
    if (problem instanceof RefusedRequest) throw new SpeechFailure(failureText(label, problem.status));
    throw problem;
  });
  const say = (message: Uint8Array | object) =>
    socket.send(message instanceof Uint8Array ? message : JSON.stringify(message));
  if (wire.opening) say(wire.opening);
  return {
    send: (pcm) => say(wire.sound(pcm)),
    finish: async (within) => {
      words.expectLast();
      say(wire.ending);
      return whole(words, within);
    },
    close() {
      words.close();
      socket.close();
    },
  };
}

function read(text: string, wire: LiveWire, words: LiveWords): void {
  const message = parseJson(text);
  if (!isObject(message)) return;
  try {
    wire.read(message, words);
  } catch (problem) {
    words.fail(problem instanceof Error ? problem : new Error(String(problem)));
  }
}

function whole(words: LiveWords, signal: AbortSignal): Promise<Transcript> {
  return new Promise((resolve, reject) => {
    words.whole.then(resolve, reject);
    signal.addEventListener("abort", () => reject(new SpeechFailure("The transcription took too long.")));
  });
}
