/** The voice of a call: the server's, played without a gap. What it can't speak is left to another voice. */
import { recordingOf } from "../../../../api/conversations/speech.ts";
import { spokenWords } from "../../spoken-words.ts";
import { bandsOf } from "../bands.ts";
import type { Clip, Piece, Voice } from "../types.ts";

interface ServerVoiceOptions {
  /** The voice for what the server can't speak. */
  otherwise: Voice;
  /** The conversation that its costs are booked to; null: it does not exist yet. */
  conversation(): string | null;
}

/** `context`: where it sounds; closed by the one who made it. */
export class ServerVoice implements Voice {
  private readonly context: AudioContext;
  private readonly otherwise: Voice;
  private readonly conversation: () => string | null;
  private readonly analyser: AnalyserNode;
  /** End of what is scheduled, in the context's time. */
  private tail = 0;

  constructor(context: AudioContext, { otherwise, conversation }: ServerVoiceOptions) {
    this.context = context;
    this.otherwise = otherwise;
    this.conversation = conversation;
    this.analyser = new AnalyserNode(context, { fftSize: 128, smoothingTimeConstant: 0.6 });
    this.analyser.connect(context.destination);
  }

  async fetch(piece: Piece): Promise<Clip | null> {
    const text = spokenWords(piece.text);
    if (text === "") return null;
    const recording = await recordingOf(text, { agent: piece.agent, conversation_id: this.conversation() });
    const sound = recording && (await this.decoded(recording));
    return sound ? this.clipOf(sound) : this.otherwise.fetch(piece);
  }

  spectrum(): readonly number[] {
    return bandsOf(this.analyser);
  }

  close(): void {
    this.otherwise.close();
    this.analyser.disconnect();
  }

  private async decoded(recording: Blob): Promise<AudioBuffer | null> {
    try {
      return await this.context.decodeAudioData(await recording.arrayBuffer());
    } catch {
      return null;
    }
  }

  private clipOf(sound: AudioBuffer): Clip {
    const { context } = this;
    const node = new AudioBufferSourceNode(context, { buffer: sound });
    let start = Number.POSITIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
      play: ({ began, ended }) => {
        start = Math.max(context.currentTime, this.tail);
        this.tail = start + sound.duration;
        node.connect(this.analyser);
        node.onended = () => {
          node.disconnect();
          ended();
        };
        node.start(start);
        const wait_ms = (start - context.currentTime) * 1_000;
        if (wait_ms <= 0) began();
        else timer = setTimeout(began, wait_ms);
      },
      stop: () => {
        clearTimeout(timer);
        node.onended = null;
        node.stop();
        node.disconnect();
        const heard_s = context.currentTime - (context.outputLatency || 0) - start;
        this.tail = Math.min(this.tail, Math.max(context.currentTime, start));
        return Math.max(0, Math.min(1, heard_s / sound.duration));
      },
    };
  }
}
