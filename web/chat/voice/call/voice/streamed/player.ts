/** Player of raw samples: one chunk after the other, without a gap. */
import { bandsOf } from "../../bands.ts";
import type { PlayedSamples, SamplePlayer } from "./sample-player.ts";

const RATE = 24_000;

/** The context has the rate of the samples, so that chunks join without a click. It is made with the first of them. */
export class ContextPlayer implements SamplePlayer {
  private context: AudioContext | undefined;
  private analyser: AnalyserNode | undefined;
  /** End of what is scheduled, in the context's time. */
  private tail = 0;

  get isSilenced(): boolean {
    return this.context?.state === "suspended";
  }

  async resume(): Promise<void> {
    await this.context?.resume();
  }

  play(samples: Float32Array<ArrayBuffer>, ended: () => void): PlayedSamples {
    const { context, analyser } = this.opened();
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: RATE });
    buffer.copyToChannel(samples, 0);
    const node = new AudioBufferSourceNode(context, { buffer });
    const start = Math.max(context.currentTime, this.tail);
    this.tail = start + buffer.duration;
    node.connect(analyser);
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

  spectrum(): readonly number[] {
    return this.analyser ? bandsOf(this.analyser) : [];
  }

  close(): void {
    void this.context?.close();
  }

  private opened(): { context: AudioContext; analyser: AnalyserNode } {
    this.context ??= new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    if (!this.analyser) {
      this.analyser = new AnalyserNode(this.context, { fftSize: 128, smoothingTimeConstant: 0.6 });
      this.analyser.connect(this.context.destination);
    }
    return { context: this.context, analyser: this.analyser };
  }
}
