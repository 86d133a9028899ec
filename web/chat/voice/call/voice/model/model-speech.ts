/** Speech of a model that speaks itself: its sound comes with the answer. */
import type { SpeechFrame } from "../../../../../../src/channels/web/wire.ts";
import type { Piece } from "../../types.ts";
import type { Samples, Sound, SoundSource } from "../sound/sound.ts";
import { SoundStream } from "./sound-stream.ts";

/** Newest model calls whose sound is kept: some of it may be said again. */
const MOST_STREAMS = 6;

/** `turnOf`: id of the turn that writes an answer; empty: not known. */
export class ModelSpeech implements SoundSource {
  private readonly turnOf: (answer: string) => string;
  private streams: { turn_id: string; stream: SoundStream }[] = [];

  constructor(turnOf: (answer: string) => string) {
    this.turnOf = turnOf;
  }

  receive({ turn_id, at, pcm, is_end }: SpeechFrame): void {
    const open = this.streams.findLast((one) => one.turn_id === turn_id)?.stream;
    if (is_end) open?.end(at);
    else if (pcm !== "") open?.push(at, samplesOf(pcm));
    else {
      open?.end(at);
      const begun = { turn_id, stream: new SoundStream(at) };
      this.streams = [...this.streams, begun].slice(-MOST_STREAMS);
    }
  }

  /** The connection is gone: the rest of the answer comes as text alone. */
  lost(): void {
    for (const { stream } of this.streams) stream.lose();
  }

  async soundOf({ of }: Piece): Promise<Sound | null> {
    const stream = of && this.streamOf(of);
    if (!stream) return null;
    const share = stream.share(of.start, of.end);
    await share.begun();
    return share.isEmpty && !stream.covers(of.start) ? null : share;
  }

  close(): void {
    this.streams = [];
  }

  private streamOf({ answer, start }: NonNullable<Piece["of"]>): SoundStream | undefined {
    if (this.streams.length === 0) return undefined;
    const turn = this.turnOf(answer);
    return this.streams.findLast(({ turn_id, stream }) => turn_id === turn && stream.covers(start))?.stream;
  }
}

function samplesOf(pcm: string): Samples {
  const bytes = Uint8Array.from(atob(pcm), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => view.getInt16(at * 2, true) / 32_768);
}
