/** Speech of the server's providers. */
import { spokenWords } from "../../../spoken-words.ts";
import type { Piece } from "../../types.ts";
import { type Samples, Sound, type SoundSource } from "../sound/sound.ts";
import { readSound } from "./read-sound.ts";

interface ServerSpeechDeps {
  /** Bytes of the recording as they come; null: the server can't say it. */
  record(
    text: string,
    agent: string,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  decode(file: ArrayBuffer): Promise<Samples | null>;
}

/** Seconds of a character, until a voice has been heard. */
const USUAL_PACE = 1 / 15;

class Recorded extends Sound {
  private readonly expected_s: number;

  /** `expected_s`: its length, as far as it can be told. */
  constructor(expected_s: number) {
    super();
    this.expected_s = expected_s;
  }

  get coverage(): number {
    if (this.isComplete && !this.isCutOff) return 1;
    return this.seconds / Math.max(this.seconds, this.expected_s);
  }
}

export class ServerSpeech implements SoundSource {
  private readonly deps: ServerSpeechDeps;
  /** A piece that was stopped by a cough sounds again, and is not paid again. */
  private readonly known = new WeakMap<Piece, Sound>();
  /** Seconds of a character, by agent. */
  private readonly paces = new Map<string, number>();
  private readonly over = new AbortController();

  constructor(deps: ServerSpeechDeps) {
    this.deps = deps;
  }

  async soundOf(piece: Piece): Promise<Sound | null> {
    const sound = this.known.get(piece) ?? this.begin(piece);
    await sound.begun();
    return sound.isEmpty && sound.isCutOff ? null : sound;
  }

  close(): void {
    this.over.abort();
  }

  private begin(piece: Piece): Sound {
    const words = spokenWords(piece.text);
    const pace = this.paces.get(piece.agent) ?? USUAL_PACE;
    const sound = new Recorded(words.length * pace);
    this.known.set(piece, sound);
    const done = (isCutOff: boolean) => {
      // Lost sound is asked for anew.
      if (isCutOff) this.known.delete(piece);
      else if (!sound.isEmpty) this.paces.set(piece.agent, sound.seconds / words.length);
      sound.complete(isCutOff);
    };
    if (words === "") done(false);
    else void this.read(words, piece.agent, sound).then(done, () => done(true));
    return sound;
  }

  /** Resolves with whether the server could not say it. */
  private async read(words: string, agent: string, sound: Sound): Promise<boolean> {
    const stream = await this.deps.record(words, agent, this.over.signal);
    if (stream === null) return true;
    await readSound(stream, { came: (samples) => sound.add(samples), decode: this.deps.decode });
    return sound.isEmpty;
  }
}
