/** The voice of a call: the first source that can say a piece does, and else the browser's own voice. */
import { heardCharacters } from "../heard.ts";
import type { Clip, Piece, Voice } from "../types.ts";
import type { SamplePlayer } from "./sound/sample-player.ts";
import type { SoundSource } from "./sound/sound.ts";
import { SoundClip } from "./sound/sound-clip.ts";

interface CallVoiceDeps {
  player: SamplePlayer;
  sources: readonly SoundSource[];
  otherwise: Voice;
}

export class CallVoice implements Voice {
  private readonly deps: CallVoiceDeps;

  constructor(deps: CallVoiceDeps) {
    this.deps = deps;
  }

  async fetch(piece: Piece): Promise<Clip | null> {
    const { player, sources, otherwise } = this.deps;
    for (const source of sources) {
      const sound = await source.soundOf(piece);
      if (sound?.isEmpty) return null;
      if (sound) return new SoundClip(sound, player, () => this.fetch(restOf(piece, sound.coverage)));
    }
    return otherwise.fetch(piece);
  }

  spectrum(): readonly number[] {
    const own = this.deps.player.spectrum();
    return own.some((loudness) => loudness > 0) ? own : this.deps.otherwise.spectrum();
  }

  close(): void {
    for (const source of this.deps.sources) source.close();
    this.deps.otherwise.close();
    this.deps.player.close();
  }
}

function restOf(piece: Piece, part: number): Piece {
  return { ...piece, text: piece.text.slice(heardCharacters(piece.text, part)) };
}
