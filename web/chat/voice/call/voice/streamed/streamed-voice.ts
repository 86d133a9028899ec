/** The voice of a model that speaks itself: its sound comes with the answer. Another voice says what has none. */
import type { SpeechFrame } from "../../../../../../src/channels/web/wire.ts";
import type { Clip, Piece, Voice } from "../../types.ts";
import { TakingTurns } from "./in-turn.ts";
import type { SamplePlayer } from "./sample-player.ts";
import { ShareClip } from "./share-clip.ts";
import { type Share, SoundStream } from "./sound-stream.ts";

interface StreamedDeps {
  player: SamplePlayer;
  otherwise: Voice;
  /** Id of the turn that writes the answer; empty: not known. */
  turnOf(answer: string): string;
}

/** Newest model calls whose sound is kept: some of it may be said again. */
const MOST_STREAMS = 6;

export class StreamedVoice implements Voice {
  private readonly deps: StreamedDeps;
  private readonly turns = new TakingTurns();
  private streams: { turn_id: string; stream: SoundStream }[] = [];

  constructor(deps: StreamedDeps) {
    this.deps = deps;
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

  async fetch(piece: Piece): Promise<Clip | null> {
    const stream = this.streamOf(piece);
    if (!stream || !piece.of) return this.said(piece);
    const { start, end } = piece.of;
    const share = stream.share(start, end);
    await firstOf(share);
    if (share.isEmpty) return stream.covers(start) ? null : this.said(piece);
    const rest = () => this.deps.otherwise.fetch(restOf(piece, share.reached));
    return this.turns.clip(this, new ShareClip(share, this.deps.player, rest));
  }

  spectrum(): readonly number[] {
    const own = this.deps.player.spectrum();
    return own.some((loudness) => loudness > 0) ? own : this.deps.otherwise.spectrum();
  }

  close(): void {
    this.deps.otherwise.close();
    this.deps.player.close();
  }

  private streamOf({ of }: Piece): SoundStream | undefined {
    if (!of || this.streams.length === 0) return undefined;
    const turn = this.deps.turnOf(of.answer);
    return this.streams.findLast(({ turn_id, stream }) => turn_id === turn && stream.covers(of.start))
      ?.stream;
  }

  private async said(piece: Piece): Promise<Clip | null> {
    const { otherwise } = this.deps;
    const clip = await otherwise.fetch(piece);
    return clip && this.turns.clip(otherwise, clip);
  }
}

/** Resolves once some of its sound is there, or none comes. */
function firstOf(share: Share): Promise<void> {
  return new Promise((resolve) => {
    share.follow({ came: () => resolve(), completed: () => resolve() });
  });
}

function restOf(piece: Piece, from: number): Piece {
  const { of } = piece;
  return of ? { ...piece, text: piece.text.slice(Math.max(0, from - of.start)) } : piece;
}

function samplesOf(pcm: string): Float32Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(pcm), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => view.getInt16(at * 2, true) / 32_768);
}
