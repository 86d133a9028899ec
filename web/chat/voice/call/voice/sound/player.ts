/** Player of a call's sound, by Web Audio. */
import { bandsOf } from "../../bands.ts";
import type { PlayedSamples, SamplePlayer } from "./sample-player.ts";
import { SAMPLE_RATE, type Samples } from "./sound.ts";

/** The page's clock is a little behind the sound's: a chunk that should have begun already would end late, over the next one. */
const LEAD_S = 0.02;

/** The context has the rate of the samples, so that chunks join without a click. */
export class ContextPlayer implements SamplePlayer {
  private readonly context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: "interactive" });
  private readonly analyser = new AnalyserNode(this.context, { fftSize: 128, smoothingTimeConstant: 0.6 });
  /** End of what is scheduled, in the context's time. */
  private tail = 0;

  constructor() {
    this.analyser.connect(this.context.destination);
  }

  get isSilenced(): boolean {
    return isSilenced(this.context);
  }

  async resume(): Promise<void> {
    await this.context.resume();
  }

  play(samples: Samples, ended: () => void): PlayedSamples {
    const { context } = this;
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: SAMPLE_RATE });
    buffer.copyToChannel(samples, 0);
    const node = new AudioBufferSourceNode(context, { buffer });
    const isIdle = this.tail < context.currentTime;
    const start = isIdle ? context.currentTime + LEAD_S : this.tail;
    this.tail = start + buffer.duration;
    node.connect(this.analyser);
    node.onended = () => {
      node.disconnect();
      ended();
    };
    node.start(start);
    return {
      waits_ms: (start - context.currentTime) * 1_000,
      seconds: buffer.duration,
      stop: () => {
        node.onended = null;
        node.stop();
        node.disconnect();
        this.tail = Math.min(this.tail, Math.max(context.currentTime, start));
        const heard = context.currentTime - (context.outputLatency || 0) - start;
        return Math.max(0, Math.min(buffer.duration, heard));
      },
    };
  }

  async decode(file: ArrayBuffer): Promise<Samples | null> {
    try {
      return mixed(await this.context.decodeAudioData(file));
    } catch {
      return null;
    }
  }

  spectrum(): readonly number[] {
    return bandsOf(this.analyser);
  }

  close(): void {
    if (this.context.state !== "closed") void this.context.close();
  }
}

/** Whether the browser has taken its sound away, or wants a press before it plays: Safari interrupts it while the screen is locked. */
export function isSilenced({ state }: AudioContext): boolean {
  return state !== "running" && state !== "closed";
}

/** The sound as one channel. */
function mixed(sound: AudioBuffer): Samples {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at));
  const [first] = channels;
  if (first && channels.length === 1) return first;
  const sum = (at: number) => channels.reduce((all, channel) => all + (channel[at] ?? 0), 0);
  return Float32Array.from({ length: sound.length }, (_, at) => sum(at) / channels.length);
}
