/** Transcription while somebody speaks: one WebSocket for each utterance, samples in, words out. */
import type { SchemaOutput } from "../../contract/schema.ts";
import { LiveEnd, type LiveFields, type LiveFrame } from "../../contract/speech.ts";
import { AppError } from "../../domain/errors.ts";
import { parseJson } from "../../platform/json.ts";
import type { LiveTranscription } from "../../voice/ports.ts";
import { NO_WORDS } from "../../voice/transcribe.ts";
import type { ApiContext } from "../http/api.ts";
import { expectSocket } from "../http/forward.ts";
import { keepSound } from "./keep-sound.ts";
import { languageOf, payerOf, speechError } from "./payer.ts";
import { servicesOf } from "./services.ts";

const NOT_LIVE =
  "The provider that transcribes here takes whole recordings. Send one to /api/v1/speech/transcriptions.";

export async function hearWhileSpeaking(
  context: ApiContext,
  { language: named, conversation_id }: SchemaOutput<typeof LiveFields>,
): Promise<Response> {
  expectSocket(context, "A recording is sent to /api/v1/speech/transcriptions.");
  const [payer, language] = await Promise.all([
    payerOf(context, { conversation_id }),
    languageOf(context, named),
  ]);
  const transcribe = servicesOf(context).liveTranscriber();
  if (!transcribe) throw new AppError("conflict", NOT_LIVE);
  const { 0: client, 1: socket } = new WebSocketPair();
  const background = (work: Promise<unknown>) => context.executionCtx.waitUntil(work.catch(() => undefined));
  const keep = async (bytes: Uint8Array) =>
    payer.is_temporary ? undefined : keepSound(context, { media_type: "audio/wav", bytes });
  const utterance = new Utterance({ socket, background, keep });
  const begun = await transcribe({
    payer,
    language,
    words: (text) => utterance.say({ type: "words", text }),
    lost: (reason) => utterance.fail(reason),
  });
  if (!begun.ok) throw speechError(begun);
  utterance.hear(begun.value);
  return new Response(null, { status: 101, webSocket: client });
}

/** Bytes of the longest utterance: 130 seconds. */
const MOST_BYTES = 130 * 32_000;
const MOST_FRAME_BYTES = 64_000;
/** Somebody who speaks sends ten frames a second. */
const SILENT_MS = 15_000;
/** An utterance in full, and time to spare: somebody who only trickles would hold a provider's connection for ever. */
const LONGEST_MS = 150_000;

interface UtteranceDeps {
  socket: WebSocket;
  /** Keeps the Worker until the work is done. */
  background(work: Promise<unknown>): void;
  /** Keeps a WAV file for its person, if they have chosen it. */
  keep(wav: Uint8Array): ReturnType<typeof keepSound>;
}

class Utterance {
  private readonly deps: UtteranceDeps;
  private readonly socket: WebSocket;
  private transcription: LiveTranscription | undefined;
  /** Reason of a failure that came before anybody could be told. */
  private problem: string | undefined;
  private bytes = 0;
  private isOver = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: UtteranceDeps) {
    this.deps = deps;
    this.socket = deps.socket;
  }

  hear(transcription: LiveTranscription): void {
    this.transcription = transcription;
    const { socket } = this;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.take(data));
    socket.addEventListener("close", () => this.drop());
    socket.addEventListener("error", () => this.drop());
    socket.accept();
    this.await();
    this.deadline = setTimeout(() => this.fail("The transcription took too long."), LONGEST_MS);
    if (this.problem !== undefined) this.fail(this.problem);
  }

  say(frame: LiveFrame): void {
    if (this.transcription && this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify(frame));
  }

  /** The sender has the whole recording, and sends it instead. */
  fail(reason: string): void {
    if (!this.transcription) {
      this.problem = reason;
      return;
    }
    this.say({ type: "failed", reason });
    this.close(1011);
  }

  private take(data: string | ArrayBuffer): void {
    if (this.isOver) return;
    this.await();
    if (typeof data === "string") this.end(data);
    else this.takeSamples(data);
  }

  private takeSamples(data: ArrayBuffer): void {
    this.bytes += data.byteLength;
    const isTooMuch = data.byteLength > MOST_FRAME_BYTES || this.bytes > MOST_BYTES;
    if (isTooMuch || data.byteLength % 2 !== 0) this.refuse();
    else this.transcription?.take(new Uint8Array(data));
  }

  private end(text: string): void {
    const { data } = LiveEnd().safeParse(parseJson(text));
    if (!data || !this.transcription) {
      this.refuse();
      return;
    }
    this.isOver = true;
    this.stopTimers();
    const finished = this.transcription.finish(data.client_id);
    const sound = data.keep ? this.deps.keep(finished.wav) : undefined;
    this.deps.background(this.answer(finished, sound));
  }

  private async answer(
    { heard, kept }: ReturnType<LiveTranscription["finish"]>,
    keeping: ReturnType<typeof keepSound> | undefined,
  ): Promise<void> {
    const [result, sound] = await Promise.all([heard, keeping]);
    const hasText = result.ok || result === NO_WORDS;
    const text = result.ok ? result.text : "";
    if (hasText)
      this.say({ type: "transcript", text, ...(sound && result.ok && { recording_id: sound.id }) });
    await (result.ok ? sound?.stored : sound?.drop());
    // The recording finds the text, or nothing that it would wait for.
    await kept;
    if (!hasText) this.say({ type: "failed", reason: result.reason });
    this.close(1000);
  }

  private refuse(): void {
    const seconds = MOST_BYTES / 32_000;
    const reason = `Send samples of 16 bits at 16 kHz, at most ${seconds} seconds in frames of at most ${MOST_FRAME_BYTES} bytes, then {"type":"end"} with a client_id.`;
    this.fail(reason);
  }

  private await(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail("Nothing came for 15 seconds."), SILENT_MS);
  }

  private drop(): void {
    this.close(1000);
  }

  private stopTimers(): void {
    clearTimeout(this.timer);
    clearTimeout(this.deadline);
  }

  private close(code: number): void {
    this.stopTimers();
    if (!this.isOver && this.transcription) this.deps.background(this.transcription.drop());
    this.isOver = true;
    if (this.socket.readyState < WebSocket.CLOSING) this.socket.close(code);
  }
}
