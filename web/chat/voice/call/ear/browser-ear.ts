/** The ear of a call where no server transcribes: the browser's own speech recognition. */
import { t } from "../../../../words/t.ts";
import type { Ear, EarListener } from "../types.ts";

interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  abort(): void;
}

interface Heard extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
  resultIndex: number;
}

const UNABLE = t(
  "This browser can't listen, and no speech provider is connected. An admin can connect one under Connections.",
);
const BLOCKED = t("The microphone is blocked. Allow it for this page in your browser's settings.");
const UNWRITTEN = t("The browser couldn't transcribe that. Try again, or type it.");
const DENIED = ["not-allowed", "service-not-allowed", "audio-capture"];
/** The recognition heard nobody, or the call ended it. */
const HARMLESS = ["no-speech", "aborted"];

export class BrowserEar implements Ear {
  private readonly pause_ms: () => number;
  private readonly after: (ms: number, run: () => void) => () => void;
  private recognition: Recognition | null = null;
  private listener: EarListener | null = null;
  private isListening = true;
  private isRunning = false;
  private isHeld = false;
  private isSpeaking = false;
  private words: readonly string[] = [];
  /** Words that may still change. */
  private guessed: readonly string[] = [];
  /** Results that have come since it was started, and those of them that are passed over. */
  private seen = 0;
  private sent = 0;
  private cancel: () => void = () => undefined;

  constructor(pause_ms: () => number, after: (ms: number, run: () => void) => () => void) {
    this.pause_ms = pause_ms;
    this.after = after;
  }

  open(listener: EarListener): Promise<{ ok: true; cancelsEcho: boolean } | { ok: false; reason: string }> {
    const made = recognition();
    if (made === null) return Promise.resolve({ ok: false, reason: UNABLE });
    this.recognition = made;
    this.listener = listener;
    made.lang = navigator.language;
    made.continuous = true;
    made.interimResults = true;
    made.addEventListener("result", (event) => this.hears(event as Heard));
    made.addEventListener("error", (event) => this.fails((event as Event & { error?: string }).error ?? ""));
    // Browsers end it after a while of silence.
    made.addEventListener("end", () => {
      this.isRunning = false;
      this.run();
    });
    this.run();
    return Promise.resolve({ ok: true, cancelsEcho: false });
  }

  listen(isListening: boolean): void {
    if (this.isListening === isListening) return;
    this.isListening = isListening;
    if (isListening) this.run();
    else this.recognition?.abort();
    this.words = [];
    this.guessed = [];
    if (this.isSpeaking) this.finish();
  }

  beWary(): void {
    // The browser judges by itself.
  }

  hold(): void {
    this.isHeld = true;
    this.begin();
  }

  release(): void {
    this.isHeld = false;
    if (this.isSpeaking) this.finish();
  }

  spectrum(): readonly number[] {
    return [];
  }

  close(): void {
    this.listener = null;
    this.cancel();
    this.recognition?.abort();
  }

  private hears({ results, resultIndex }: Heard): void {
    const heard = Array.from(results).slice(Math.max(resultIndex, this.sent));
    if (heard.length === 0) return;
    const newest = heard.map((result) => result[0]?.transcript.trim() ?? "");
    this.begin();
    this.listener?.lasts();
    this.listener?.words([...this.words, ...newest].join(" "));
    const isFinal = heard.every((result) => result.isFinal);
    this.guessed = isFinal ? [] : newest;
    if (isFinal) this.words = [...this.words, ...newest];
    this.seen = results.length;
    this.cancel();
    if (isFinal && !this.isHeld) this.cancel = this.after(this.pause_ms(), () => this.finish());
  }

  private begin(): void {
    if (this.isSpeaking) return;
    this.isSpeaking = true;
    this.listener?.began();
  }

  private finish(): void {
    this.cancel();
    const text = [...this.words, ...this.guessed].join(" ").trim();
    // Words sent as a guess come once more when the browser is sure of them.
    if (this.guessed.length > 0) this.sent = this.seen;
    this.words = [];
    this.guessed = [];
    this.isSpeaking = false;
    this.listener?.ended(text === "" ? null : { text });
  }

  /** A running recognition can't be started again; one that is ending is started anew once it has ended. */
  private run(): void {
    if (this.isRunning || !this.isListening || !this.listener) return;
    this.isRunning = true;
    this.sent = 0;
    this.recognition?.start();
  }

  private fails(error: string): void {
    if (HARMLESS.includes(error)) return;
    this.isListening = false;
    this.listener?.failed(DENIED.includes(error) ? BLOCKED : UNWRITTEN);
  }
}

function recognition(): Recognition | null {
  const browser = globalThis as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  const Maker = browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
  return Maker ? new Maker() : null;
}
